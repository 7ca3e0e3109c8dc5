package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"
	"golang.org/x/sys/unix"

	"recorderd/archive"
	"recorderd/boardio"
	"recorderd/journal"
	"recorderd/live"
	"recorderd/observation"
	"recorderd/recorder"
	"recorderd/timesource"
	"recorderd/web"
)

// station is the whole recorder of one board: device, journal, record, web.
type station struct {
	name     string // "" for the only one
	log      zerolog.Logger
	device   *boardio.Watched
	tap      *boardio.Tap
	recorder *recorder.Recorder
	web      *web.Handler
	troubles troubles
	metrics  *metrics
	board    *live.Board
	archive  *archive.Archive // nil where none is wanted
	data     string
	keyFile  string
	settings []byte // the configuration without secrets; nil for none
	time     timesource.Source
}

// stationConfig is what is different about one board.
type stationConfig struct {
	name     string // a folder and a part of addresses; "" for the only board
	evidence evidenceConfig
	settings []byte // the configuration without secrets, for bundles; nil for none
	header   observation.Header
	board    boardOptions
	time     timesource.Source
	stamp    timesource.Stamper
	speed    float64 // of time; zero means 1

	// What the daemon fills in.
	data string
	key  stationKey
	log  zerolog.Logger
}

// newStation makes what a board needs before its device can be made. Nothing
// runs yet.
func newStation(cfg stationConfig) *station {
	s := &station{
		name: cfg.name, log: cfg.log, tap: new(boardio.Tap), board: live.NewBoard(cmp.Or(cfg.name, "board"), cfg.time),
		data: cfg.data, keyFile: cfg.key.path, settings: cfg.settings, time: cfg.time,
	}
	s.metrics = newMetrics(s)
	s.archive = s.newArchive(cfg)
	return s
}

// deviceOptions are what the driver of the board is made of.
func (s *station) deviceOptions(cfg stationConfig) boardio.Options {
	return boardio.Options{
		Device: cfg.board.device, Serial: cfg.board.serial, Turned: cfg.board.turned, Source: cfg.time,
		Status: s.boardStatus, Tap: s.tap.Write, Heartbeat: heartbeat(cfg.speed), Folder: filepath.Join(cfg.data, "board"),
	}
}

// open wires the parts with the device, and goes on with a game that was open.
func (s *station) open(cfg stationConfig, device boardio.Device) (err error) {
	s.device = boardio.Watch(device)
	s.recorder, err = recorder.New(recorder.Config{
		Device: s.device, Board: s.board, Time: cfg.time, Stamper: cfg.stamp,
		Data: cfg.data, Header: cfg.header, Software: software(), Tap: s.tap, Log: cfg.log,
		Journal: journal.Options{Key: cfg.key.key, OnState: s.journalState, OnSync: s.journalSynced},
	})
	if err != nil {
		return err
	}
	if err := s.recorder.Resume(); err != nil {
		return err
	}
	if turned, ok := s.recorder.Resumed(); ok {
		s.device.Resume(turned)
	}
	if trouble := dataTrouble(s.data); trouble != "" {
		s.log.Error().Msg(trouble)
	}
	return nil
}

// serve makes the HTTP side of the board.
func (s *station) serve(metrics http.Handler) {
	s.web = web.New(web.Config{
		Board: s.board, Metrics: metrics, Health: s.health, Act: s.act, Paper: s.paper,
		Version: softwareVersion(), Log: s.log, Time: s.time,
	})
}

// heartbeat is a second of the real time in which the board answers, however
// fast the time of its clock runs.
func heartbeat(speed float64) time.Duration {
	return time.Duration(max(speed, 1) * float64(time.Second))
}

// The parts that can be in trouble.
const (
	boardPart   = "board"
	clockPart   = "clock"
	journalPart = "journal"
	keyPart     = "key"
	copyPart    = "copy"
)

// boardStatus takes what the driver says of the link.
func (s *station) boardStatus(err error) { s.linkStatus(boardPart, err) }

// clockStatus takes what is said of a clock that has a line of its own.
func (s *station) clockStatus(err error) { s.linkStatus(clockPart, err) }

