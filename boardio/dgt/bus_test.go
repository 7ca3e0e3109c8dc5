package dgt_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/dgt"
	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/timesource"
)

// hall is a line with several boards in a bubble of time, and the devices that
// read them.
type hall struct {
	t      *testing.T
	src    timesource.Source
	wire   *emulated.Wire
	boards []*seat

	mu     sync.Mutex
	refuse error
	sent   []byte
}

// seat is one board, and what its device said.
type seat struct {
	*emulator.Board
	device boardio.Device
	clock  *clockio.Countdown
	opt    boardio.Options
	stop   func()

	mu      sync.Mutex
	reports []boardio.Report
	status  []string
	tapped  []byte
}

func serialOf(i int) string { return fmt.Sprintf("%05d", 1025+i) }

// inHall runs a test with n boards at the start position, whose clocks stand.
func inHall(t *testing.T, n int, opt emulator.Options, test func(*hall)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := &hall{t: t, src: timesource.Bubble()}
		var boards []*emulator.Board
		var opts []boardio.Options
		for i := range n {
			opt := opt
			opt.Serial, opt.Seed = serialOf(i), opt.Seed+uint64(i)
			s := &seat{Board: emulator.New(h.src, opt), clock: blitz()}
			s.SetPlacement(placed(startFEN))
			s.SetClock(s.clock)
			s.opt = boardio.Options{Device: "/dev/ttyUSB0", Open: h.open, Source: h.src, Status: s.tell, Tap: s.tap, Serial: opt.Serial}
			h.boards, boards, opts = append(h.boards, s), append(boards, s.Board), append(opts, s.opt)
		}
		h.wire = emulator.NewBus(h.src, boards...)
		for i, d := range dgt.NewBus(opts) {
			h.boards[i].device = d
		}
		test(h)
		for _, s := range h.boards {
			if s.stop != nil {
				s.stop()
			}
		}
		h.wire.Unplug()
		synctest.Wait()
	})
}

func (h *hall) open() (boardio.Port, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.refuse != nil {
		return nil, h.refuse
	}
	mine, its := net.Pipe()
	go h.wire.Serve(context.Background(), its)
	return hallPort{bench.Port(mine), h}, nil
}

// hallPort writes down what is sent.
type hallPort struct {
	boardio.Port
	h *hall
}

func (p hallPort) Write(b []byte) (int, error) {
	p.h.mu.Lock()
	p.h.sent = append(p.h.sent, b...)
	p.h.mu.Unlock()
	return p.Port.Write(b)
}

func (h *hall) plug(refuse error) {
	h.mu.Lock()
	h.refuse = refuse
	h.mu.Unlock()
	if refuse != nil {
		h.wire.Unplug()
	}
}

// run lets the devices of all boards run.
func (h *hall) run() {
	for _, s := range h.boards {
		s.run(h.t)
	}
}

func (s *seat) run(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.device.Run(ctx, s.take) }()
	s.stop = func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("Run ended with %v, want context canceled", err)
		}
		s.stop = nil
	}
}

func (h *hall) pass(d time.Duration) {
	timesource.Sleep(context.Background(), h.src, d)
	synctest.Wait()
}

// atStart runs and waits until all boards are up and at rest.
func (h *hall) atStart() {
	h.run()
	h.pass(5 * time.Second)
	for _, s := range h.boards {
		s.facts()
		s.states()
	}
}

func (s *seat) take(r boardio.Report) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reports = append(s.reports, r)
}

func (s *seat) tell(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		s.status = append(s.status, "up")
	} else {
		s.status = append(s.status, err.Error())
	}
}

func (s *seat) tap(_ time.Duration, b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tapped = append(s.tapped, b...)
}

func (s *seat) states() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { s.status = nil }()
	return s.status
}

