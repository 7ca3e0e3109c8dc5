package bridge_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/bridge"
	"recorderd/boardio/bridge/emulator"
	"recorderd/boardio/emulated"
	"recorderd/clockio"
	"recorderd/clockio/line"
	"recorderd/observation"
	"recorderd/timesource"
)

// wood is a board that says what a test has it say.
type wood struct {
	src     timesource.Source
	reports chan boardio.Report
	failed  chan error
	resumed []bool
}

func (w *wood) Run(ctx context.Context, out func(boardio.Report)) error {
	for {
		select {
		case r := <-w.reports:
			out(r)
		case err := <-w.failed:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (w *wood) Describe() (observation.Board, observation.ClockSensor) {
	return observation.Board{Make: "wood"}, observation.ClockSensor{Present: true, ResolutionMS: 7}
}

func (w *wood) Stats() boardio.Stats {
	return boardio.Stats{Bytes: 5, Frames: map[string]int64{"dump": 2}, Connected: true}
}

func (w *wood) Resume(turned bool) { w.resumed = append(w.resumed, turned) }

func (w *wood) say(facts ...observation.Fact) {
	w.reports <- boardio.Report{At: w.src.Now(), Facts: facts}
}

// rig is a clock at a bridge, and a board beside it.
type rig struct {
	*bench.Rig
	*wood
}

func joined(t *testing.T, opt emulator.Options, test func(*rig)) {
	t.Helper()
	var w *wood
	build := func(src timesource.Source) *emulated.Board {
		w = &wood{src: src, reports: make(chan boardio.Report), failed: make(chan error)}
		return emulator.New(src, opt)
	}
	driver := func(o boardio.Options) boardio.Device {
		return bridge.Join(w, bridge.Options{Options: o, Left: opt.Left})
	}
	bench.In(t, build, driver, boardio.Options{}, func(r *bench.Rig) {
		r.SetClock(minutes(3))
		r.Pass(2500 * time.Millisecond)
		test(&rig{r, w})
	})
}

func minutes(m time.Duration) *clockio.Countdown {
	s := []clockio.Stage{{Base: m * time.Minute}}
	return clockio.New(s, s)
}

func clock(white, black int, running, flag string) string {
	return fmt.Sprintf(`"clock":{"white_ms":%d,"black_ms":%d,"running":"%s","flag":"%s"}`, white, black, running, flag)
}

func press(running string) string {
	return fmt.Sprintf(`"clock":{"running":"%s","flag":"none"}`, running)
}

func TestBoardAndClockAreOneDevice(t *testing.T) {
	joined(t, emulator.Options{}, func(r *rig) {
		r.WantFacts("at first", bench.ClockUp, clock(180000, 180000, "none", "none"))
		r.say(observation.Link{Device: observation.BoardDevice, Up: true}, bench.Placed(bench.Start))
		r.Pass(time.Millisecond)
		r.WantFacts("the board", bench.BoardUp, `"placement":"`+bench.Start+`"`)
		r.StartClock(observation.White)
		r.Pass(1200 * time.Millisecond)
		r.WantFacts("it runs", clock(180000, 180000, "white", "none"), clock(179000, 180000, "white", "none"))
		r.Press(observation.White)
		r.Pass(10 * time.Millisecond)
		r.WantFacts("a press with the times that follow", clock(179000, 180000, "black", "none"))
		r.StopClock()
		r.Pass(10 * time.Millisecond)
		r.WantFacts("it stands", clock(179000, 180000, "none", "none"))
		r.Press(observation.Black)
		r.Pass(10 * time.Millisecond)
		r.WantFacts("the lever of a clock that stands")
		board, sensor := r.Device.Describe()
		if want := (observation.ClockSensor{Present: true, ResolutionMS: 1000, PollMS: 100}); board.Make != "wood" || sensor != want {
			t.Errorf("described as %+v, %+v", board, sensor)
		}
		s := r.Device.Stats()
		if !s.Connected || s.Bytes < 100 || s.Frames["dump"] != 2 || s.Frames["clock times"] == 0 || s.Frames["clock press"] != 2 || s.Frames["clock heartbeat"] == 0 || s.Notes["clock lever turned"] != 1 {
			t.Errorf("counted %+v", s)
		}
	})
}

func TestBlackOnTheLeft(t *testing.T) {
	joined(t, emulator.Options{Left: observation.Black}, func(r *rig) {
		r.Facts()
		r.StartClock(observation.White)
		r.Pass(1200 * time.Millisecond)
		r.Press(observation.White)
		r.Pass(10 * time.Millisecond)
		r.WantFacts("pressed", clock(180000, 180000, "white", "none"), clock(179000, 180000, "white", "none"), clock(179000, 180000, "black", "none"))
	})
}

func TestAFlagFalls(t *testing.T) {
	joined(t, emulator.Options{}, func(r *rig) {
		r.SetClock(minutes(0))
		r.StartClock(observation.Black)
		r.Pass(time.Second)
		r.Facts()
		r.SetClock(minutes(1))
		r.StartClock(observation.Black)
		r.Pass(61 * time.Second)
		facts := r.Facts()
		if got, want := facts[len(facts)-1], clock(60000, 0, "black", "black"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestALeverWithoutTimes(t *testing.T) {
	joined(t, emulator.Options{Lever: true}, func(r *rig) {
		r.WantFacts("at first", bench.ClockUp)
		r.StartClock(observation.White)
		r.Press(observation.White)
		r.Pass(time.Second)
		r.Press(observation.Black)
		r.Pass(time.Second)
		r.WantFacts("two presses", press("black"), press("white"))
		if _, sensor := r.Device.Describe(); sensor != (observation.ClockSensor{Present: true, PollMS: 100}) {
			t.Errorf("described as %+v", sensor)
		}
	})
}

// A press waits for the times that follow at once, and not for long.
func TestAPressWaitsForItsTimes(t *testing.T) {
	p := line.Line{Kind: line.Press, Side: line.Left}
	after := line.Line{Kind: line.Times, Left: 170 * time.Second, Right: 180 * time.Second, Runs: line.Right, Flag: line.Neither}
	stopped := after
	stopped.Runs = line.Neither
	for _, c := range []struct {
		name  string
		times *line.Line
		wait  time.Duration
		want  []string
	}{
		{"at once", &after, 3 * time.Millisecond, []string{clock(170000, 180000, "black", "none")}},
		{"too late", &after, 150 * time.Millisecond, []string{press("black"), clock(170000, 180000, "black", "none")}},
		{"never", nil, 0, []string{press("black")}},
		{"stopped at once", &stopped, 3 * time.Millisecond, []string{press("black"), clock(170000, 180000, "none", "none")}},
		{"pressed again at once", &line.Line{Kind: line.Press, Side: line.Right}, 3 * time.Millisecond, []string{press("black"), press("white")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			joined(t, emulator.Options{}, func(r *rig) {
				r.Inject(append(line.Append(nil, times(180000)), '\n')...)
				r.Pass(500 * time.Millisecond)
				r.Facts()
				began := r.Source.Now()
				r.Inject(append(line.Append(nil, p), '\n')...)
				r.Pass(max(c.wait, time.Millisecond))
				if c.times != nil {
					r.Inject(append(line.Append(nil, *c.times), '\n')...)
				}
				r.Pass(200 * time.Millisecond)
				reports := r.Reports()
				var got []string
				for _, rep := range reports {
					text := string(observation.AppendLine(nil, 0, rep.Facts[0]))
					got = append(got, strings.TrimSuffix(strings.TrimPrefix(text, `{"t":0,`), "}"))
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				if len(reports) > 0 && reports[0].At-began > 2*time.Millisecond {
					t.Errorf("reported for %v after the press", reports[0].At-began)
				}
			})
		})
	}
}

// Digits are not precision: the step of a clock is what its times have shown, or
// what its bridge says.
func TestTheStepOfAClockIsNoFinerThanItsTimes(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []line.Line
		want  int64
	}{
		{"seconds", []line.Line{times(180000), times(179000)}, 1000},
		{"tenths", []line.Line{times(180000), times(9900)}, 100},
		{"milliseconds", []line.Line{times(180000), times(9999), times(8000)}, 1},
		{"seconds by its word", []line.Line{{Kind: line.Raw, Bytes: []byte("seconds")}, times(9900)}, 1000},
		{"another word", []line.Line{{Kind: line.Raw, Bytes: []byte("hello")}, times(9900)}, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			joined(t, emulator.Options{Fine: true}, func(r *rig) {
				for _, l := range c.lines {
					r.Inject(append(line.Append(nil, l), '\n')...)
				}
				r.Pass(100 * time.Millisecond)
				if _, sensor := r.Device.Describe(); sensor.ResolutionMS != c.want {
					t.Errorf("the step is %d ms, want %d", sensor.ResolutionMS, c.want)
				}
			})
		})
	}
}

func times(left int) line.Line {
	return line.Line{Kind: line.Times, Left: time.Duration(left) * time.Millisecond, Runs: line.Left, Flag: line.Neither}
}

func TestAClockThatIsSilentForThreeSecondsIsLost(t *testing.T) {
	joined(t, emulator.Options{}, func(r *rig) {
		r.Facts()
		r.SetFaults(emulated.Faults{Silent: true})
		r.Pass(2900 * time.Millisecond)
		r.WantFacts("not yet")
		r.Pass(1100 * time.Millisecond)
		r.WantFacts("silent", bench.ClockDown)
		if diff := cmp.Diff([]string{"up", "read /dev/ttyUSB0: no answer: is the clock on, and is its bridge at this port?"}, r.Status()); diff != "" {
			t.Errorf("status (-want +got):\n%s", diff)
		}
		r.SetFaults(emulated.Faults{})
		r.Pass(12 * time.Second) // by then the bridge has said all of it again
		r.WantFacts("again", bench.ClockUp, clock(180000, 180000, "none", "none"))
	})
}

func TestAClockWhosePortIsGoneIsLostAtOnce(t *testing.T) {
	joined(t, emulator.Options{}, func(r *rig) {
		r.Facts()
		r.Plug(bench.ErrPulled)
		r.Pass(time.Millisecond)
		r.WantFacts("pulled out", bench.ClockDown)
		r.say(observation.Change{Square: bench.Square("e2")})
		r.Pass(time.Millisecond)
		r.WantFacts("the board goes on", bench.Change("e2", ""))
		r.Plug(nil)
		r.Pass(4 * time.Second)
		r.WantFacts("put back", bench.ClockUp, clock(180000, 180000, "none", "none"))
	})
}

// However bad the line is, no time is reported that the clock did not show.
func TestABadLineMakesNoOtherTimes(t *testing.T) {
	for seed := range uint64(3) {
		joined(t, emulator.Options{Options: emulated.Options{Seed: seed}}, func(r *rig) {
			r.SetFaults(emulated.Faults{LoseByte: 0.1, FlipBit: 0.1, Garbage: 0.1, LoseFrame: 0.1})
			r.StartClock(observation.White)
			side := observation.White
			for range 100 {
				r.Pass(700 * time.Millisecond)
				r.Press(side)
				side = side.Other()
			}
			for _, rep := range r.Reports() {
				for _, f := range rep.Facts {
					if c, ok := f.(observation.Clock); ok && c.HasTimes && (c.WhiteMS%1000 != 0 || c.WhiteMS < 140000 || c.WhiteMS > 180000 || c.BlackMS < 140000 || c.BlackMS > 180000 || c.Flag != observation.FlagNone) {
						t.Errorf("seed %d: reported %+v", seed, c)
					}
				}
			}
			if d := r.Device.Stats().Dropped; d["clock checksum"] == 0 || d["clock garbage"] == 0 {
				t.Errorf("seed %d: dropped %v: the line was not bad", seed, d)
			}
		})
	}
}

func TestNobodySpeaksToABridge(t *testing.T) {
	joined(t, emulator.Options{}, func(r *rig) {
		r.Pass(time.Minute)
		if sent := r.Sent(); len(sent) > 0 {
			t.Errorf("sent %q", sent)
		}
		if !strings.Contains(string(r.Tapped()), "X 7365636F6E6473\nT 0 180000 180000 - - ") {
			t.Errorf("tapped %.60q", r.Tapped())
		}
	})
}

// What the board says of a clock is not that of the clock.
func TestTheBoardsOwnClockIsLeftOut(t *testing.T) {
	joined(t, emulator.Options{}, func(r *rig) {
		r.Facts()
		r.say(observation.Clock{HasTimes: true, Running: observation.White})
		r.say(observation.Change{Square: bench.Square("e2")}, observation.Clock{Running: observation.Black}, observation.Link{Device: observation.ClockDevice})
		r.Pass(time.Millisecond)
		r.WantFacts("the board", bench.Change("e2", ""))
		r.Device.(boardio.Resumer).Resume(true)
		if len(r.resumed) != 1 || !r.resumed[0] {
			t.Errorf("resumed %v", r.resumed)
		}
	})
}

func TestABoardWithoutItsClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wood{src: timesource.Bubble(), reports: make(chan boardio.Report), failed: make(chan error)}
		d := bridge.Without(w)
		var got []boardio.Report
		ended := make(chan error)
		go func() { ended <- d.Run(context.Background(), func(r boardio.Report) { got = append(got, r) }) }()
		w.say(observation.Clock{Running: observation.White})
		w.say(observation.Said("e2e4"), observation.Link{Device: observation.ClockDevice, Up: true})
		w.failed <- errors.ErrUnsupported
		if err := <-ended; err != errors.ErrUnsupported {
			t.Errorf("ended with %v", err)
		}
		if len(got) != 1 || len(got[0].Facts) != 1 || got[0].Facts[0] != observation.Fact(observation.Said("e2e4")) {
			t.Errorf("got %v", got)
		}
		if board, sensor := d.Describe(); board.Make != "wood" || sensor != (observation.ClockSensor{}) {
			t.Errorf("described as %+v, %+v", board, sensor)
		}
		d.(boardio.Resumer).Resume(false)
		if len(w.resumed) != 1 {
			t.Error("the board was not told that it goes on with a game")
		}
	})
}

// A device that fails ends both.
func TestABoardThatFailsEndsTheClockToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := timesource.Bubble()
		w := &wood{src: src, reports: make(chan boardio.Report), failed: make(chan error)}
		mine, its := net.Pipe()
		go emulator.New(src, emulator.Options{}).Serve(context.Background(), its)
		d := bridge.Join(w, bridge.Options{Options: boardio.Options{Source: src, Open: func() (boardio.Port, error) { return bench.Port(mine), nil }}})
		ended := make(chan error)
		go func() { ended <- d.Run(context.Background(), func(boardio.Report) {}) }()
		w.failed <- errors.ErrUnsupported
		if err := <-ended; err != errors.ErrUnsupported {
			t.Errorf("ended with %v", err)
		}
		synctest.Wait()
	})
}

