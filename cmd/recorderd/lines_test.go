package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// What every driver must make of its line, whatever is said on it: silence,
// noise, a cable that is pulled out.

// peculiar is what differs by make. Of one that is not here the least is asked.
var peculiar = map[string]struct {
	patience time.Duration // silence after which a board is not gone yet; two seconds if not said
	gone     time.Duration // and after which it is; longestWait if not said
	dropped  []string      // what a bad line makes of its messages
}{
	"dgt":        {3 * time.Second, longestWait, []string{"garbage", "interrupted", "length"}},
	"chessnut":   {2800 * time.Millisecond, 3700 * time.Millisecond, []string{"length", "unknown", "implausible"}},
	"certabo":    {2800 * time.Millisecond, 4 * time.Second, []string{"garbage", "short", "number", "byte"}},
	"tabutronic": {2800 * time.Millisecond, 4 * time.Second, []string{"garbage", "short", "number", "byte"}},
	"millennium": {3300 * time.Millisecond, longestWait, []string{"garbage", "alphabet", "checksum", "parity"}},
	"ichessone":  {3300 * time.Millisecond, longestWait, []string{"garbage", "interrupted", "timeout", "code"}},
}

// onLine has a test look at an emulated board that stands at the start, is up and
// at rest.
func onLine(t *testing.T, kind boardio.Make, seed uint64, test func(*bench.Rig)) {
	playBout(t, kind, seed, func(b *bout) {
		b.Forget()
		test(b.Rig)
	})
}

// stands is the fact of a placement as a make tells the pieces.
func stands(kind boardio.Make, fen string) string {
	return bench.Stands(seen(kind, bench.Placed(fen)).String())
}

// seen is a placement as a make tells the pieces.
func seen(kind boardio.Make, pl observation.Placement) observation.Placement {
	for sq, p := range pl {
		if kind.Sensing == observation.Occupancy && p != observation.Empty {
			pl[sq] = observation.Occupied
		}
	}
	return pl
}

// Whenever it falls silent, a board is gone within five seconds, and not at once;
// when it speaks again it is back within five.
func TestASilentBoardOfEveryMake(t *testing.T) {
	ofEveryMake(t, func(t *testing.T, kind boardio.Make) {
		for phase := range 8 {
			onLine(t, kind, 0, func(r *bench.Rig) {
				r.Pass(time.Duration(phase) * 100 * time.Millisecond)
				r.SetFaults(emulated.Faults{Silent: true})
				own := peculiar[kind.Name]
				patience, gone := cmp.Or(own.patience, 2*time.Second), cmp.Or(own.gone, longestWait)
				r.Pass(patience)
				r.WantFacts(fmt.Sprint("after ", patience))
				r.Pass(gone - patience)
				r.WantFacts(fmt.Sprint("after ", gone), bench.BoardDown)
				r.Pass(time.Minute)
				r.WantStatus(bench.Silent)
				r.SetFaults(emulated.Faults{})
				r.Pass(longestWait)
				r.WantFacts("back", bench.BoardUp, stands(kind, bench.Start))
				r.WantStatus("up")
			})
		}
	})
}

// A cable is pulled out in the middle of a message and put back when a ply more has
// been made.
func TestUnpluggedAndBackOfEveryMake(t *testing.T) {
	const after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
	ofEveryMake(t, func(t *testing.T, kind boardio.Make) {
		onLine(t, kind, 0, func(r *bench.Rig) {
			said := heard(r)
			last := said[len(said)-1]
			r.Inject(last[:len(last)/2]...)
			r.Pass(10 * time.Millisecond)
			r.Plug(bench.ErrPulled)
			r.Pass(time.Minute)
			r.WantFacts("reported", bench.BoardDown)
			r.WantStatus(bench.Gone)
			r.Lift(bench.Square("e2"))
			r.Put(bench.Square("e4"), 'P')
			r.Plug(nil)
			r.Pass(4 * time.Second)
			facts := r.Facts()
			bench.Want(t, "first of all", bench.BoardUp, facts[0])
			if kind.Sensing != observation.Moves { // of which some remember what was played, and some don't
				bench.Want(t, "then", []string{stands(kind, after)}, facts[1:])
			}
			r.WantStatus("up")
			if s := r.Device.Stats(); s.Reconnects != 1 || !s.Connected {
				t.Errorf("got %d reconnects, connected %v", s.Reconnects, s.Connected)
			}
			r.Lift(bench.Square("e7"))
			r.Pass(time.Second)
			lifted := []string{bench.Change("e7", "")}
			if kind.Sensing == observation.Moves {
				lifted = []string{}
			}
			bench.Want(t, "lifted", lifted, r.Facts())
		})
	})
}

// heard is what the board said, a read each.
func heard(r *bench.Rig) (said [][]byte) {
	for _, e := range r.Stream() {
		if e.Kind == bench.Came {
			said = append(said, e.Bytes)
		}
	}
	return said
}

// However bad the line is, when it gets better the recorder knows the board.
func TestAfterABadLineOfEveryMake(t *testing.T) {
	seeds := uint64(3)
	if testing.Short() || underRace {
		seeds = 1
	}
	ofEveryMake(t, func(t *testing.T, kind boardio.Make) {
		if kind.Sensing == observation.Moves {
			return // it says finished moves only, and hands that fumble make none
		}
		for seed := range seeds {
			onLine(t, kind, seed, func(r *bench.Rig) {
				what := fmt.Sprint("seed ", seed)
				r.SetFaults(emulated.Faults{LoseByte: 0.05, LoseFrame: 0.05, Garbage: 0.05, FlipBit: 0.05})
				world, _ := r.Fumble(seed, 1000)
				r.SetFaults(emulated.Faults{})
				r.Pass(8 * time.Second)
				r.WantStanding(what, seen(kind, world))
				r.WantDropped(what, peculiar[kind.Name].dropped...)
				if len(r.Device.Stats().Dropped) == 0 {
					t.Errorf("%s: nothing was dropped: the line was not bad", what)
				}
			})
		}
	})
}

func TestTheTapHasEveryByteOfEveryMake(t *testing.T) {
	ofEveryMake(t, func(t *testing.T, kind boardio.Make) {
		onLine(t, kind, 0, func(r *bench.Rig) {
			r.Inject(0x01, 0x82, 0x03, 0xFF)
			r.Pass(time.Second)
			if !strings.Contains(string(r.Tapped()), "\x01\x82\x03\xFF") {
				t.Errorf("what no board says is not tapped")
			}
			came := slices.Concat(heard(r)...)
			if got := r.Device.Stats().Bytes; got != int64(len(came)) || string(came) != string(r.Tapped()) || got < 20 {
				t.Errorf("%d bytes came, %d are counted, %d tapped", len(came), got, len(r.Tapped()))
			}
		})
	})
}

func TestRunEndsWithItsContextOnEveryMake(t *testing.T) {
	ofEveryMake(t, func(t *testing.T, kind boardio.Make) {
		onLine(t, kind, 0, func(r *bench.Rig) {
			r.Stop() // checks how it ended
			r.Lift(bench.Square("e2"))
			r.Pass(time.Minute)
			r.WantFacts("reported after the end")
		})
	})
}

// Whoever brings nothing but noise is no board. A make that is not looked for has
// no line that noise could not say.
func TestNoiseIsNoBoardToEveryMake(t *testing.T) {
	noisy := func(src timesource.Source, line net.Conn) {
		go bench.Says("")(src, line) // it takes what it is told
		noise := rand.New(rand.NewPCG(1, 2))
		for {
			if _, err := line.Write(anything(noise, 1+noise.IntN(70))); err != nil {
				return
			}
			timesource.Sleep(context.Background(), src, 2*time.Millisecond)
		}
	}
	ofEveryMake(t, func(t *testing.T, kind boardio.Make) {
		if kind.Greet == nil {
			return
		}
		bench.Of(t, kind.Name, emulated.Options{}, boardio.Options{Folder: t.TempDir()}, func(r *bench.Rig) {
			r.Instead(noisy)
			r.Pass(20 * time.Second)
			if facts := r.Facts(); slices.Contains(facts, bench.BoardUp) {
				t.Errorf("noise is taken for a board: %q", facts)
			}
		})
	})
}

