package finder

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"

	_ "recorderd/boardio/dgt"
)

// Makes that there are not: two that talk by themselves and have no number, and
// one whose question is an order to others.
func init() {
	for name, word := range map[string]string{"talker": "talk", "teller": "tell"} {
		boardio.Register(boardio.Make{
			Name: name, Title: "Talker", Line: boardio.Line{Baud: 38400}, Listens: true,
			New:   func(opt boardio.Options) boardio.Device { return newTalker(opt) },
			Greet: func(a boardio.Asking) ([]boardio.Found, error) { return hear(a, word) },
		})
	}
	boardio.Register(boardio.Make{
		Name: "rough", Title: "Rough", Line: boardio.Line{Baud: 57600},
		New:   func(opt boardio.Options) boardio.Device { return newTalker(opt) },
		Greet: func(a boardio.Asking) ([]boardio.Found, error) { return nil, a.Say('N') },
	})
}

// hear finds a board that says a word again and again.
func hear(a boardio.Asking, word string) (found []boardio.Found, err error) {
	err = a.Hear(3*time.Second, func(_ time.Duration, b []byte) bool {
		if strings.Contains(string(b), word) {
			found = []boardio.Found{{Board: observation.Board{Make: "Talker"}}}
		}
		return len(found) > 0
	})
	return found, err
}

// talker is a driver that takes all that it hears for a start position.
type talker struct{ *boardio.Keeper }

func newTalker(opt boardio.Options) *talker {
	return &talker{boardio.NewKeeper(opt, observation.Board{Make: "Talker"}, observation.ClockSensor{})}
}

func (d *talker) Run(ctx context.Context, out func(boardio.Report)) error {
	return d.Keep(ctx, out, func(now time.Duration) boardio.Talk {
		return &talk{d.Keeper, boardio.NewPulse(now, d.Heartbeat)}
	})
}

type talk struct {
	*boardio.Keeper
	pulse boardio.Pulse
}

func (t *talk) Hear(at time.Duration, _ []byte) {
	t.pulse.Life()
	t.See(at, bench.Placed(bench.Start))
}
func (t *talk) Due() time.Duration { return t.pulse.Due() }
func (t *talk) Act(now time.Duration) error {
	if t.pulse.Beat(now); t.pulse.Dead() {
		return t.Silent()
	}
	return nil
}

// thing is what may be behind a port. It gets a line whenever one is opened.
type thing interface {
	serve(net.Conn)
	pull()
}

// board is an emulated one.
type board struct{ *emulated.Board }

func (b board) serve(line net.Conn) { b.Serve(context.Background(), line) }
func (b board) pull()               { b.Unplug() }

// noise says something every so often, or nothing, and answers nothing.
type noise struct {
	say   string
	every time.Duration
	src   timesource.Source

	mu   sync.Mutex
	line net.Conn
}

func (n *noise) serve(line net.Conn) {
	n.mu.Lock()
	n.line = line
	n.mu.Unlock()
	ctx, silent := context.WithCancel(context.Background())
	defer silent()
	go func() {
		for n.say != "" && timesource.Sleep(ctx, n.src, n.every) == nil {
			if _, err := line.Write([]byte(n.say)); err != nil {
				return
			}
		}
	}()
	buf := make([]byte, 64)
	for {
		if _, err := line.Read(buf); err != nil {
			return
		}
	}
}

func (n *noise) pull() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.line != nil {
		n.line.Close()
	}
}

// world is a machine and what is plugged in, in a bubble of time.
type world struct {
	*tree
	src timesource.Source

	mu     sync.Mutex
	things map[string]thing    // by the name of the port
	refuse map[string]error    // of opening it
	opened map[string]int      // how often
	heard  map[string][]string // what was said to it, a write each
}

// inWorld runs a test in one.
func inWorld(t *testing.T, test func(*world)) {
	f := newTree(t)
	synctest.Test(t, func(t *testing.T) {
		f.t = t
		w := &world{
			tree: f, src: timesource.Bubble(), things: make(map[string]thing), refuse: make(map[string]error),
			opened: make(map[string]int), heard: make(map[string][]string),
		}
		test(w)
		for name := range w.things {
			w.things[name].pull()
		}
		synctest.Wait()
	})
}