// What waits at one time is told in the order in which it arrived, and time does
// not go back.
func TestReportsComeInTheOrderOfArrival(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := timesource.Bubble()
		w := &wood{src: src, reports: make(chan boardio.Report), failed: make(chan error)}
		mine, its := net.Pipe()
		go func() {
			its.Write(append(line.Append(nil, times(60000)), '\n'))
		}()
		d := bridge.Join(w, bridge.Options{Options: boardio.Options{Source: src, Open: func() (boardio.Port, error) { return bench.Port(mine), nil }}})
		ctx, cancel := context.WithCancel(context.Background())
		var mu sync.Mutex
		var order []time.Duration
		hold := make(chan struct{})
		go d.Run(ctx, func(r boardio.Report) {
			mu.Lock()
			order = append(order, r.At)
			mu.Unlock()
			<-hold
		})
		synctest.Wait()
		go w.say(observation.Said("e2e4"))
		synctest.Wait()
		time.Sleep(time.Second)
		go func() {
			w.reports <- boardio.Report{At: src.Now() - 500*time.Millisecond, Facts: []observation.Fact{observation.Said("e7e5")}}
		}()
		synctest.Wait()
		close(hold)
		synctest.Wait()
		cancel()
		its.Close()
		synctest.Wait()
		if len(order) < 3 {
			t.Fatalf("%d reports, want 3 or more", len(order))
		}
		for i := 1; i < len(order); i++ {
			if order[i] < order[i-1] {
				t.Errorf("times go back: %v", order)
			}
		}
	})
}
