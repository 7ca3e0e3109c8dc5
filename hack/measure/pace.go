package main

import (
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"recorderd/observation"
	"recorderd/record"
)

// pace folds games one after the other and returns how many observations that
// makes in a second of one core. It is processor time that counts, of all
// threads, so that neither a busy machine nor a second core changes it.
func pace(jobs []job) (int, error) {
	var took time.Duration
	observations := 0
	for _, j := range jobs {
		h, batches, _ := j.watch(j.game, j.seed)
		observations += len(batches)
		runtime.GC() // what watching left behind is not the fold's
		begin := processorTime()
		if err := foldQuietly(h, batches); err != nil {
			return 0, fmt.Errorf("%s: game %d: %w", j.setting, j.number, err)
		}
		took += processorTime() - begin
	}
	if took <= 0 {
		return 0, nil
	}
	return int(float64(observations) / took.Seconds()), nil
}

func foldQuietly(h observation.Header, batches []observation.Batch) error {
	rec, err := record.New(h)
	if err != nil {
		return err
	}
	for _, b := range batches {
		rec.Apply(b)
	}
	return nil
}

// processorTime is what this process has used.
func processorTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic("measure: getrusage: " + err.Error()) // every Linux has it
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
