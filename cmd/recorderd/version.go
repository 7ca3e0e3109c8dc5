package main

import (
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
)

// release is set at build time from the tag.
var release = "dev"

func version(e env, args []string) error {
	if _, err := parse(flag.NewFlagSet("version", flag.ContinueOnError), args, 0); err != nil {
		return err
	}
	fmt.Fprintf(e.out, "recorderd %s %s %s/%s\n", softwareVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}

// softwareVersion is the release, and for a build from a checkout its revision.
func softwareVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return release
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return release + "+" + s.Value[:12]
		}
	}
	return release
}
