package chessnut_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/chessnut"
	"recorderd/boardio/chessnut/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// machine is a folder that looks like a machine with a board: a keyboard, and the
// two interfaces of a board, of which the second has a socket for its node.
func machine(t *testing.T) (root string) {
	t.Helper()
	root, err := os.MkdirTemp("", "hid") // t.TempDir is too long for the name of a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	for node, files := range map[string][2]string{
		"hidraw0": {"HID_ID=0003:0000046D:0000C31C\n", "\x05\x01"},
		"hidraw1": {"HID_ID=0003:00002D80:00008002\nHID_NAME=ChessAir\n", "\x05\x01"},
		"hidraw2": {"HID_ID=0003:00002D80:00008002\nHID_NAME=ChessAir\n", "\x06\x00\xFF"},
	} {
		device := filepath.Join(root, "sys/class/hidraw", node, "device")
		err := errors.Join(
			os.MkdirAll(device, 0o755), os.MkdirAll(filepath.Join(root, "dev"), 0o755),
			os.WriteFile(filepath.Join(device, "uevent"), []byte(files[0]), 0o600),
			os.WriteFile(filepath.Join(device, "report_descriptor"), []byte(files[1]), 0o600),
		)
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// boardNode is the node of the only board of a machine.
func boardNode(t *testing.T, root string) string {
	t.Helper()
	nodes, err := boardio.ListHID(root)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, n := range nodes {
		if chessnutMake(t).HID.Has(n) {
			found = append(found, n.Path)
		}
	}
	if len(found) != 1 {
		t.Fatalf("boards are at %q, want one", found)
	}
	return found[0]
}

// fact writes a fact as Rig.Facts does.
func fact(f observation.Fact) string {
	line := string(observation.AppendLine(nil, 0, f))
	return strings.TrimSuffix(strings.TrimPrefix(line, `{"t":0,`), "}")
}

// plug serves a board at a node until the test ends or its plug is pulled.
func plug(t *testing.T, board *emulator.Board, node string) {
	t.Helper()
	line, err := emulated.ListenReports(node)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- board.Serve(context.Background(), line) }()
	t.Cleanup(func() {
		line.Close()
		<-served
	})
}

func TestBoardIsFoundAmongTheNodesOfAMachine(t *testing.T) {
	node := boardNode(t, machine(t))
	board := emulator.New(timesource.Boot(), emulator.Options{})
	plug(t, board, node)
	found, err := chessnutMake(t).Look(t.Context(), boardio.OpenHID(node), timesource.Boot())
	if err != nil || len(found) != 1 || found[0].Firmware != "CN_DVT9_210659" {
		t.Errorf("got %+v, %v", found, err)
	}
}

func TestDriverOnASocket(t *testing.T) {
	node := boardNode(t, machine(t))
	board := emulator.New(timesource.Boot(), emulator.Options{})
	board.SetPlacement(placed(bench.Start))
	plug(t, board, node)

	reports := make(chan boardio.Report, 64)
	driver := chessnut.New(boardio.Options{Device: node, Open: boardio.OpenHID(node), Source: timesource.Boot()})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	ended := make(chan error, 1)
	go func() { ended <- driver.Run(ctx, func(r boardio.Report) { reports <- r }) }()
	next := func(what string, facts ...string) {
		t.Helper()
		select {
		case r := <-reports:
			var got []string
			for _, f := range r.Facts {
				got = append(got, fact(f))
			}
			bench.Want(t, what, facts, got)
		case <-ctx.Done():
			t.Fatalf("%s: nothing came", what)
		}
	}
	next("up", bench.BoardUp, bench.Stands(bench.Start))
	board.Lift(square("e2"))
	next("lifted", bench.Change("e2", ""))
	board.Unplug()
	next("unplugged", bench.BoardDown)
	board.Put(square("e4"), 'P')
	plug(t, board, node)
	next("back", bench.BoardUp, bench.Stands("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"))
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("Run ended with %v", err)
	}
}
