package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/creack/pty"
)

func TestATerminalIsSentNothingThatNobodyCanRead(t *testing.T) {
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer tty.Close()
	for _, format := range []string{"pdf", "bundle"} {
		var msg bytes.Buffer
		status := recorderd(env{strings.NewReader(""), tty, &msg}, []string{"export", "--format", format, operaTrace})
		if status != exitUsage || !strings.Contains(msg.String(), "is nothing for a terminal: add --out FILE") {
			t.Errorf("%s: status %d: %s", format, status, msg.String())
		}
	}
}