// facts returns what was reported since the last call, as Rig.Facts does.
func (s *seat) facts() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	lines := []string{}
	for _, r := range s.reports {
		for _, f := range r.Facts {
			line := string(observation.AppendLine(nil, 0, f))
			lines = append(lines, strings.TrimSuffix(strings.TrimPrefix(line, `{"t":0,`), "}"))
		}
	}
	s.reports = nil
	return lines
}

func (s *seat) move(h *hall, from, to string, p observation.Piece) {
	s.Lift(square(from))
	h.pass(400 * time.Millisecond)
	s.Put(square(to), p)
	h.pass(400 * time.Millisecond)
}

// squares are the facts that are no reports of a clock.
func squares(facts []string) []string {
	return slices.DeleteFunc(facts, func(f string) bool { return strings.HasPrefix(f, `"clock"`) })
}

func TestBoardsOfABusComeUp(t *testing.T) {
	inHall(t, 3, emulator.Options{Version: [2]byte{1, 20}}, func(h *hall) {
		h.run()
		h.pass(time.Second)
		for i, s := range h.boards {
			want(t, "reported", []string{boardUp, startIs, clockUp, clock(180, 180, "none")}, s.facts())
			want(t, "status", []string{"up"}, s.states())
			board, sensor := s.device.Describe()
			want(t, "board", observation.Board{Sensing: "identity", ScanMS: 310, Make: "DGT", Serial: serialOf(i), Firmware: "1.20"}, board)
			want(t, "clock", observation.ClockSensor{Present: true, ResolutionMS: 1000, PollMS: 1000}, sensor)
		}
	})
}

func TestNothingForASingleBoardIsSentOnABus(t *testing.T) {
	inHall(t, 3, emulator.Options{}, func(h *hall) {
		h.atStart()
		h.boards[1].SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
		h.boards[0].move(h, "e2", "e4", 'P')
		h.pass(40 * time.Second)
		for m := range slices.Chunk(h.sent, 4) {
			if c, address, ok := dgt.ReadBusCommand([4]byte(m)); !ok || address < 1025 || c == dgt.BusStart || c == dgt.BusEnd || c == dgt.BusReset {
				t.Fatalf("sent % X", m)
			}
		}
	})
}

func TestAMoveAndAPressOnABus(t *testing.T) {
	inHall(t, 3, emulator.Options{}, func(h *hall) {
		h.atStart()
		s := h.boards[1]
		s.StartClock(observation.White)
		h.pass(1500 * time.Millisecond)
		if got := s.facts(); !strings.HasSuffix(got[len(got)-1], `"running":"white","flag":"none"}`) {
			t.Errorf("the clock was started: got %v", got)
		}
		s.move(h, "e2", "e4", 'P')
		s.Press(observation.White)
		h.pass(700 * time.Millisecond)
		facts := s.facts()
		want(t, "squares", []string{change("e2", ""), change("e4", "P")}, squares(slices.Clone(facts)))
		want(t, "pressed", true, slices.Contains(facts, clock(180, 180, "black")))
		s.StopClock()
		h.pass(2 * time.Second)
		facts = s.facts()
		want(t, "stopped", clock(180, 180, "none"), facts[len(facts)-1])
		for _, other := range []*seat{h.boards[0], h.boards[2]} {
			want(t, "another board", []string{}, other.facts())
		}
	})
}

// What was done before the press is told before it, whatever is asked when.
func TestOrderOfMovesAndPressesOnABus(t *testing.T) {
	inHall(t, 2, emulator.Options{}, func(h *hall) {
		h.atStart()
		s := h.boards[0]
		s.StartClock(observation.White)
		h.pass(1500 * time.Millisecond)
		s.facts()
		side, from, to := observation.White, "e2", "e4"
		for i := range 60 {
			s.Lift(square(from))
			s.Put(square(to), 'P')
			h.pass(time.Duration(230+17*i) * time.Millisecond) // a scan, and then at any time
			s.Press(side)
			h.pass(800 * time.Millisecond)
			var got []string
			for _, f := range s.facts() {
				if _, running, ok := strings.Cut(f, `"running":`); !ok {
					got = append(got, f)
				} else if strings.HasPrefix(running, `"`+side.Other().String()) {
					got = append(got, "press")
				}
			}
			moved := []string{change(from, ""), change(to, "P")}
			if len(got) > 1 && got[0] == moved[1] { // either order in one look
				moved[0], moved[1] = moved[1], moved[0]
			}
			want(t, fmt.Sprint("move ", i), append(moved, "press"), slices.Compact(got))
			from, to, side = to, from, side.Other()
		}
	})
}

