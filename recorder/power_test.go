package recorder

import (
	"bytes"
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"recorderd/disk/forgetful"
	"recorderd/evidence"
	"recorderd/journal"
	"recorderd/observation"
	"recorderd/record"
	"recorderd/signature"
	"recorderd/timesource"
)

// outage is a machine whose power is cut after so many operations of its disk,
// while a game is being played before it.
type outage struct {
	*bench
	disk  *forgetful.Disk
	key   *signature.Key
	ops   atomic.Int64
	limit int64 // 0: no end to it
	stand observation.Placement
}

func newOutage(t *testing.T, limit int64) *outage {
	o := &outage{bench: newBench(t), disk: forgetful.New(1), limit: limit}
	key, _, err := signature.LoadOrMake(filepath.Join(o.dir, "signing.key"), crand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	o.dir, o.quiet, o.key = "/data", true, key
	o.on(o.disk)
	o.disk.Fail(func(string, string) error {
		if o.ops.Add(1) > limit && limit > 0 {
			return syscall.EIO
		}
		return nil
	}, -1)
	return o
}

// on has the journals on this disk from the next start on.
func (o *outage) on(d *forgetful.Disk) {
	o.disk = d
	o.bench.disk = journal.Options{FS: d, Key: o.key}
}

func (o *outage) cut() bool { return o.limit > 0 && o.ops.Load() > o.limit }

// play says batches at their times until the power is cut, and returns how many
// were said.
func (o *outage) play(batches []observation.Batch, begin time.Duration) int {
	o.Helper()
	for i, batch := range batches {
		if o.cut() {
			return i
		}
		o.sayOne(batch, begin)
	}
	return len(batches)
}

// sayOne says a batch at its time.
func (o *outage) sayOne(batch observation.Batch, begin time.Duration) {
	o.Helper()
	wait := begin + time.Duration(batch.T)*time.Millisecond - o.time.Now()
	written, _, _ := o.rec.Journal()
	o.pass(wait)
	if wait >= 50*time.Millisecond {
		o.keepUp(written.Lines)
	}
	for _, f := range batch.Facts {
		see(&o.stand, f)
		o.say(f)
	}
}

// keepUp has the disk keep up with a time that is moved by hand: lines that were
// written long enough ago are synced, as they are in a hall.
func (o *outage) keepUp(written int64) {
	for spins := 1; !o.cut(); spins++ {
		s, durable, ok := o.rec.Journal()
		if !ok || s.Degraded() || durable+1 >= written || s.Lines < written {
			return
		}
		if spins%1000 == 0 { // its timer was made while time moved, and is a little late
			o.time.Advance(time.Millisecond)
		}
		runtime.Gosched()
	}
}

// vanish ends a process that the power cut has ended: what it still does is done
// to a disk that nobody looks at.
func (o *outage) vanish() {
	o.Helper()
	o.disk.Fail(nil, -1)
	stopped := make(chan error)
	go func() { stopped <- o.stop() }()
	for {
		select {
		case err := <-stopped:
			if err != nil && !errors.Is(err, context.Canceled) {
				o.Fatal(err)
			}
			return
		default:
			o.time.Advance(time.Second) // so that it tries its disk again
			runtime.Gosched()
		}
	}
}

// linesOf returns the lines of a journal that are whole and in their places.
func linesOf(file []byte) (lines []string) {
	r, err := journal.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil
	}
	n := 1
	for _, err = r.NextLine(); err == nil && len(r.Problems()) == 0; _, err = r.NextLine() {
		n++
	}
	for line := range bytes.Lines(file) {
		if lines = append(lines, string(line)); len(lines) == n {
			break
		}
	}
	return lines
}

// wantWhole checks strictly that a file is the journal of a closed game: the chain,
// the signatures, the times, and that the record follows.
func wantWhole(t *testing.T, what string, file []byte) {
	t.Helper()
	if found, err := evidence.Verify(bytes.NewReader(file), evidence.Options{}); err != nil {
		t.Errorf("%s: %v, after %q\n%s", what, err, found.Passed, file)
	}
}

// recordOf returns the record's lines of a journal.
func recordOf(t *testing.T, file []byte) (lines []string, s record.Summary) {
	t.Helper()
	src, err := journal.Open(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(src.Header())
	if err != nil {
		t.Fatal(err)
	}
	for {
		batch, err := src.Next()
		if err != nil {
			return lines, rec.Summary()
		}
		for _, e := range rec.Apply(batch) {
			lines = append(lines, string(record.AppendLine(nil, e)))
		}
	}
}

// reach is how far a proof goes: games of how many batches, with how many seeds,
// at every so manieth operation.
func reach() (batches, seeds, step int) {
	if os.Getenv("RECORDERD_LONG") != "" {
		return 1 << 20, 3, 1
	}
	return 40, 1, 1
}

// The power is cut after every operation of the disk while a game is recorded, be
// it a write, a sync or the making of the file; besides what was synced more of
// what was written may be there, and zeros. Each time the recorder goes on with
// the game, in a journal that is whole, and nothing that was durable is missing.
func TestThePowerIsCutAtEveryOperationOfAGame(t *testing.T) {
	most, seeds, step := reach()
	games, batches := evening(t, 1)
	batches = batches[:min(most, len(batches))]
	whole := newOutage(t, 0)
	whole.start()
	whole.play(batches, whole.time.Now())
	whole.stop()
	n := int(whole.ops.Load())
	t.Logf("%d batches, %d operations", len(batches), n)
	same, all := 0, 0
	for seed := range seeds {
		for k := 1; k <= n; k += step {
			rng := rand.New(rand.NewPCG(uint64(k), uint64(seed)))
			moves, resumed := powerCut(t, fmt.Sprintf("cut %d, seed %d", k, seed), batches, int64(k), rng)
			if t.Failed() {
				return
			}
			if resumed {
				all++
				if len(moves) > 0 && slices.Equal(moves, games[0].Moves[:min(len(moves), len(games[0].Moves))]) {
					same++
				}
			}
		}
	}
	t.Logf("the game went on after %d of %d cuts, and in %d of these without a move lost", all, seeds*n/step, same)
	if all < seeds*n/step*3/4 {
		t.Errorf("the game went on after %d cuts of %d, want most", all, seeds*n/step)
	}
}

// powerCut plays a game with one power cut, checks what the second life makes of
// it, and returns the moves of the journal in the end; resumed tells whether there
// was a game to go on with.
func powerCut(t *testing.T, what string, batches []observation.Batch, limit int64, rng *rand.Rand) (moves []string, resumed bool) {
	o := newOutage(t, limit)
	o.start()
	begin := o.time.Now()
	said := o.play(batches, begin)
	durable := int64(-1)
	if _, n, ok := o.rec.Journal(); ok {
		durable = n
	}
	before, left := o.disk, o.disk.PowerCut(rng)
	at := o.time.Now()
	o.vanish()
	const path = "/data/games/000001.jsonl"
	kept := linesOf(before.Get(path))[:durable+1]

	o.limit = 0
	o.on(left)
	o.boot += "'"
	o.time = new(timesource.Manual)
	o.time.Advance(at + 20*time.Second)
	o.start() // an error of Resume is fatal
	resumed = o.rec.Counts().Active
	if durable >= 0 && !resumed {
		t.Errorf("%s: line %d was durable and no game goes on", what, durable)
	}
	begin += 20 * time.Second
	o.report(observation.Link{Device: observation.BoardDevice, Up: true}, o.stand)
	o.play(batches[said:], begin)
	if _, err := o.rec.Tell(context.Background(), observation.Act{By: "arbiter", Kind: observation.ActCloseGame}); err != nil && resumed {
		t.Errorf("%s: close the game: %v", what, err)
	}
	if err := o.stop(); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("%s: stop: %v", what, err)
	}
	if !resumed {
		return nil, false
	}
	file := left.OnPlate(path)
	wantWhole(t, what, file)
	if now := linesOf(file); !slices.Equal(now[:min(len(now), len(kept))], kept) {
		t.Errorf("%s: of %d durable lines some are lost: %d are there", what, len(kept), len(now))
	}
	record, s := recordOf(t, file)
	if len(kept) > 0 {
		was, _ := recordOf(t, []byte(join(kept)))
		if !slices.Equal(record[:min(len(record), len(was))], was) {
			t.Errorf("%s: the record does not begin with what was durable:\n%s\nnow it is\n%s", what, join(was), join(record))
		}
	}
	return s.Moves, true
}

func join(lines []string) string {
	var b bytes.Buffer
	for _, l := range lines {
		b.WriteString(l)
	}
	return b.String()
}
