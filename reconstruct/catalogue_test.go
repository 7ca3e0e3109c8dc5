package reconstruct

import (
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/position"
)

// rows are situations of a real board, in the words of the catalogue, and what
// is to be read in them.
var rows = []struct {
	name string
	setting
	script string
	want   string
}{
	{"A1 ordinary move", setting{clock: true}, "e2- e4+P W!", "start 1:e4 1!"},
	{"A2 ordinary move, scan order reversed", setting{clock: true}, "e4+P e2- W!", "start 1:e4 1!"},
	{"A3 slow slide with short stops", setting{fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", clock: true},
		"a1- b1+R b1- c1+R c1- d1+R W!", "start 1:Rd1 1!"},
	{"A4 slide reported out of order", setting{clock: true}, "e3+P e4+P e3- e2- W!", "start 1:e4 1!"},
	{"A5 slide ends in a capture", setting{fen: "4k3/8/4n3/8/5P2/8/8/4K3 b - - 0 1", clock: true},
		"e6- d4+n d4- f4=n B!", "start 1:Nxf4 1!"},
	{"A6 dropped on its target and put there again", setting{clock: true}, "g1- f3+N f3- f3+N W!", "start 1:Nf3 1!"},
	{"A7 landing bounces", setting{clock: true}, "e2- e4+P e4- e4+P e4- e4+P W!", "start 1:e4 1!"},
	{"A8 hovers over the target", setting{clock: true}, "e2- e4+P e4- e4+P e4-", "start"},

	{"B1 capturer lifted first", setting{fen: kings("3p4", "4P3"), clock: true}, "e4- d5- d5+P W!", "start 1:exd5 1!"},
	{"B2 victim off first", setting{fen: kings("3p4", "4P3"), clock: true}, "d5- e4- d5+P W!", "start 1:exd5 1!"},
	{"B3 one gesture, the target is never seen empty", setting{fen: kings("3p4", "4P3"), clock: true}, "e4- d5=P W!", "start 1:exd5 1!"},
	{"B4 both squares empty in one scan", setting{fen: kings("3p4", "4P3"), clock: true}, "e4-,d5- d5+P W!", "start 1:exd5 1!"},
	{"B5 the victim is carried over another square", setting{fen: kings("3p4", "4P3"), clock: true}, "e4- d5=P e6+p e6- W!", "start 1:exd5 1!"},
	{"B6 a wrong code for one scan", setting{fen: "3qk3/4R3/8/8/8/8/8/4K3 b - - 0 1", clock: true},
		"e7=b e7=q d8- B!", "start 1:Qxe7+ 1!"},
	{"B7 the victim is removed, the press comes, then the capturer", setting{fen: kings("3p4", "4P3"), clock: true},
		"d5- W! e4- d5+P ~", "start 1:exd5 1!"},
	{"B10 recapture while the capturer is in the air", setting{fen: "4k3/8/2n5/3pn3/8/5N2/8/4K3 w - - 0 1", clock: true},
		"f3- e5=N W! c6- e5=n B!", "start 1:Nxe5 1! 2:Nxe5 2!"},
	{"B11 capture and recapture in one scan", setting{fen: "4k3/8/2n5/4p3/3P4/8/8/4K3 w - - 0 1", clock: true},
		"d4-,c6-,e5=n W! ~", "start 1:dxe5? 1! 2:Nxe5?"},

	{"C1 adjusted in place", setting{clock: true}, "d1- d1+Q ... e2- e4+P W!", "start 1:e4 1!"},
	{"C2 lifted, put back, another one moved", setting{clock: true}, "b1- b1+N ... g1- f3+N W!", "start 1:Nf3 1!"},
	{"C4 several pieces straightened", setting{clock: true}, "a2- a2+P b2- b2+P c2- c2+P e2- e4+P W!", "start 1:e4 1!"},
	{"C5 straightened by the side not to move", setting{clock: true}, "d8- d8+q e2- e4+P W!", "start 1:e4 1!"},
	{"C6 changed after it was released", setting{clock: true}, "e2- e3+P ... e3- e4+P W!", "start 1:e3 move-changed@1 -1 1:e4 1!"},
	{"C6 changed before it was released", setting{clock: true}, "e2- e3+P . e3- e4+P W!", "start 1:e3 -1 1:e4 1!"},
	{"C7 an illegal square, then a legal one", setting{clock: true}, "b1- b3+N ... b3- c3+N W!", "start 1:Nc3 1!"},
	{"C9 another piece after the first was released", setting{clock: true}, "g1- f3+N ... f3- g1+N b1- c3+N W!",
		"start 1:Nf3 move-changed@1 -1 1:Nc3 1!"},
	{"C11 held in the air for long", setting{clock: true}, "d2- ... ... ... d4+P W!", "start 1:d4 1!"},

	{"D1 castling, king first", setting{fen: castle, clock: true}, "e1- g1+K h1- f1+R W!", "start 1:O-O 1!"},
	{"D2 castling, rook first", setting{fen: castle, clock: true}, "h1- f1+R ... e1- g1+K W!", "start 1:O-O 1!"},
	{"D3 the rook alone", setting{fen: castle, clock: true}, "h1- f1+R ... W!", "start 1:Rf1 1!"},
	{"D4 both off together", setting{fen: castle, clock: true}, "e1- h1- g1+K f1+R W!", "start 1:O-O 1!"},
	{"D5 the king slides", setting{fen: castle, clock: true}, "e1- f1+K f1- g1+K h1- f1+R W!", "start 1:O-O 1!"},
	{"D11 Chess960, the king goes one square and waits for the rook", setting{fen: "4k3/8/8/8/8/8/8/5K1R w H - 0 1", clock: true, chess960: true},
		"f1- g1+K ... h1- f1+R W!", "start 1:O-O 1!"},
	{"D11 Chess960, the king alone", setting{fen: "4k3/8/8/8/8/8/8/5K1R w H - 0 1", clock: true, chess960: true},
		"f1- g1+K ... W!", "start 1:Kg1 1!"},
	{"D queenside, both hands", setting{fen: castle, clock: true}, "e1- a1- d1+R c1+K W!", "start 1:O-O-O 1!"},
	{"D6 the rook comes after the press", setting{fen: castle, clock: true}, "e1- g1+K W! ... h1- f1+R ~",
		"start 1:Ke1-g1?!illegal 1! 1:O-O*"},

	{"E1 en passant, the pawn taken off after", setting{fen: passant, clock: true}, "e5- d6+P d5- W!", "start 1:exd6 1!"},
	{"E2 en passant, the pawn taken off before", setting{fen: passant, clock: true}, "d5- e5- d6+P W!", "start 1:exd6 1!"},
	{"E3 en passant, the pawn taken off after the press", setting{fen: passant, clock: true}, "e5- d6+P W! ... d5- ~",
		"start 1:e5-d6?!illegal 1! 1:exd6*"},

	{"F1 pushed, then replaced", setting{fen: promote, clock: true}, "e7- e8+P e8- e8+Q W!", "start 1:e8=Q 1!"},
	{"F2 taken off, queen put down", setting{fen: promote, clock: true}, "e7- e8+Q W!", "start 1:e8=Q 1!"},
	{"F3 queen down first", setting{fen: promote, clock: true}, "e8+Q e7- W!", "start 1:e8=Q 1!"},
	{"F4 the pawn is left there", setting{fen: promote, clock: true}, "e7- e8+P W! ...", "start 1:e7-e8=P?!illegal 1!"},
	{"F5 under-promotion", setting{fen: promote, clock: true}, "e7- e8+N W!", "start 1:e8=N 1!"},
	{"F7 a queen of the wrong colour", setting{fen: promote, clock: true}, "e7- e8+q W! ...", "start 1:e7-e8=Q?!illegal 1!"},
	{"F11 the clock is stopped to fetch a queen", setting{fen: promote, clock: true}, "e7- e8+P stop ... e8- e8+Q W!",
		"start 1:e8=Q 1!"},

	{"H1 two plies between two images, without a clock", setting{}, "a2- a3+P ~ a7-,a6+p,e2-,e4+P ~ e7- e5+p ~", "start 1:a3 1& 2:a6? 2& 3:e4? 3& 4:e5"},
	{"H2 the reply comes before the press", setting{clock: true}, "e2- e4+P e7- e5+p W! B!",
		"start 1:e4 1! reply-before-press@2 2:e5 2!"},
	{"H3 the opponent's hand lifts before the piece is down", setting{clock: true}, "e2- e7- e4+P W! e5+p B!", "start 1:e4 1! 2:e5 2!"},
	{"H4 the press is heard before the piece is seen", setting{clock: true}, "e2- W! e4+P ~", "start 1:e4 1!"},
	{"H5 a press without a move", setting{clock: true}, "W! ~", "start press-without-move@0"},
	{"H7 a press is forgotten", setting{clock: true}, "e2- e4+P ... e7- e5+p ... g1- f3+N W!",
		"start 1:e4 2:e5 3:Nf3 1> press-missing@1 3!"},
	{"H8 the lever bounces", setting{clock: true}, "e2- e4+P W! W! e7- e5+p B! B!", "start 1:e4 1! 2:e5 2!"},
	{"H12 no clock: the opponent's touch completes", setting{}, "e2- e4+P e7- e5+p g1- f3+N ...", "start 1:e4 1& 2:e5 2& 3:Nf3"},

	{"I2 a move that is none stands", setting{clock: true}, "b1- b3+N W! e7- e5+p B!",
		"start 1:Nb1-b3?!illegal 1! 2:e5 2!"},
	{"I3 the king is left in check", setting{fen: "4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1", clock: true}, "a2- a3+P W! ~",
		"start 1:a2-a3?!illegal 1!"},

	{"J14 a line is shown with the clocks stopped and put back", setting{clock: true},
		"e2- e4+P W! stop e7- e5+p ... g1- f3+N ... f3- g1+N e5- e7+p ... B! W! e7- e6+p B!",
		"start 1:e4 1! 2:e6 2!"},
	{"J moves made while the clock stood count when it runs again", setting{clock: true},
		"e2- e4+P W! stop ... e7- e5+p ... B! g1- f3+N W!", "start 1:e4 1! 2:e5 2! 3:Nf3 3!"},

	{"J6 the first move is made before the clock runs", setting{clock: true, stands: true},
		"e2- e4+P ... W! e7- e5+p B!", "start 1:e4 1! 2:e5 2!"},
	{"J6 and then White's own clock runs", setting{clock: true, stands: true},
		"e2- e4+P ... B! W! e7- e5+p B!", "start 1:e4 1! 2:e5 2!"},
	{"J6 put back before the clock runs", setting{clock: true, stands: true},
		"e2- e4+P ... e4- e2+P ... B! d2- d4+P W!", "start 1:d4 1!"},
	{"J6 another one when the clock runs", setting{clock: true, stands: true},
		"e2- e4+P ... e4- e2+P d2- d4+P ... W!", "start 1:d4 1!"},

	{"I1 an illegal move, pressed, and the clock stopped at once", setting{clock: true},
		"b1- b3+N W! stop ...", "start 1:Nb1-b3?!illegal 1!"},
	{"K1 a ply missed, and the clock stopped before the cable was back", setting{clock: true},
		"lost W! stop seen:rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR ...", "start missed-move@1 1:e4? 1!"},

	{"K1 a ply missed while the cable was out", setting{clock: true},
		"e2- e4+P W! lost B! seen:rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR ~ g1- f3+N W!",
		"start 1:e4 1! missed-move@2 2:e5? 2! 3:Nf3 3!"},
	{"K1 too much was missed", setting{clock: true},
		"e2- e4+P W! lost seen:4k3/8/8/8/8/8/8/4K2R ~", "start 1:e4 1! 2:?!unexplained?(0[])"},
	{"K3 restarted while two plies were made and both presses", setting{clock: true},
		"e2- e4+P W! e7- e5+p restart seen:rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R ~ b8- c6+n B! ~",
		"start 1:e4 1! missed-move@2 2:e5? 3:Nf3? 4:Nc6 2> 4!"},
	{"K3 restarted while one ply was made and pressed", setting{clock: true},
		"e2- e4+P W! restart seen:rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR B! ~ g1- f3+N W!",
		"start 1:e4 1! missed-move@2 2:e5? 2! 3:Nf3 3!"},
	{"K3 restarted after a reply that came before the press", setting{clock: true},
		"e2- restart seen:rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR ~ W! B! g1- f3+N W!",
		"start missed-move@1 1:e4? 2:e5? 1! reply-before-press@2 2! 3:Nf3 3!"},
	{"K3 restarted, three plies later the clock says the same side", setting{clock: true},
		"e2- e4+P W! restart seen:rnbqkbnr/ppp1pppp/8/3p4/4P3/5N2/PPPP1PPP/RNBQKB1R d5- d4+p ~ B! ~",
		"start 1:e4 1! missed-move@2 2:d5? 3:Nf3? 4:d4? 2> 4!"},
	{"K3 restarted with a piece in the hand, a ply later", setting{clock: true},
		"e2- e4+P W! restart seen:rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKB1R B! ~ f3+N W! b8- c6+n B! ~",
		"start 1:e4 1! missed-move@2 2:e5? 2! 3:Nf3 3! 4:Nc6 4!"},
	{"K1 the cable was out in the middle of castling", setting{fen: castle, clock: true},
		"e1- lost seen:4k3/8/8/8/8/8/8/R5KR ... h1- f1+R W! e8- e7+k B!", "start 1:O-O 1! 2:Ke7 2!"},
	{"K1 the cable was out in the middle of a promotion", setting{fen: promote, clock: true},
		"e7- lost seen:4P3/7k/8/8/8/8/8/4K3 ... e8- e8+Q W! ~", "start missed-move@1 1:e8=Q? 1!"},
	{"K4 a report comes twice", setting{clock: true}, "e2- e2- e4+P e4+P W!", "start 1:e4 1!"},
	{"K5 a lost report is made good by a dump", setting{clock: true},
		"e2- W! seen:rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR ~", "start 1:e4 1!"},

	{"A1 occupancy", setting{clock: true, sensing: observation.Occupancy}, "e2- e4+P W!", "start 1:e4 1!"},
	{"B1 occupancy, the victim seen to leave", setting{fen: kings("3p1p2", "4P3"), clock: true, sensing: observation.Occupancy},
		"e4- d5- d5+P W!", "start 1:exd5 1!"},
	{"B3 occupancy, two captures fit", setting{fen: kings("3p1p2", "4P3"), clock: true, sensing: observation.Occupancy},
		"e4- ~ W!", "start 1:exd5(50[[e4f5]]) 1!"},
	{"F9 occupancy, a promotion", setting{fen: promote, clock: true, sensing: observation.Occupancy},
		"e7- e8+ W!", "start 1:e8=Q(97[[e7e8r] [e7e8b] [e7e8n]]) 1!"},
}

const (
	castle  = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
	passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
	promote = "8/4P2k/8/8/8/8/8/4K3 w - - 0 1"
)

// kings puts two ranks of pieces between kings, White to move.
func kings(rank5, rank4 string) string {
	return "7k/8/8/" + rank5 + "/" + rank4 + "/8/8/K7 w - - 0 1"
}

func TestCatalogue(t *testing.T) {
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			if got := play(t, r.setting, r.script); got != r.want {
				t.Errorf("%s\n have %s\n want %s", r.script, got, r.want)
			}
		})
	}
}

// A result that is entered and withdrawn before play began leaves the game as
// it was.
func TestTheEndWithdrawnBeforePlay(t *testing.T) {
	start := position.Start()
	tr := New(observation.Header{Board: observation.Board{ScanMS: scan}}, start)
	r := &script{t: tr}
	r.apply(sensed(observation.Identity, &start))
	tr.End()
	if steps := tr.Reopen(); len(steps) > 0 {
		t.Errorf("steps %v, want none", steps)
	}
	r.wait(3000)
	for _, w := range []string{"e2-", "e4+P", "...", "e7-", "e5+p", "..."} {
		r.word(t, w)
	}
	if got, want := strings.Join(r.steps, " "), "start 1:e4 1& 2:e5"; got != want {
		t.Errorf("have %s, want %s", got, want)
	}
}

// A clock that already ran when it was first listened to begins the game at its
// next press.
func TestAResignationWithdrawnAfterTheClockBegan(t *testing.T) {
	start := position.Start()
	r := &script{t: New(observation.Header{Board: observation.Board{ScanMS: scan}}, start)}
	r.apply(sensed(observation.Identity, &start))
	r.t.End()
	r.word(t, "B!")
	r.t.Reopen()
	for _, w := range []string{"W!", "e7-", "B!"} {
		r.word(t, w)
	}
	if len(r.steps) == 0 || r.steps[0] != "start" {
		t.Errorf("have %v, want a start", r.steps)
	}
}

// Nobody knows what was played before the board was seen.
func TestPressesBeforeTheBoardIsSeen(t *testing.T) {
	start := position.Start()
	r := &script{t: New(observation.Header{Board: observation.Board{ScanMS: scan}}, start)}
	for _, w := range []string{"B!", "W!", "B!", "W!", "B!", "seen:rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "e2-", "e4+P", "W!"} {
		r.word(t, w)
	}
	if got, want := strings.Join(r.steps, " "), "start 1:e4 1!"; got != want {
		t.Errorf("have %s, want %s", got, want)
	}
}

// Who joins late starts from what stands there, with the side to move whose clock
// runs, though only one ply was missed.
func TestJoiningAfterTheFirstPly(t *testing.T) {
	r := &script{t: New(observation.Header{Board: observation.Board{ScanMS: scan}, Clock: observation.ClockSensor{Present: true}}, position.Start())}
	for _, w := range []string{"seen:rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "W!", "e7-", "e5+p", "B!", "g1-", "f3+N", "W!"} {
		r.word(t, w)
	}
	if got, want := strings.Join(r.steps, " "), "start setup-wrong@0 1:e5 1! 2:Nf3 2!"; got != want {
		t.Errorf("have %s, want %s", got, want)
	}
}

// A game from a start position that was set up wrongly is recorded as it is
// played, from the first lift on.
func TestAWrongSetUpWithoutAClock(t *testing.T) {
	for _, c := range []struct{ name, stands, script, want string }{
		{"king and queen exchanged", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", "... e2- e4+P ... e7- e5+p ...", "start setup-wrong@0 1:e4 1& 2:e5"},
		{"the same and turned", "RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr", "... d7- d5+P ... d2- d4+p ...", "start setup-wrong@0 1:e4 1& 2:e5"},
		{"put right before play", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", "... d1- e1- e1+K d1+Q ... e2- e4+P ... e7- e5+p ...", "start 1:e4 1& 2:e5"},
		{"not long enough", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", "e2- e4+P ... e7- e5+p ...", ""},
	} {
		r := &script{t: New(observation.Header{Board: observation.Board{ScanMS: scan}}, position.Start())}
		for _, w := range append([]string{"seen:" + c.stands}, strings.Fields(c.script)...) {
			r.word(t, w)
		}
		if got := strings.Join(r.steps, " "); got != c.want {
			t.Errorf("%s: have %q, want %q", c.name, got, c.want)
		}
	}
}
