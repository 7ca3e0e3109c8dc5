package unwinnable

import (
	"math/bits"

	"recorderd/position"
)

// set is a set of positions, whole and not as hashes, numbered in the order in
// which they were added.
type set struct {
	keys  []position.Packed
	slots []uint32 // open addressing by hash: 1 + the number of the key
}

const leastSlots = 1 << 10

func (t *set) reset() {
	t.keys = t.keys[:0]
	if len(t.slots) != leastSlots {
		t.slots = make([]uint32, leastSlots)
	}
	clear(t.slots)
}

// add reports whether the position is new.
func (t *set) add(key position.Packed) bool {
	slot := t.slot(key)
	if t.slots[slot] != 0 {
		return false
	}
	t.keys = append(t.keys, key)
	t.slots[slot] = uint32(len(t.keys))
	if 2*len(t.keys) > len(t.slots) {
		t.slots = make([]uint32, 4*len(t.slots))
		for i, key := range t.keys {
			t.slots[t.slot(key)] = uint32(i) + 1
		}
	}
	return true
}

// find returns the number of a position.
func (t *set) find(key position.Packed) (n int, ok bool) {
	at := t.slots[t.slot(key)]
	return int(at) - 1, at != 0
}

// slot returns where the key is, or would be.
func (t *set) slot(key position.Packed) uint64 {
	mask := uint64(len(t.slots) - 1)
	at := hash(key) >> 20 & mask
	for t.slots[at] != 0 && t.keys[t.slots[at]-1] != key {
		at = (at + 1) & mask
	}
	return at
}

func hash(k position.Packed) uint64 {
	const m1, m2 = 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f
	h := (k[0] ^ bits.RotateLeft64(k[1]*m1, 31)) * m2
	h ^= h >> 29
	h = (h + k[2] ^ bits.RotateLeft64(k[3]*m2, 17)) * m1
	h ^= h >> 32
	return h * m2
}
