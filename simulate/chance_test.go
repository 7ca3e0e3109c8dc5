package simulate

import (
	"slices"
	"testing"
)

func TestSpreadHasItsMedianAndItsWidth(t *testing.T) {
	c := newChance(1, 0)
	for _, s := range []spread{calm.way, calm.press, thinking} {
		drawn := make([]int64, 20000)
		for i := range drawn {
			drawn[i] = c.draw(s)
		}
		slices.Sort(drawn)
		if low, high := drawn[0], drawn[len(drawn)-1]; low < s.low || high > s.high {
			t.Errorf("%+v: from %d to %d", s, low, high)
		}
		if median := drawn[len(drawn)/2]; median < s.median*95/100 || median > s.median*105/100 {
			t.Errorf("%+v: median %d", s, median)
		}
		// One sigma above the median lies the 84th part of a hundred.
		if got, want := drawn[len(drawn)*84/100], int64(float64(s.median)*exp(s.sigma)); got < want*94/100 || got > want*106/100 {
			t.Errorf("%+v: 84 %% are below %d, want %d", s, got, want)
		}
	}
}

func TestPickGoesByShares(t *testing.T) {
	c := newChance(2, 0)
	var n [4]int
	for range 10000 {
		n[c.pick(70, 0, 20, 10)]++
	}
	if n[0] < 6700 || n[0] > 7300 || n[1] != 0 || n[2] < 1800 || n[2] > 2200 {
		t.Errorf("picked %v of 10000, want about 7000, 0, 2000, 1000", n)
	}
}

// The numbers are the same on every machine; if they change, every seed means
// another game.
func TestChanceIsTheSameEverywhere(t *testing.T) {
	c := newChance(42, 1)
	got := []int64{c.draw(thinking), c.draw(calm.way), c.draw(calm.press), c.between(0, 999), int64(c.pick(1, 1, 1))}
	want := []int64{13434, 324, 494, 557, 2}
	if !slices.Equal(got, want) {
		t.Errorf("drew %v, want %v", got, want)
	}
}
