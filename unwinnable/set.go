package unwinnable

import "recorderd/position"

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