func (s *station) linkStatus(part string, err error) {
	if err == nil {
		s.troubles.set(part, "")
		s.log.Info().Msg("the " + part + " answers")
		return
	}
	s.troubles.set(part, err.Error())
	s.log.Warn().Msg(err.Error() + " (trying again)")
}

// journalState takes how the disk does.
func (s *station) journalState(st journal.State) {
	if !st.Degraded() {
		s.troubles.set(journalPart, "")
		s.log.Info().Int("pending", st.Pending).Msg("the journal is written to disk again")
		return
	}
	s.troubles.set(journalPart, st.Err.Error())
	s.log.Error().Err(st.Err).Int("pending", st.Pending).Msg("the journal is not on disk; recording goes on in memory")
}

// health is what is wrong now, and what will be when a game begins.
func (s *station) health() web.Health {
	h := s.troubles.health()
	h.Squares = squaresOf(s.device.Squares(), s.time.Now())
	trouble := dataTrouble(s.data)
	if trouble != "" && !slices.ContainsFunc(h.Problems, func(p web.Problem) bool { return p.Part == journalPart }) {
		h.Problems = append(h.Problems, web.Problem{Part: journalPart, Text: trouble})
	}
	if s.archive != nil {
		if err := s.archive.State().Err; err != nil {
			h.Problems = append(h.Problems, web.Problem{Part: copyPart, Text: err.Error()})
		}
	}
	return h
}

// squaresOf is what squares said, with the names that they have on the board.
func squaresOf(all boardio.Squares, now time.Duration) *web.Squares {
	names := func(squares []observation.Square) []string {
		names := []string{}
		for _, sq := range squares {
			names = append(names, sq.String())
		}
		return names
	}
	told := &web.Squares{Still: names(all.Still()), Flickering: names(all.Flickering())}
	for i, s := range all {
		sq := web.Square{Name: observation.Square(i).String(), Changes: s.Changes, Flickers: s.Flickers, Empty: s.Empty, Occupied: s.Occupied}
		if s.Changes > 0 {
			ago := (now - s.Last).Milliseconds()
			sq.AgoMS = &ago
		}
		told.Each = append(told.Each, sq)
	}
	return told
}

// dataTrouble says why no journal can be made in the folder of the data, or
// nothing. It does not wait for the first game to find out.
func dataTrouble(data string) string {
	dir := filepath.Join(data, "games")
	err := writable(dir)
	for errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir) // where the missing folder would be made
		err = writable(dir)
	}
	hint := "choose another folder with \"data\""
	switch {
	case err == nil:
		return ""
	case errors.Is(err, fs.ErrPermission):
		hint = "let the user of recorderd write there"
	case errors.Is(err, syscall.EROFS):
		hint = "mount it writable"
	}
	return fmt.Sprintf("no journal can be made in %s: %v: %s; until then games are in memory only", dir, err, hint)
}

func writable(dir string) error {
	return unix.Faccessat(unix.AT_FDCWD, dir, unix.W_OK|unix.X_OK, unix.AT_EACCESS)
}

// troubles are what is wrong now, by part.
type troubles struct {
	mu    sync.Mutex
	parts []web.Problem
}

// set notes what is wrong with a part; an empty text means that it is well.
func (t *troubles) set(part, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept := t.parts[:0]
	for _, p := range t.parts {
		if p.Part != part {
			kept = append(kept, p)
		}
	}
	t.parts = kept
	if text != "" {
		t.parts = append(t.parts, web.Problem{Part: part, Text: text})
	}
}

func (t *troubles) health() web.Health {
	t.mu.Lock()
	defer t.mu.Unlock()
	return web.Health{Problems: append([]web.Problem(nil), t.parts...)}
}

// newLog writes for people on a terminal and JSON otherwise.
func newLog(w io.Writer) zerolog.Logger {
	if f, ok := w.(*os.File); ok && isatty.IsTerminal(f.Fd()) {
		w = zerolog.ConsoleWriter{Out: f, TimeFormat: time.TimeOnly}
	}
	return zerolog.New(w).With().Timestamp().Logger()
}
