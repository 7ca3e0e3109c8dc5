package emulated_test

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
)

func serveReports(t *testing.T, path string) *emulated.Reports {
	t.Helper()
	r, err := emulated.ListenReports(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func openReports(t *testing.T, path string) boardio.Port {
	t.Helper()
	p, err := boardio.OpenHID(path)()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func wantRead(t *testing.T, r io.Reader, want string) {
	t.Helper()
	b := make([]byte, 64)
	n, err := r.Read(b)
	if err != nil || string(b[:n]) != want {
		t.Errorf("read %q, %v; want %q", b[:n], err, want)
	}
}

func write(t *testing.T, w io.Writer, report string) {
	t.Helper()
	if _, err := w.Write([]byte(report)); err != nil {
		t.Error(err)
	}
}

func TestEachReadOfASocketIsOneReport(t *testing.T) {
	path := filepath.Join(t.TempDir(), "board")
	board, driver := serveReports(t, path), openReports(t, path)
	write(t, driver, "\x21\x01\x00")
	write(t, driver, "\x29\x01\x00")
	wantRead(t, board, "\x21\x01\x00")
	wantRead(t, board, "\x29\x01\x00")
	write(t, board, "\x01one")
	write(t, board, "\x01two, which is longer")
	wantRead(t, driver, "\x01one")
	wantRead(t, driver, "\x01two, which is longer")
}

func TestDriversComeAndGo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "board")
	board := serveReports(t, path)
	write(t, board, "to nobody")
	for _, said := range []string{"first", "second"} {
		driver := openReports(t, path)
		write(t, driver, said)
		wantRead(t, board, said)
		write(t, board, "heard "+said)
		wantRead(t, driver, "heard "+said)
		driver.Close()
	}
}

func TestClosingASocketIsPullingThePlug(t *testing.T) {
	path := filepath.Join(t.TempDir(), "board")
	board, driver := serveReports(t, path), openReports(t, path)
	write(t, driver, "hello")
	wantRead(t, board, "hello")
	board.Close()
	if _, err := driver.Read(make([]byte, 8)); err == nil {
		t.Error("the driver reads from a plug that was pulled")
	}
	if _, err := board.Read(make([]byte, 8)); !errors.Is(err, net.ErrClosed) {
		t.Errorf("the board reads: %v, want %v", err, net.ErrClosed)
	}
	if _, err := boardio.OpenHID(path)(); !errors.Is(err, boardio.ErrAbsent) {
		t.Errorf("opened again: %v, want %v", err, boardio.ErrAbsent)
	}
}

func TestASocketThatNobodyServesIsReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "board")
	left, err := net.ListenUnix("unixpacket", &net.UnixAddr{Name: path, Net: "unixpacket"})
	if err != nil {
		t.Fatal(err)
	}
	left.SetUnlinkOnClose(false) // as a program that was killed
	left.Close()
	if _, err := boardio.OpenHID(path)(); !errors.Is(err, boardio.ErrAbsent) {
		t.Errorf("opened while nobody serves it: %v, want %v", err, boardio.ErrAbsent)
	}
	board, driver := serveReports(t, path), openReports(t, path)
	write(t, driver, "hello")
	wantRead(t, board, "hello")
	if _, err := emulated.ListenReports(path); err == nil {
		t.Error("a socket that is served was replaced")
	}
}

func TestAFileIsNotReplacedByASocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := emulated.ListenReports(path); err == nil {
		t.Error("a socket took the place of a file")
	}
	if b, _ := os.ReadFile(path); string(b) != "mine" {
		t.Errorf("the file holds %q", b)
	}
}