// A board that is up, and from which noise comes faster than anybody can read, is
// gone all the same: what begins like its messages, all ones, and anything.
func TestAFloodOfNoiseEndsTheLinkOfEveryMake(t *testing.T) {
	ofEveryMake(t, func(t *testing.T, kind boardio.Make) {
		var said [][]byte
		onLine(t, kind, 0, func(r *bench.Rig) { said = heard(r) })
		last := said[len(said)-1]
		floods := map[string][]byte{"beginnings": last[:2], "ones": {0xFF}, "anything": anything(rand.New(rand.NewPCG(1, 3)), 4096)}
		if kind.HID == nil { // there it would be a report
			floods["first bytes"] = last[:1]
		}
		for name, noise := range floods {
			told := drown(t, kind, &flood{said: said, noise: noise})
			if !slices.Contains(told, nil) || !errors.Is(told[len(told)-1], boardio.ErrSilent) {
				t.Errorf("%s: got %v, want that it is up and then that there is no answer", name, told)
			}
		}
	})
}

// anything is so many bytes of any kind.
func anything(chance *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(chance.Uint32())
	}
	return b
}

// flood is a line that brings again and again what a board said, until that is up,
// and then noise without end.
type flood struct {
	said  [][]byte
	noise []byte
	read  int
	up    atomic.Bool
}

func (f *flood) Read(b []byte) (int, error) {
	if !f.up.Load() {
		f.read++
		return copy(b, f.said[(f.read-1)%len(f.said)]), nil
	}
	for n := 0; n < len(b); {
		n += copy(b[n:], f.noise)
	}
	return len(b), nil
}
func (*flood) Write(b []byte) (int, error) { return len(b), nil }
func (*flood) Close() error                { return nil }
func (*flood) ResetInputBuffer() error     { return nil }

// drown lets a driver hear a flood until it tells that the board is gone, and
// returns what it told of the link. It is not done in a bubble, where no time
// passes as long as somebody reads.
func drown(t *testing.T, kind boardio.Make, f *flood) (told []error) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	kind.New(boardio.Options{
		Device: "/dev/ttyUSB0", Source: timesource.Boot(), Heartbeat: 20 * time.Millisecond, Folder: t.TempDir(),
		Open: func() (boardio.Port, error) { return f, nil },
		Status: func(err error) {
			told = append(told, err)
			if err == nil {
				f.up.Store(true)
			}
			if errors.Is(err, boardio.ErrSilent) {
				cancel()
			}
		},
	}).Run(ctx, func(boardio.Report) {})
	return told
}

// What is no board is not taken for one: somebody who says nothing, or the same as
// he hears, a modem, somebody who hangs up, a port that is not there.
func TestWhatIsNoBoardToEveryMake(t *testing.T) {
	ofEveryMake(t, func(t *testing.T, kind boardio.Make) {
		if kind.Greet == nil {
			return // it is not looked for
		}
		for name, there := range map[string]bench.There{"silent": bench.Says(""), "echo": bench.Echo, "modem": bench.Answers("ERROR\r\n")} {
			bench.Look(t, kind.Name, there).WantNobody(t, name)
		}
		if a := bench.Look(t, kind.Name, bench.HangUp); a.Err == nil || len(a.Found) > 0 || a.Took > boardio.GreetTime {
			t.Errorf("a line that closes at once: got %v, %v after %v", a.Found, a.Err, a.Took)
		}
		absent := func() (boardio.Port, error) { return nil, bench.ErrPulled }
		if _, err := kind.Look(t.Context(), absent, timesource.Boot()); !errors.Is(err, boardio.ErrAbsent) {
			t.Errorf("a port that is not there: got %v, want %v", err, boardio.ErrAbsent)
		}
	})
}

// A board of one make is not taken for one of another.
func TestABoardOfAnotherMakeToEveryMake(t *testing.T) {
	ofEveryMake(t, func(t *testing.T, kind boardio.Make) {
		for _, other := range emulated.Makes() {
			if kind.Greet == nil || other == kind.Name {
				continue
			}
			there := bench.Board(func(src timesource.Source) *emulated.Board {
				b, _ := emulated.Make(other, src, emulated.Options{})
				return b
			})
			bench.Look(t, kind.Name, there).WantNobody(t, other)
		}
	})
}
