package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
)

// afterwards is how long the fold goes on behind the last report of a stream.
const afterwards = 5 * time.Second

const streams = "../../testdata/streams"

// What a board said, byte for byte, and the record that comes of it, for each
// make: the driver reads the stream and must come to the same lines. The streams
// are of emulated boards, and say so; one of a real board goes beside them in the
// same form. To write what is missing, and all records anew: go test -run Streams -update
func TestStreamsOfEveryMake(t *testing.T) {
	if *update {
		ofEveryMake(t, writeStream)
	}
	files, err := filepath.Glob(streams + "/*.stream")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d streams, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { readStream(t, file) })
	}
}

// readStream has the driver read a stream, and compares the record.
func readStream(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := bench.ReadStream(text)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	kind := makeOf(t, streamHeader(t, text, "driver"))
	bench.Replay(t, stream, kind.New, boardio.Options{Folder: t.TempDir()}, func(d boardio.Device, reports []boardio.Report) {
		if got := streamHeader(t, text, "firmware"); got != firmwareOf(d) {
			t.Errorf("firmware %q, the header says %q", firmwareOf(d), got)
		}
		compareGolden(t, strings.TrimSuffix(file, ".stream")+".record.jsonl", recordLines(foldReports(t, d, observation.Game{TimeControl: "-"}, reports, reports[len(reports)-1].At+afterwards)))
	})
}

// streamHeader returns what the head of a stream says.
func streamHeader(t *testing.T, text []byte, key string) string {
	t.Helper()
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "# "+key+": "); ok {
			return strings.TrimSpace(value)
		}
	}
	t.Fatalf("the head of the stream has no %q", key)
	return ""
}

func firmwareOf(d boardio.Device) string {
	b, _ := d.Describe()
	return orUnknown(b.Firmware)
}

func recordLines(lines []record.Event) []byte {
	var b bytes.Buffer
	for _, e := range lines {
		b.Write(append(record.AppendLine(nil, e), '\n'))
	}
	return b.Bytes()
}

// writeStream plays on an emulated board and writes down what went over its line.
func writeStream(t *testing.T, kind boardio.Make) {
	if _, err := os.Stat(filepath.Join(streams, kind.Name+".stream")); err == nil {
		return // it is what a board said
	}
	sans := strings.Fields("e4 d5 exd5 Nf6 Nf3 Nxd5 Bc4 Nb6 O-O Nxc4 d4 c6 Re1 Bg4")
	moves := movesOf(t, sans)
	playBout(t, kind, 1, func(b *bout) {
		b.playOn(hands(kind, 1, position.Start(), moves[:8]))
		b.pull()
		unseen := positionAfter(moves[:10])
		b.SetPlacement(bench.Placed(unseen.Placement().String()))
		b.plugIn()
		b.playOn(hands(kind, 2, unseen, moves[10:]))
		board, _ := b.Device.Describe()
		head := fmt.Sprintf("# board: %s, emulated: no wood, no wires\n# driver: %s\n# serial: %s\n# firmware: %s\n"+
			"# what happened: %s, without a clock; the cable was out during moves 5 (%s %s)\n"+
			"# lines: milliseconds, what happened, the bytes; \"came\" is what the board said\n",
			board.Make, kind.Name, orUnknown(board.Serial), orUnknown(board.Firmware), strings.Join(sans, " "), sans[8], sans[9])
		if err := os.MkdirAll(streams, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(streams, kind.Name+".stream"), append([]byte(head), b.Stream().Text()...), 0o644); err != nil {
			t.Fatal(err)
		}
	})
}

// compareGolden compares with a file, or writes it with -update.
func compareGolden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the record is not that of %s:\n%s", file, got)
	}
}
