package millennium

import (
	"strings"

	"recorderd/observation"
)

// scanMS is the time of a scan as the recorder sets it: 20 units of 2.048 ms.
const scanMS = 41

// board describes the board.
func (a about) board() observation.Board {
	return observation.Board{Make: "Millennium", Sensing: a.sensing(), ScanMS: scanMS, Firmware: strings.TrimSpace(a.version + " " + a.name)}
}

// take puts what a message says of the board into a. Another version is another
// board.
func (a *about) take(f Frame) {
	switch f.Letter {
	case Version:
		if v := string(f.Data); v != a.version {
			*a = about{version: v}
		}
	case Name:
		a.name = strings.TrimSpace(string(f.Data))
	}
}

// sensing is what the board can tell. Sources agree that versions up to 01FF tell
// the pieces. Above are the eONE, which says letters too but only guesses them,
// and the Supreme Tournament, which knows them; the name tells which, and without
// one the letters are not believed. An emulator on top of plain sensors gives
// itself away by its version.
func (a about) sensing() observation.Sensing {
	const emulator, lastIdentity = "0017", "01FF"
	switch {
	case a.version == emulator,
		strings.HasPrefix(strings.ToLower(a.name), "e-one"),
		a.version > lastIdentity && a.name == "":
		return observation.Occupancy
	}
	return observation.Identity
}
