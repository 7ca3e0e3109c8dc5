package main

// The makes of boards that this program knows, and those that it emulates. They
// register themselves; nothing else names them.
import (
	"strings"

	_ "recorderd/boardio/certabo"
	_ "recorderd/boardio/certabo/emulator"
	_ "recorderd/boardio/chessnut"
	_ "recorderd/boardio/chessnut/emulator"
	_ "recorderd/boardio/dgt"
	_ "recorderd/boardio/dgt/emulator"
	_ "recorderd/boardio/ichessone"
	_ "recorderd/boardio/ichessone/emulator"
	_ "recorderd/boardio/millennium"
	_ "recorderd/boardio/millennium/emulator"
	_ "recorderd/boardio/novag"
	_ "recorderd/boardio/novag/emulator"
	_ "recorderd/boardio/tabutronic"
	_ "recorderd/boardio/tabutronic/emulator"

	"recorderd/boardio"
)

// auto is a driver or a device of which whichever is found will do.
const auto = "auto"

func knownDriver(name string) bool {
	_, known := boardio.MakeOf(name)
	return known || name == auto
}

// driverNames are the makes that can be configured.
func driverNames() string {
	var names []string
	for _, m := range boardio.Makes() {
		names = append(names, m.Name)
	}
	return strings.Join(names, ", ")
}
