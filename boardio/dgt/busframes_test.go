package dgt

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The examples of the protocol, both ways.

func TestBusCommandsBothWays(t *testing.T) {
	for _, c := range []struct {
		bytes   string
		command BusCommand
		address int
	}{
		{"87 00 00 07", BusPing, Everybody},
		{"87 08 01 10", BusPing, 1025},
		{"83 08 01 0C", BusChanges, 1025},
		{"84 08 01 0D", BusRepeat, 1025},
		{"81 08 01 0A", BusClock, 1025},
		{"85 08 01 0E", BusStart, 1025},
		{"81 10 06 17", BusClock, 2054},
		{"8D 7F 7F 0B", BusAll, MaxAddress},
	} {
		if got := AppendBusCommand(nil, c.command, c.address); !slices.Equal(got, hex(c.bytes)) {
			t.Errorf("%s: written % X", c.bytes, got)
		}
		command, address, ok := ReadBusCommand([4]byte(hex(c.bytes)))
		if command != c.command || address != c.address || !ok {
			t.Errorf("%s: read as %02X to %d, %v", c.bytes, byte(command), address, ok)
		}
	}
	for _, bad := range []string{"87 00 00 08", "07 00 00 07", "87 80 00 07", "87 00 80 07"} {
		if _, _, ok := ReadBusCommand([4]byte(hex(bad))); ok {
			t.Errorf("%s is taken for a command", bad)
		}
	}
}

func TestBusAnswersBothWays(t *testing.T) {
	for _, c := range []struct {
		bytes string
		want  BusFrame
	}{
		{"87 00 06 08 01 16", BusFrame{BusPong, 1025, nil}},
		{"85 00 06 08 01 14", BusFrame{BusUpdate, 1025, nil}},
		{"85 00 0D 08 01 40 34 51 24 71 29 58 76", BusFrame{BusUpdate, 1025, hex("40 34 51 24 71 29 58")}},
		{"84 00 0D 08 01 01 30 00 01 29 58 11 5E", BusFrame{BusTimes, 1025, hex("01 30 00 01 29 58 11")}},
		{"89 00 08 08 01 01 02 1D", BusFrame{BusVersionIs, 1025, hex("01 02")}},
		{"88 00 06 08 01 17", BusFrame{BusStarted, 1025, nil}},
		{"83 00 46 08 01 " + startDump[9:] + " 7C", BusFrame{BusDump, 1025, hex(startDump[9:])}},
	} {
		f := onBus()
		f.push(0, hex(c.bytes))
		if diff := cmp.Diff([]string{c.want.String()}, f.said); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.bytes, diff)
		}
		if got := AppendBusFrame(nil, c.want.ID, c.want.Address, c.want.Data...); !slices.Equal(got, hex(c.bytes)) {
			t.Errorf("%s: written % X", c.bytes, got)
		}
	}
}

func (f BusFrame) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s %d % X", f.ID.Name(), f.Address, f.Data))
}

type busTold struct {
	*BusFramer
	said []string
}

func onBus() *busTold {
	f := &busTold{}
	f.BusFramer = NewBusFramer(func(r Reason) { f.said = append(f.said, r.String()) })
	return f
}

func (f *busTold) push(at time.Duration, chunk []byte) {
	f.Push(at, chunk, func(m BusFrame) { f.said = append(f.said, m.String()) })
}

func TestBusFraming(t *testing.T) {
	const pong = "87 00 06 08 01 16"
	for _, c := range []struct {
		name, bytes string
		want        []string
	}{
		{"two answers", pong + " 85 00 06 08 01 14", []string{"pong 1025", "changes 1025"}},
		{"garbage around", "05 " + pong + " 00", []string{"garbage", "pong 1025", "garbage"}},
		{"a wrong checksum", "87 00 06 08 01 17 " + pong, []string{"checksum", "pong 1025"}},
		{"a wrong address", "87 00 06 08 03 16 " + pong, []string{"checksum", "pong 1025"}},
		{"interrupted", "85 00 0D 08 01 40 34 " + pong, []string{"interrupted", "pong 1025"}},
		{"too long for its kind", "87 00 07 08 01 16 00 " + pong, []string{"length", "garbage", "garbage", "garbage", "garbage", "pong 1025"}},
		{"a board that has the line for itself", "86 00 43 " + startDump[9:], []string{"checksum"}},
		{"its field", "8E 00 05 34 00 " + pong, []string{"unknown", "pong 1025"}},
	} {
		whole, bytewise := onBus(), onBus()
		whole.push(0, hex(c.bytes))
		for _, b := range hex(c.bytes) {
			bytewise.push(0, []byte{b})
		}
		if diff := cmp.Diff(c.want, whole.said); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if diff := cmp.Diff(c.want, bytewise.said); diff != "" {
			t.Errorf("%s, byte by byte (-want +got):\n%s", c.name, diff)
		}
	}
}

