package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path/filepath"

	"recorderd/evidence"
	"recorderd/journal"
	"recorderd/recording"
	"recorderd/sheet"
	"recorderd/web"
)

// paper makes a paper of a game out of its file as it stands. That of the game
// which is on may end within a line.
func (s *station) paper(_ context.Context, q web.PaperRequest) (web.Paper, error) {
	file := journal.Path(filepath.Join(s.data, "games"), q.Game)
	made, err := s.paperOf(file, q)
	if err == nil || errors.As(err, new(web.Refused)) {
		return made, err
	}
	err = fmt.Errorf("game %d: %w", q.Game, err)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return made, web.Refused{Status: http.StatusNotFound, Err: fmt.Errorf("game %d: there is no journal of it on the disk", q.Game)}
	case errors.Is(err, sheet.ErrNotAdjourned), errors.Is(err, recording.ErrNoPly):
		return made, web.Refused{Status: http.StatusNotFound, Err: err}
	}
	return made, err
}

func (s *station) paperOf(file string, q web.PaperRequest) (web.Paper, error) {
	switch q.Name {
	case web.BundlePaper:
		return s.webBundle(file, q)
	case web.RecordPaper:
		rec, err := readRecording(file)
		if err != nil {
			return web.Paper{}, err
		}
		whole, err := rec.Whole()
		if err != nil {
			return web.Paper{}, err
		}
		return web.Paper{ContentType: "application/x-ndjson", Body: evidence.Record(whole)}, nil
	}
	return webSheet(file, q)
}

// webSheet makes a sheet. What is asked wrongly is told as on a command line.
func webSheet(file string, q web.PaperRequest) (web.Paper, error) {
	p, known := products[q.Format]
	name, err := sheet.ParseName(q.Name)
	if err != nil || !known || q.Format == "pgn" {
		return web.Paper{}, web.Refused{Status: http.StatusNotFound, Err: errors.Join(err, errors.New("a sheet ends with .pdf or .html"))}
	}
	f := exportFlags{format: q.Format, sheet: string(name), lang: q.Language, letters: q.Letters, at: q.Moment, names: q.Names}
	o, err := f.options()
	if err != nil {
		return web.Paper{}, web.Refused{Status: http.StatusBadRequest, Err: err}
	}
	rec, err := readRecording(file)
	if err != nil {
		return web.Paper{}, err
	}
	body, err := p.of(rec, o)
	return web.Paper{ContentType: p.contentType, Body: body}, err
}

// webBundle packs a game, signed with the key of this device.
func (s *station) webBundle(file string, q web.PaperRequest) (web.Paper, error) {
	language, err := exportFlags{lang: q.Language}.language()
	if err != nil {
		return web.Paper{}, web.Refused{Status: http.StatusBadRequest, Err: err}
	}
	body, err := makeBundle(env{err: io.Discard}, file, bundleOptions{language: language, config: s.settings, key: s.keyFile})
	return web.Paper{ContentType: "application/zip", Body: body}, err
}
