package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	"recorderd/boardio/finder"
)

var update = flag.Bool("update", false, "write what the scripts expect anew")

// suite is all tests of this package, and what is cleared away after them.
type suite struct{ *testing.M }

func (s suite) Run() int {
	defer os.RemoveAll(workshop)
	flag.Parse()
	flag.Set("test.parallel", "8") // they wait for clocks more than for processors
	return s.M.Run()
}

func TestMain(m *testing.M) {
	testscript.Main(suite{m}, map[string]func(){"recorderd": main})
}

// TestScripts calls recorderd as people do on a command line.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":     status,
			"silent-tty": silentTTY,
			"board":      boardAt,
			"count":      countLines,
			"alter":      alterFile,
			"cut":        cutFile,
			"signers":    signersFile,
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "serial-ports":
				return len(finder.Machine{}.Ports()) > 0, nil
			}
			return false, fmt.Errorf("no condition %q", name)
		},
		Setup: func(e *testscript.Env) error {
			traces, err := filepath.Abs("../../testdata/traces")
			e.Setenv("TRACES", traces)
			return err
		},
	})
}

// status runs a program and wants this exit status of it:
//
//	status 2 recorderd replay
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// silentTTY makes a terminal at which nobody answers:
//
//	silent-tty NAME
func silentTTY(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: silent-tty NAME")
	}
	tty, err := emulated.OpenPTY()
	ts.Check(err)
	ts.Defer(func() { tty.Close() })
	ts.Check(os.Symlink(tty.Path, ts.MkAbs(args[0])))
}

// boardAt has an emulated board stand at a path until the script ends:
//
//	board MAKE NAME
func boardAt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: board MAKE NAME")
	}
	kind, known := boardio.MakeOf(args[0])
	if !known {
		ts.Fatalf("no driver is called %s", args[0])
	}
	_, serve, err := stand(kind, ts.MkAbs(args[1]))
	ts.Check(err)
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- serve(ctx) }()
	ts.Defer(func() {
		stop()
		ts.Check(<-served)
	})
}

// countLines wants so many lines in a file, or in stdout or stderr:
//
//	count N FILE
func countLines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: count N FILE")
	}
	if got := strings.Count(ts.ReadFile(args[1]), "\n"); strconv.Itoa(got) != args[0] {
		ts.Fatalf("%s has %d lines, want %s", args[1], got, args[0])
	}
}

// alterFile copies a file with one letter in its middle changed:
//
//	alter FROM TO
func alterFile(ts *testscript.TestScript, neg bool, args []string) {
	changeFile(ts, neg, args, func(b []byte) []byte {
		b[len(b)/2] ^= 1
		return b
	})
}

// cutFile copies a file without its last fifty bytes:
//
//	cut FROM TO
func cutFile(ts *testscript.TestScript, neg bool, args []string) {
	changeFile(ts, neg, args, func(b []byte) []byte { return b[:len(b)-50] })
}

func changeFile(ts *testscript.TestScript, neg bool, args []string, change func([]byte) []byte) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: alter|cut FROM TO")
	}
	changed := change([]byte(ts.ReadFile(args[0])))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), changed, 0o640))
}

// signersFile makes a file of allowed signers of a public key:
//
//	signers NAME PUBLIC TO
func signersFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: signers NAME PUBLIC TO")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(args[0]+" "+ts.ReadFile(args[1])), 0o640))
}