func TestABoardOfABusDiesAndComesBack(t *testing.T) {
	inHall(t, 4, emulator.Options{}, func(h *hall) {
		h.atStart()
		dead := h.boards[2]
		dead.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
		h.pass(3 * time.Second)
		want(t, "after 3 s", []string{}, dead.facts())
		h.pass(2 * time.Second)
		want(t, "after 5 s", []string{boardDn, clockDn}, dead.facts())
		want(t, "status", []string{"read board 01027 on /dev/ttyUSB0: no answer: is the board on, and is this its port?"}, dead.states())
		h.boards[1].move(h, "e2", "e4", 'P')
		want(t, "the others go on", []string{change("e2", ""), change("e4", "P")}, h.boards[1].facts())
		h.pass(time.Minute)
		dead.move(h, "d2", "d4", 'P')
		dead.SetFaults(emulator.Faults{})
		h.pass(3 * time.Second)
		want(t, "back", []string{
			boardUp, `"placement":"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR"`,
			`"memory":[{"sq":"d2","piece":""},{"sq":"d4","piece":"P"}]`, clockUp, clock(180, 180, "none"),
		}, dead.facts())
		want(t, "status", []string{"up"}, dead.states())
		for i, s := range h.boards {
			if got := s.states(); len(got) > 0 {
				t.Errorf("board %d was told %q", i, got)
			}
		}
	})
}

func TestTheCableOfABusIsPulledAndPutBack(t *testing.T) {
	inHall(t, 3, emulator.Options{Options: emulated.Options{OwnPower: true}}, func(h *hall) {
		h.atStart()
		h.boards[0].move(h, "e2", "e4", 'P')
		h.boards[0].facts()
		for range 2 {
			h.plug(pulled)
			h.pass(time.Minute)
			for _, s := range h.boards {
				want(t, "reported", []string{boardDn, clockDn}, s.facts())
				want(t, "status", []string{"read /dev/ttyUSB0: gone: is the cable in?"}, s.states())
			}
			h.boards[0].StartClock(observation.Black)
			h.boards[0].move(h, "e7", "e5", 'p')
			h.boards[0].Press(observation.Black)
			h.pass(time.Second)
			h.boards[0].move(h, "e5", "e7", 'p')
			h.boards[0].StopClock()
			h.plug(nil)
			h.pass(4 * time.Second)
			facts := h.boards[0].facts()
			want(t, "back", []string{boardUp, `"placement":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"`}, facts[:2])
			if !strings.HasSuffix(facts[2], `{"sq":"e5","piece":"p"},{"black_ms":`+fmt.Sprint(h.boards[0].clock.Report(h.src.Now()).BlackMS)+`},{"sq":"e5","piece":""},{"sq":"e7","piece":"p"}]`) {
				t.Errorf("remembered %s", facts[2])
			}
			for _, s := range h.boards {
				s.facts()
				want(t, "status", []string{"up"}, s.states())
			}
		}
	})
}

func TestTheRecorderGoesOnOnABus(t *testing.T) {
	inHall(t, 1, emulator.Options{}, func(h *hall) {
		s := h.boards[0]
		h.atStart()
		s.stop()
		h.pass(time.Second)
		s.move(h, "e2", "e4", 'P')
		s.device = dgt.NewBus([]boardio.Options{s.opt})[0]
		s.device.(boardio.Resumer).Resume(false)
		h.wire.Unplug()
		h.run()
		h.pass(2 * time.Second)
		facts := s.facts()
		if len(facts) < 3 || !strings.HasPrefix(facts[2], `"memory":[`) {
			t.Errorf("got %v, want a memory after the squares", facts)
		}
	})
}

