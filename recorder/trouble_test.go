package recorder

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"recorderd/disk/forgetful"
	"recorderd/observation"
)

// refusing refuses what writes.
func refusing(err error) forgetful.Fault {
	return func(op, _ string) error {
		if slices.Contains([]string{"mkdir", "create", "open", "write", "truncate", "sync", "syncdir"}, op) {
			return err
		}
		return nil
	}
}

// Whatever part of a game the disk fails in, its start, its middle, its final
// checkpoint or all of it: the record goes on, and when the disk works again the
// journal is the one that it would have been.
func TestADiskThatFailsCostsNoPartOfAGame(t *testing.T) {
	games, batches := evening(t, 1)
	n := len(batches)
	for _, fault := range []struct {
		name  string
		fault forgetful.Fault
		space int64
	}{
		{"full", nil, 0},
		{"full in the middle of a line", nil, 1150},
		{"read-only", refusing(syscall.EROFS), -1},
		{"dying", refusing(syscall.EIO), -1},
	} {
		for _, part := range []struct {
			name     string
			from, to int // batches; above n: after the game was closed
		}{
			{"at its start", 0, n / 3},
			{"in its middle", n / 3, n * 2 / 3},
			{"at its final checkpoint", n, n + 1},
			{"all the time", 0, n + 1},
		} {
			t.Run(fault.name+" "+part.name, func(t *testing.T) {
				o := newOutage(t, 0)
				o.disk.Fail(nil, -1)
				o.start()
				begin := o.time.Now()
				for i := range n + 1 {
					switch i {
					case part.from:
						o.disk.Fail(fault.fault, fault.space)
					case part.to:
						o.disk.Fail(nil, -1)
					}
					if i < n {
						o.sayOne(batches[i], begin)
					}
				}
				shown := o.board.RecordJSONL()
				if _, err := o.rec.Tell(context.Background(), observation.Act{By: "arbiter", Kind: observation.ActCloseGame}); err != nil {
					t.Fatalf("close the game: %v", err)
				}
				if part.to > n {
					if state, durable, _ := o.rec.Journal(); durable+1 >= state.Lines {
						t.Error("the final checkpoint is on a disk that fails")
					}
				}
				o.disk.Fail(nil, -1)
				file := o.awaitFinal()
				wantWhole(t, "in the end", file)
				lines, s := recordOf(t, file)
				if !slices.Equal(s.Moves, games[0].Moves) {
					t.Errorf("moves %v\nwant %v", s.Moves, games[0].Moves)
				}
				for i, line := range bytes.Split(bytes.TrimSpace(shown), []byte("\n")) {
					if !bytes.HasPrefix(line, []byte(`{"ev":"summary"`)) && (i >= len(lines) || lines[i] != string(line)) {
						t.Fatalf("line %d that was shown is not in the journal:\n%s", i+1, line)
					}
				}
				o.vanish()
			})
		}
	}
}

// awaitFinal lets time pass until the journal is closed on the disk.
func (o *outage) awaitFinal() []byte {
	o.Helper()
	for range 1_000_000 {
		file := o.disk.OnPlate("/data/games/000001.jsonl")
		last := file[bytes.LastIndexByte(bytes.TrimSpace(file), '\n')+1:]
		if bytes.HasSuffix(last, []byte("\n")) && bytes.Contains(last, []byte(`"final":true`)) {
			return file
		}
		o.time.Advance(100 * time.Millisecond)
		runtime.Gosched()
	}
	o.Fatal("the journal is not closed on the disk")
	return nil
}

// A journal that the card cannot give back any more keeps nobody from recording.
func TestAJournalThatCannotBeReadIsPassed(t *testing.T) {
	b := newBench(t)
	unreadable := filepath.Join(b.dir, "games", "000020.jsonl") // a folder of that name: reading it fails
	if err := os.MkdirAll(unreadable, 0o755); err != nil {
		t.Fatal(err)
	}
	b.start()
	b.begin()
	if err := b.stop(); err != nil {
		t.Fatal(err)
	}
	files := b.files()
	if len(files) != 2 || filepath.Base(files[1]) != "000021.jsonl" {
		t.Errorf("got %q, want the next game in 000021.jsonl", files)
	}
}
