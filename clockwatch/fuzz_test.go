package clockwatch_test

import (
	"encoding/binary"
	"testing"

	"recorderd/clockwatch"
	"recorderd/laws"
	"recorderd/observation"
)

// FuzzWatch tells a watch anything at all. It must neither panic nor say a thing
// that is earlier than it can have been.
func FuzzWatch(f *testing.F) {
	for i := range controls {
		f.Add(uint8(i), []byte("some reports, one after the other, of a clock that went mad entirely"))
	}
	f.Fuzz(func(t *testing.T, control uint8, deeds []byte) {
		tc, err := laws.ParseTimeControl(controls[int(control)%len(controls)])
		if err != nil {
			t.Fatal(err)
		}
		w := clockwatch.New(tc, int64(control)%3*100, limits)
		var now int64
		for len(deeds) >= 6 {
			d := deeds[:6]
			deeds = deeds[6:]
			now += int64(binary.LittleEndian.Uint16(d[1:]))
			for _, fact := range tell(w, now, d) {
				if fact.Since > fact.T || fact.T > now || fact.Code == "" {
					t.Fatalf("at %d: %+v", now, fact)
				}
			}
		}
	})
}

func tell(w *clockwatch.Watch, now int64, d []byte) []clockwatch.Fact {
	side := observation.Side(d[0] >> 4 % 3)
	ms := int64(int8(d[3])) * 7000
	switch d[0] % 16 {
	case 0:
		w.Link(now, d[3]%2 == 0)
	case 1:
		w.Restart(d[3]%2 == 0)
	case 2:
		w.Act(now, observation.Act{Kind: observation.ActSetClock, WhiteMS: &ms})
	case 3:
		kinds := []observation.ActKind{observation.ActStopClock, observation.ActStartClock, observation.ActRestore}
		w.Act(now, observation.Act{Kind: kinds[d[3]%3]})
	case 4:
		return w.Made(max(0, now-int64(d[3])*100), side)
	case 5:
		w.Completed(side, int(int8(d[3])))
	case 6:
		w.Over(d[3]%2 == 0)
	default:
		return w.Hear(now, observation.Clock{HasTimes: d[5] < 240, WhiteMS: ms, BlackMS: int64(d[4]) * 3000,
			Running: side, Flag: observation.Flag(d[5] % 4)})
	}
	return nil
}