func TestLostAnswersOfABusLoseNothing(t *testing.T) {
	for name, faults := range map[string]emulated.Faults{
		"bits flip":       {FlipBit: 0.1},
		"bytes are lost":  {LoseByte: 0.1},
		"answers missing": {LoseFrame: 0.1},
		"garbage":         {Garbage: 0.2},
	} {
		inHall(t, 2, emulator.Options{}, func(h *hall) {
			h.atStart()
			for _, s := range h.boards {
				s.SetFaults(emulator.Faults{Faults: faults})
			}
			s := h.boards[0]
			var wanted []string
			for range 50 {
				s.move(h, "e2", "e4", 'P')
				s.move(h, "e4", "d3", 'P')
				s.move(h, "d3", "e2", 'P')
				h.pass(200 * time.Millisecond)
				wanted = append(wanted, change("e2", ""), change("e4", "P"), change("e4", ""), change("d3", "P"), change("d3", ""), change("e2", "P"))
			}
			s.SetFaults(emulator.Faults{})
			h.pass(5 * time.Second)
			want(t, name+": status", []string(nil), s.states())
			// Where an answer is late, two changes of a square are one note.
			got := s.facts()
			n := 0
			for _, f := range got {
				if slices.Contains(wanted, f) {
					n++
				}
			}
			if n != len(got) || n < len(wanted)*3/4 {
				t.Errorf("%s: %d of %d reports are of what was done, want all of at most %d", name, n, len(got), len(wanted))
			}
			if s.device.Stats().Notes["missed update"] > 0 {
				t.Errorf("%s: changes were missed: %v", name, s.device.Stats())
			}
		})
	}
}

func TestABoardOfABusThatRestarts(t *testing.T) {
	inHall(t, 2, emulator.Options{}, func(h *hall) {
		h.atStart()
		s := h.boards[0]
		s.Lift(square("e2"))
		h.pass(time.Second)
		s.facts()
		s.Put(square("e4"), 'P')
		s.Lift(square("d2"))
		s.Restart()
		h.pass(3 * time.Second)
		want(t, "reported", []string{change("e4", "P"), `"placement":"rnbqkbnr/pppppppp/8/8/4P3/8/PPP2PPP/RNBQKBNR"`}, squares(s.facts()))
	})
}

func TestTapOfABusHasTheBytesOfEachBoard(t *testing.T) {
	inHall(t, 2, emulator.Options{}, func(h *hall) {
		h.atStart()
		h.pass(10 * time.Second)
		for i, s := range h.boards {
			if got := s.device.Stats().Bytes; got != int64(len(s.tapped)) || got < 100 {
				t.Errorf("board %d: %d bytes received, %d tapped", i, got, len(s.tapped))
			}
			f := dgt.NewBusFramer(func(r dgt.Reason) { t.Errorf("board %d: %v in the tap", i, r) })
			f.Push(0, s.tapped, func(m dgt.BusFrame) {
				if m.Address != 1025+i {
					t.Errorf("board %d: an answer of %d in the tap", i, m.Address)
				}
			})
		}
	})
}

func TestABoardWithoutANumber(t *testing.T) {
	inHall(t, 1, emulator.Options{}, func(h *hall) {
		s := h.boards[0]
		s.opt.Serial = "3000147740"
		s.device = dgt.NewBus([]boardio.Options{s.opt})[0]
		h.run()
		h.pass(time.Minute)
		want(t, "reported", []string{boardDn}, s.facts())
		want(t, "status", []string{`find /dev/ttyUSB0: "3000147740" is no number of a board on a shared line: give serial, the five digits under the board`}, s.states())
	})
}
