package finder

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"recorderd/boardio"
)

func TestAPortThatAnotherProcessHasIsSeenToBe(t *testing.T) {
	port, err := os.Create(filepath.Join(t.TempDir(), "port"))
	if err != nil {
		t.Fatal(err)
	}
	defer port.Close()
	if othersHave(port.Name()) {
		t.Error("this process is taken for another one")
	}
	child := exec.Command("cat")
	child.ExtraFiles = []*os.File{port}
	stdin, err := child.StdinPipe() // it waits for the end of it
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if !othersHave(port.Name()) {
		t.Error("a process that has it is not seen")
	}
	stdin.Close()
	if err := child.Wait(); err != nil {
		t.Fatal(err)
	}
	if othersHave(port.Name()) {
		t.Error("a process that has ended is seen")
	}
	for target, want := range map[string]bool{"/dev/ttyUSB0": true, "/dev/pts/3": false, "/dev/null": false, port.Name(): false} {
		if got := isReal(target); got != want {
			t.Errorf("%s: real %v, want %v", target, got, want)
		}
	}
}

func TestAPortThatCantBeOpenedIsFreeAgain(t *testing.T) {
	name := filepath.Join(t.TempDir(), "port")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := claimed(name, boardio.Serial(name, boardio.Line{Baud: 9600})); !errors.Is(err, boardio.ErrNoLine) {
			t.Errorf("got %v, want %v", err, boardio.ErrNoLine)
		}
	}
	if _, err := claimed(name+"x", boardio.Serial(name+"x", boardio.Line{Baud: 9600})); !errors.Is(err, boardio.ErrAbsent) {
		t.Errorf("got %v, want %v", err, boardio.ErrAbsent)
	}
}
