package sentence

import "strings"

// Ranks are the words for the ranks in an announcement, from White to Black.
type Ranks [8]string

var (
	// GermanRanks are those of the Laws, as long as the arbiter does not decide otherwise.
	GermanRanks = Ranks{"eins", "zwei", "drei", "vier", "fuenf", "sechs", "sieben", "acht"}
	// DigitRanks are for a voice that reads them in its own language.
	DigitRanks = Ranks{"1", "2", "3", "4", "5", "6", "7", "8"}
)

var fileNames = [8]string{"Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector"}

// pieceNames are by the letters of SAN. A pawn has none there.
var pieceNames = map[byte]string{'K': "Koenig", 'Q': "Dame", 'R': "Turm", 'B': "Laeufer", 'N': "Springer"}

// Announce says a ply aloud, as the Laws have it for play with the blind and the
// visually disabled (2018 and 2023 D.2.1, 2009 E.2.1, 2001 F2.1): "Springer
// Gustav eins Felix drei", "Bauer Eva sieben Eva acht Dame", "Kurze Rochade". The
// words are written as they stand there, without umlauts.
//
// A ply is given as the record writes it. Captures and checks are not announced,
// nor is whether the ply is legal: of one that is not, the squares of its mover
// are said. One that has none gives nothing.
func Announce(san, uci string, ranks Ranks) string {
	san, _, _ = strings.Cut(san, "?!")
	switch strings.TrimRight(san, "+#") {
	case "O-O":
		return "Kurze Rochade"
	case "O-O-O":
		return "Lange Rochade"
	}
	from, to, promotion, ok := squares(uci)
	if !ok {
		return ""
	}
	var words []string
	if name := mover(san); name != "" {
		words = append(words, name)
	}
	for _, s := range []string{from, to} {
		words = append(words, fileNames[s[0]-'a'], ranks[s[1]-'1'])
	}
	// One that is not legal has the new piece in its SAN only, or in its squares only.
	if _, piece, _ := strings.Cut(san+promotion, "="); piece != "" && pieceNames[piece[0]] != "" {
		words = append(words, pieceNames[piece[0]])
	}
	return strings.Join(words, " ")
}

// mover names the piece that a move in SAN begins with.
func mover(san string) string {
	switch {
	case san == "":
		return ""
	case san[0] >= 'a' && san[0] <= 'h':
		return "Bauer"
	}
	return pieceNames[san[0]]
}