func (w *world) machine() Machine { return Machine{Root: w.root, Open: w.open} }

func (w *world) open(p Port, _ boardio.Line) boardio.Opener {
	return func() (boardio.Port, error) {
		target, err := filepath.EvalSymlinks(p.Device)
		if err != nil {
			return nil, &boardio.Error{Op: "open", Device: p.Device, Err: boardio.ErrAbsent, Hint: "is the cable in?"}
		}
		name := filepath.Base(target)
		w.mu.Lock()
		defer w.mu.Unlock()
		if err := w.refuse[name]; err != nil {
			return nil, err
		}
		w.opened[name]++
		mine, its := net.Pipe()
		go w.things[name].serve(its)
		return noted{bench.Port(mine), w, name}, nil
	}
}

// noted is a line of which somebody notes what is said.
type noted struct {
	boardio.Port
	w    *world
	name string
}

func (n noted) Write(b []byte) (int, error) {
	n.w.mu.Lock()
	n.w.heard[n.name] = append(n.w.heard[n.name], string(b))
	n.w.mu.Unlock()
	return n.Port.Write(b)
}

// connect plugs something in.
func (w *world) connect(tty string, a adapter, what thing) {
	w.t.Helper()
	w.mu.Lock()
	w.things[tty] = what
	w.mu.Unlock()
	w.plug(tty, a)
}

// disconnect pulls it out.
func (w *world) disconnect(tty string, a adapter) {
	w.t.Helper()
	w.tree.pull(tty, a)
	w.mu.Lock()
	was := w.things[tty]
	delete(w.things, tty)
	w.mu.Unlock()
	was.pull()
}

// behind puts something else behind a port; the port stays.
func (w *world) behind(tty string, what thing) {
	w.mu.Lock()
	was := w.things[tty]
	w.things[tty] = what
	w.mu.Unlock()
	was.pull()
}

// dgt is a board with this serial number.
func (w *world) dgt(serial string) board {
	b := emulator.New(w.src, emulator.Options{Options: emulated.Options{Serial: serial}})
	b.SetPlacement(bench.Placed(bench.Start))
	return board{b.Board}
}

func (w *world) silence() *noise { return &noise{src: w.src} }

func (w *world) talker() *noise {
	return &noise{say: "talk", every: 300 * time.Millisecond, src: w.src}
}

// recorder is a device that runs.
type recorder struct {
	*Device
	w    *world
	stop func()

	mu     sync.Mutex
	status []string
	upAt   time.Duration
	facts  []string
}

// record runs a device.
func (w *world) record(opt Options) *recorder {
	w.t.Helper()
	r := &recorder{w: w}
	opt.Source, opt.Machine, opt.Status, opt.Tap = w.src, w.machine(), r.tell, nil
	var err error
	if r.Device, err = New(opt); err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.Run(ctx, r.take) }()
	r.stop = func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			w.t.Errorf("Run ended with %v", err)
		}
	}
	return r
}

func (r *recorder) tell(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.status, r.upAt = append(r.status, "up"), r.w.src.Now()
		return
	}
	r.status = append(r.status, strings.ReplaceAll(err.Error(), r.w.root, ""))
}

func (r *recorder) take(rep boardio.Report) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range rep.Facts {
		switch f := f.(type) {
		case observation.Link:
			r.facts = append(r.facts, fmt.Sprintf("%s %v", f.Device, f.Up))
		case observation.Placement:
			r.facts = append(r.facts, "placement")
		}
	}
}

// told returns the states of the link since the last call.
func (r *recorder) told() []string {
	synctest.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.status
	r.status = nil
	return s
}

// pass lets time pass.
func (w *world) pass(d time.Duration) {
	timesource.Sleep(context.Background(), w.src, d)
	synctest.Wait()
}