// busTraffic is what boards on a bus say.
func busTraffic() (b []byte) {
	b = AppendBusFrame(b, BusDump, 1025, hex(startDump[9:])...)
	b = AppendBusFrame(b, BusUpdate, 2054, hex(example)...)
	b = AppendBusFrame(b, BusTimes, 7, hex("01 30 00 01 29 58 11")...)
	b = AppendBusFrame(b, BusUpdate, 1025)
	b = AppendBusFrame(b, BusPong, MaxAddress)
	return AppendBusFrame(b, BusVersionIs, 1025, 1, 2)
}

// checkBusNoise pushes bytes in pieces and then a good answer, which must be read.
func checkBusNoise(f *BusFramer, noise []byte, piece int, at *time.Duration) error {
	var err error
	for chunk := range slices.Chunk(noise, piece) {
		*at += time.Millisecond
		f.Push(*at, chunk, func(m BusFrame) {
			if m.ID.Name() == "" || m.Address > MaxAddress {
				err = fmt.Errorf("answer %02X of %d", byte(m.ID), m.Address)
			}
		})
	}
	read := false
	f.Push(*at, hex("87 00 06 08 01 16"), func(m BusFrame) { read = m.ID == BusPong && m.Address == 1025 })
	switch {
	case err != nil:
		return err
	case !read:
		return fmt.Errorf("the good answer after it was not read")
	case cap(f.framer.kept) > 4*longestBus:
		return fmt.Errorf("%d bytes are kept", cap(f.framer.kept))
	}
	return nil
}

func TestAMillionMutatedBytesOfABus(t *testing.T) {
	r := rand.New(rand.NewPCG(20261130, 4))
	var at time.Duration
	drops := [reasons]int{}
	f := NewBusFramer(func(r Reason) { drops[r]++ })
	for total := 0; total < 1_000_000; {
		noise := mutate(busTraffic(), r)
		total += len(noise)
		if err := checkBusNoise(f, noise, 1+r.IntN(64), &at); err != nil {
			t.Fatalf("%v, after\n% X", err, noise)
		}
	}
	if drops[Checksum] == 0 || drops[Interrupted] == 0 {
		t.Errorf("dropped %v: the noise is too tame", drops)
	}
}

func TestABusForgetsAnAnswerWhoseRestDoesNotCome(t *testing.T) {
	f := onBus()
	f.push(0, hex("85 00 0D 08 01 40"))
	f.push(Gap, nil)
	f.push(Gap, hex("34 87 00 06 08 01 16"))
	if diff := cmp.Diff([]string{"timeout", "garbage", "pong 1025"}, f.said); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func FuzzBusFramer(f *testing.F) {
	f.Add(busTraffic(), 3)
	f.Add(traffic(), 5)
	f.Add(hex("85 7F 7F 08 01 40 34"), 1)
	f.Fuzz(func(t *testing.T, noise []byte, piece int) {
		var at time.Duration
		if err := checkBusNoise(NewBusFramer(nil), noise, 1+piece&0xFF, &at); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzReadBusCommand(f *testing.F) {
	f.Add(uint8(0x81), 1025)
	f.Fuzz(func(t *testing.T, c uint8, address int) {
		c, address = c|0x80, address&MaxAddress
		command, to, ok := ReadBusCommand([4]byte(AppendBusCommand(nil, BusCommand(c), address)))
		if command != BusCommand(c) || to != address || !ok {
			t.Errorf("%02X to %d: read back as %02X to %d, %v", c, address, byte(command), to, ok)
		}
	})
}
