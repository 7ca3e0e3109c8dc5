package record

import (
	"fmt"
	"strings"

	"recorderd/observation"
)

// DefaultSignals are the results that kings in the centre say by custom: both on
// light squares White has won, both on dark ones Black has, else it is a draw.
// White's king is named first.
const DefaultSignals = "e4d5=1-0 d5e4=1-0 d4e5=0-1 e5d4=0-1 " +
	"d4d5=1/2-1/2 d5d4=1/2-1/2 e4e5=1/2-1/2 e5e4=1/2-1/2 d4e4=1/2-1/2 e4d4=1/2-1/2 d5e5=1/2-1/2 e5d5=1/2-1/2"

// kings is where the two stand.
type kings struct{ white, black observation.Square }

// signals are the results that the squares of the kings say.
type signals map[kings]string

// parseSignals reads a table such as "e4d5=1-0 d4e5=0-1". "none" is an empty
// one: then kings say nothing.
func parseSignals(text string) (signals, error) {
	if text == "" {
		text = DefaultSignals
	}
	table := signals{}
	if text == "none" {
		return table, nil
	}
	for _, entry := range strings.Fields(text) {
		at, result, _ := strings.Cut(entry, "=")
		k, ok := parseKings(at)
		if !ok {
			return nil, fmt.Errorf("%.20q: want entries such as e4d5=1-0, White's king first", entry)
		}
		switch result {
		case "1-0", "0-1", "1/2-1/2":
		default:
			return nil, fmt.Errorf("%.20q: want 1-0, 0-1 or 1/2-1/2 behind the squares", entry)
		}
		if other, twice := table[k]; twice && other != result {
			return nil, fmt.Errorf("%s says two results", at)
		}
		table[k] = result
	}
	return table, nil
}

func parseKings(at string) (k kings, ok bool) {
	if len(at) != 4 {
		return k, false
	}
	var errWhite, errBlack error
	k.white, errWhite = observation.ParseSquare(at[:2])
	k.black, errBlack = observation.ParseSquare(at[2:])
	return k, errWhite == nil && errBlack == nil && k.white != k.black
}

// says returns the result that the kings of a notice propose.
func (s signals) says(d data) (string, bool) {
	white, _ := d["white_king"].(string)
	black, _ := d["black_king"].(string)
	k, ok := parseKings(white + black)
	if !ok {
		return "", false
	}
	result, ok := s[k]
	return result, ok
}
