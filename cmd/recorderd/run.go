package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os/signal"
	"syscall"
)

// run is the daemon.
func run(e env, args []string) error {
	fs := flag.NewFlagSet("run", flag.ContinueOnError)
	path := fs.String("config", "", "the configuration, such as /etc/recorderd/recorderd.toml")
	if _, err := parse(fs, args, 0); err != nil {
		return err
	}
	if *path == "" {
		return fmt.Errorf("%w: --config is missing", errUsage)
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	settings, err := redactedConfig(cfg)
	if err != nil {
		return err
	}
	ctx, stop := untilSignal() // who reads that it runs may ask it to stop at once
	defer stop()
	log := newLog(e.err)
	d, err := newDaemon(daemonConfig{data: cfg.Data, listen: cfg.Listen, log: log, boards: cfg.stations(settings)})
	if err != nil {
		return err
	}
	if cfg.Public.Listen != "" {
		log.Warn().Msg("[public] is set, but this version serves no public side yet")
	}
	log.Info().Str("version", softwareVersion()).Str("data", cfg.Data).Str("address", "http://"+d.listener.Addr().String()).Msg("recorderd runs")
	if err := d.run(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	log.Info().Msg("recorderd has stopped in good order")
	return nil
}

// untilSignal ends with the signal that asks the program to stop, a terminal
// that hangs up among them. That nobody reads what it logs is no reason to.
func untilSignal() (context.Context, context.CancelFunc) {
	signal.Ignore(syscall.SIGPIPE)
	return signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
}
