package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"syscall"
	"time"

	sd "github.com/coreos/go-systemd/v22/daemon"
	"github.com/rs/zerolog"
	"golang.org/x/net/netutil"

	"recorderd/timesource"
	"recorderd/web"
)

// daemon is the recorder of one board, or of several, behind one HTTP front.
type daemon struct {
	log      zerolog.Logger
	stations []*station
	server   *http.Server
	listener net.Listener
}

// daemonConfig is what run and demo set differently.
type daemonConfig struct {
	data   string
	listen string
	// listener listens there; listen does if it is nil.
	listener func(address string) (net.Listener, error)
	log      zerolog.Logger
	boards   []stationConfig // the only one has no name
}

// newDaemon wires the boards and goes on with games that were open. Nothing runs
// yet.
func newDaemon(cfg daemonConfig) (_ *daemon, err error) {
	if cfg.listener == nil {
		cfg.listener = listen
	}
	d := &daemon{log: cfg.log}
	if d.listener, err = cfg.listener(cfg.listen); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			d.listener.Close()
		}
	}()
	key := keyOfStation(cfg.data)
	for i := range cfg.boards {
		board := &cfg.boards[i]
		board.key, board.log, board.data = key, cfg.log, cfg.data
		if board.name != "" {
			board.log = cfg.log.With().Str("board", board.name).Logger()
			board.data = filepath.Join(cfg.data, board.name)
		}
		d.stations = append(d.stations, newStation(*board))
	}
	devices, err := d.devices(cfg.boards)
	if err != nil {
		return nil, err
	}
	for i, s := range d.stations {
		if err := s.open(cfg.boards[i], devices[i]); err != nil {
			return nil, err
		}
	}
	d.tellKey(key)
	d.server = d.front()
	return d, nil
}

// front is the HTTP side of all boards. One alone stands at the root.
func (d *daemon) front() *http.Server {
	metrics := metricsOf(d.stations)
	if len(d.stations) == 1 && d.stations[0].name == "" {
		d.stations[0].serve(metrics)
		return d.stations[0].web.Server()
	}
	var boards []web.NamedBoard
	for _, s := range d.stations {
		s.serve(nil)
		boards = append(boards, web.NamedBoard{Name: s.name, Handler: s.web})
	}
	return web.NewBoards(web.Config{Health: d.health, Metrics: metrics, Log: d.log}, boards...).Server()
}

// health is what is wrong with any board.
func (d *daemon) health() web.Health {
	var all web.Health
	for _, s := range d.stations {
		for _, p := range s.health().Problems {
			all.Problems = append(all.Problems, web.Problem{Part: s.name + "/" + p.Part, Text: p.Text})
		}
	}
	return all
}

func listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("listen on %s: %w: end the other program, or choose another port with \"listen\"", address, syscall.EADDRINUSE)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("listen on %s: no permission: choose a port above 1023 with \"listen\"", address)
	case err != nil:
		return nil, fmt.Errorf("listen: %w: want an address such as 127.0.0.1:8080", err)
	}
	return netutil.LimitListener(l, maxConnections), nil
}

// maxConnections is how many clients may be connected at a time: each may have a
// body half sent, and memory is small.
const maxConnections = 256

// run records and serves until ctx is done.
func (d *daemon) run(ctx context.Context) error {
	served := make(chan error, 1)
	go func() { served <- d.server.Serve(d.listener) }()

	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go d.tellSystemd(ctx)
	recorded := make(chan error, len(d.stations))
	for _, s := range d.stations {
		defer s.keepArchive()()
		go func() { recorded <- s.recorder.Run(ctx) }()
	}

	var err error
	running := len(d.stations)
	select {
	case err = <-recorded:
		running--
	case err = <-served:
		err = fmt.Errorf("serve: %w", err)
	}
	stop()
	for range running {
		err = errors.Join(err, <-recorded)
	}
	sd.SdNotify(false, sd.SdNotifyStopping)
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if d.server.Shutdown(limit) != nil {
		d.server.Close()
	}
	return err
}

// tellSystemd says that the recorder is ready, and then that it is alive as
// long as the loop of every board comes round.
func (d *daemon) tellSystemd(ctx context.Context) {
	sd.SdNotify(false, sd.SdNotifyReady)
	every, err := sd.SdWatchdogEnabled(false)
	if err != nil || every == 0 {
		return
	}
	for timesource.Sleep(ctx, timesource.Boot(), every/2) == nil {
		if d.alive(ctx) {
			sd.SdNotify(false, sd.SdNotifyWatchdog)
		}
	}
}

func (d *daemon) alive(ctx context.Context) bool {
	for _, s := range d.stations {
		if s.recorder.Alive(ctx) != nil {
			return false
		}
	}
	return true
}

// tellKey says with which key games are signed, or why with none.
func (d *daemon) tellKey(k stationKey) {
	if k.key == nil {
		for _, s := range d.stations {
			s.troubles.set(keyPart, k.err.Error()+": games are recorded but not signed; put it right and start recorderd again")
		}
		d.log.Error().Err(k.err).Msg("there is no signing key: games are recorded but not signed")
		return
	}
	if k.err != nil {
		d.log.Warn().Err(k.err).Msg("the public half of the signing key is not beside it")
	}
	told := "games are signed"
	if k.made {
		told = "a signing key was made: publish its fingerprint"
	}
	d.log.Info().Str("fingerprint", k.key.Public().Fingerprint()).Str("key", k.path).Msg(told)
}
