package emulated

import (
	"maps"
	"slices"

	"recorderd/timesource"
)

// New functions of emulated boards, by the name of their make.
var makes = make(map[string]func(timesource.Source, Options) *Board)

// Register adds an emulated board. It is for the init functions of emulators; the
// name is that of the driver.
func Register(name string, build func(timesource.Source, Options) *Board) { makes[name] = build }

// Make returns an emulated board of this make: empty, without a clock.
func Make(name string, src timesource.Source, opt Options) (*Board, bool) {
	build, ok := makes[name]
	if !ok {
		return nil, false
	}
	return build(src, opt), true
}

// Makes returns the names of the makes that are emulated.
func Makes() []string { return slices.Sorted(maps.Keys(makes)) }
