package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// Another program may ask a line, read the answer and ask on.
func TestEachLineIsAnsweredAtOnce(t *testing.T) {
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int)
	var msg bytes.Buffer
	go func() { done <- recorderd(env{in, out, &msg}, []string{"unwinnable"}) }()
	read := bufio.NewReader(answers)
	for _, c := range [][2]string{
		{"7k/8/5KQ1/8/8/8/8/8 w - -\twhite\n", "winnable"},
		{"nonsense\n", "error"},
		{"7k/8/5KQ1/8/8/8/8/8 w - -\tblack\n7k/8/5K", "unwinnable"}, // and half of a line
		{"Q1/8/8/8/8/8 w - -\twhite\n", "winnable"},
	} {
		if _, err := io.WriteString(ask, c[0]); err != nil {
			t.Fatal(err)
		}
		line, err := read.ReadString('\n')
		if err != nil || !strings.HasSuffix(line, "\t"+c[1]+"\n") {
			t.Fatalf("%q is answered %q, %v", c[0], line, err)
		}
	}
	ask.Close()
	if status := <-done; status != exitBad {
		t.Errorf("status %d after a line without an answer", status)
	}
}

func TestLinesHoweverTheyEnd(t *testing.T) {
	const question = "7k/8/5KQ1/8/8/8/8/8 w - -\twhite"
	long := strings.Repeat("8/", longestQuestion)
	for _, c := range []struct{ what, in, out string }{
		{"no end", question, question + "\twinnable\n"},
		{"a carriage return", question + "\r\n" + question + "\r\n", strings.Repeat(question+"\twinnable\n", 2)},
		{"too long", long + "\n" + question + "\n", long[:100] + "...\terror\n" + question + "\twinnable\n"},
		{"too long, no end", question + "\n" + long, question + "\twinnable\n" + long[:100] + "...\terror\n"},
		{"as long as may be", strings.Repeat("x", longestQuestion) + "\n", strings.Repeat("x", longestQuestion) + "\terror\n"},
	} {
		var out, msg bytes.Buffer
		status := recorderd(env{iotest.OneByteReader(strings.NewReader(c.in)), &out, &msg}, []string{"unwinnable"})
		if out.String() != c.out {
			t.Errorf("%s: %q, want %q", c.what, out.String(), c.out)
		}
		if bad := strings.Contains(c.out, "error"); bad != (status == exitBad) || bad != (msg.Len() > 0) {
			t.Errorf("%s: status %d, message %q", c.what, status, msg.String())
		}
	}
}

func TestInputAndOutputThatFail(t *testing.T) {
	const question = "7k/8/5KQ1/8/8/8/8/8 w - -\twhite\n"
	broken := errors.New("broken")
	var out, msg bytes.Buffer
	in := io.MultiReader(strings.NewReader(question+"7k/"), iotest.ErrReader(broken))
	if status := recorderd(env{in, &out, &msg}, []string{"unwinnable"}); status != exitBad || strings.Count(out.String(), "\n") != 1 ||
		msg.String() != "recorderd unwinnable: standard input: line 2: broken\n" {
		t.Errorf("input: status %d, %q, %q", status, out.String(), msg.String())
	}
	msg.Reset()
	if status := recorderd(env{strings.NewReader(question), brokenWriter{broken}, &msg}, []string{"unwinnable"}); status != exitBad ||
		msg.String() != "recorderd unwinnable: broken\n" {
		t.Errorf("output: status %d, %q", status, msg.String())
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }
