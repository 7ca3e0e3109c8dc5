package sentence

import "recorderd/observation"

type d = map[string]any

const (
	white = observation.White
	black = observation.Black
	none  = observation.NoSide
)

// place is the shape of the places in the record.
type place struct {
	Square string `json:"square"`
	Piece  string `json:"piece,omitempty"`
	HeldMS int64  `json:"held_ms,omitempty"`
}

// occurrence is the shape of the record's occurrences.
type occurrence struct {
	Ply      int    `json:"ply"`
	T        int64  `json:"t"`
	FEN      string `json:"fen"`
	Intended bool   `json:"intended,omitempty"`
}

type remedy struct {
	Kind string `json:"kind"`
	To   string `json:"to,omitempty"`
	MS   int64  `json:"ms,omitempty"`
}

var (
	fivefold = []occurrence{{}, {Ply: 4, T: 62_000}, {Ply: 8, T: 130_530}, {Ply: 12, T: 170_000}, {Ply: 16, T: 210_000}}
	thrice   = []occurrence{{Ply: 0}, {Ply: 4, T: 62_000}, {Ply: 8, T: 130_530}}
	between  = d{"known": false, "from_t": int64(752_000), "to_t": int64(753_000)}
	gains    = []remedy{{"time", "white", 120_000}}
)

// samples are findings of every code of the contract with all that their data may
// hold, and a few more where a field says something else.
var samples = []Fact{
	{Code: "checkmate", Side: white, Article: "5.1.1", Data: d{"king": "g8", "move": "Ra8#"}},
	{Code: "stalemate", Side: black, Article: "5.2.1", Data: d{"king": "a1", "move": "Qb3"}},
	{Code: "dead-position", Side: white, Article: "5.2.2", Data: d{"proof": d{"white": d{"by": "material 1", "ply": 80}}, "since_ply": 80}},
	{Code: "fivefold", Side: black, Article: "9.6.1", Data: d{"occurrences": fivefold}},
	{Code: "seventyfive-move", Side: black, Article: "9.6.2", Data: d{"since_ply": 24}},
	{Code: "threefold", Side: black, Article: "9.2.1.2", Data: d{"occurrences": thrice}},
	{Code: "fifty-move", Side: white, Article: "9.3.2", Data: d{"since_ply": 0}},
	{Code: "flag-fall", Side: black, Article: "6.8", Data: d{"noticed_t": int64(755_100), "white_ms": int64(125_300), "black_ms": int64(0),
		"moves": 38, "required": 40, "opponent_can_mate": true, "order": between}},
	{Code: "flag-fall", Side: white, Article: "6.8", Data: d{"opponent_can_mate": false}},
	{Code: "flag-fall", Side: white, Article: "6.8", Data: d{"opponent_can_mate": nil, "moves": 1}},
	{Code: "illegal-move-completed", Side: black, Article: "A.4.2, 7.5.5", Data: d{"kind": "king-left-in-check", "move": "Ke8-e7?!illegal",
		"count": 1, "remedy": gains, "opponent_can_mate": true, "also": []string{"two-moves"}}},
	{Code: "illegal-move-completed", Side: white, Article: "7.5.5", Data: d{"kind": "no-such-move", "move": "Nb1-b3?!illegal", "count": 2,
		"remedy": []remedy{{Kind: "loss", To: "white"}}}},
	{Code: "illegal-move-completed", Side: white, Article: "7.5.5", Data: d{"kind": "unexplained", "move": "?!unexplained", "count": 2,
		"remedy": []remedy{{Kind: "draw"}}, "opponent_can_mate": false}},
	{Code: "illegal-move-completed", Side: white, Article: "7.4", Data: d{"kind": "castling", "move": "O-O?!illegal", "count": 1, "remedy": []remedy{}}},
	{Code: "illegal-move-completed", Side: white, Article: "7.5.2", Data: d{"kind": "promotion-missing", "move": "e8", "replaced_by": "queen", "completed_by": "answer"}},
	{Code: "illegal-move-stands", Side: black, Article: "A.4.2", Data: d{"kind": "castling", "move": "O-O-O?!illegal", "by_agreement": true}},
	{Code: "checkmate", Side: black, Article: "5.1.1", Data: d{"king": "g8", "move": "Ra8#", "breach": "touch-move"}},
	{Code: "stalemate", Side: black, Article: "5.2.1", Data: d{"king": "g8", "move": "Qg6", "breach": "castling-rook-first"}},
	{Code: "both-kings-in-check", Side: white, Article: "A.5.4", Data: d{"white_king": "e1", "black_king": "e8", "since_ply": 41, "remedy": []remedy{{Kind: "draw"}}}},
	{Code: "pawn-on-last-rank", Side: black, Article: "A.5.4", Data: d{"square": "h1", "since_ply": 60, "remedy": []remedy{{Kind: "draw"}}}},
	{Code: "king-missing", Side: black, Data: d{"square": "e8"}},
	{Code: "piece-surplus", Side: white, Data: d{"square": "d5", "piece": "Q"}},
	{Code: "piece-surplus", Side: none, Data: d{"square": "d5"}},
	{Code: "setup-wrong", Side: none, Article: "7.2.1", Data: d{"kind": "king-queen-swapped", "squares": []string{"d1", "e1"}}},
	{Code: "setup-wrong", Side: none, Article: "7.2.2", Data: d{"kind": "board-reversed"}},
	{Code: "press-without-move", Side: white, Article: "7.5.3", Data: d{"count": 2, "remedy": []remedy{{Kind: "loss", To: "white"}}, "opponent_can_mate": true}},
	{Code: "both-flags", Side: none, Article: "III.3.1", Data: d{"first": "white", "remedy": []remedy{{Kind: "draw"}}}},
	{Code: "both-flags", Side: none, Data: d{"order": between, "remedy": []remedy{{Kind: "draw"}}, "if_announced": true}},
	{Code: "clock-jump", Side: black, Data: d{"from_ms": int64(600_000), "to_ms": int64(300_500), "expected_ms": int64(599_000), "standing": true}},
	{Code: "clock-jump", Side: white, Article: "6.14", Data: d{"from_ms": int64(600_000), "to_ms": int64(700_000), "expected_ms": int64(720_000), "entered": true}},
	{Code: "clock-start-wrong", Side: none, Article: "6.10.2", Data: d{"white_ms": int64(300_000), "black_ms": int64(5_400_000),
		"expected_white_ms": int64(5_400_000), "expected_black_ms": int64(5_400_000)}},
	{Code: "increment-missing", Side: white, Data: d{"expected_ms": int64(30_000), "added_ms": int64(0)}},
	{Code: "clock-stopped", Side: white, Data: d{"since_t": int64(740_000)}},
	{Code: "clock-lost", Side: none},
	{Code: "illegal-move-withdrawn", Side: white, Data: d{"move": "Bf1-f3?!illegal", "stood_ms": int64(900)}},
	{Code: "setup-window-closed", Side: none, Article: "A.5.1", Data: d{"faults": []string{"king-queen-swapped", "clock-setting"}, "moves": 10,
		"castling_barred": []string{"white O-O", "white O-O-O"}}},
	{Code: "setup-window-closed", Side: none, Article: "A.5.1", Data: d{"moves": 10, "castling_barred": []string{"white O-O-O", "black O-O-O", "black O-O"}}},
	{Code: "touch-move", Side: white, Article: "4.3.1", Data: d{"touched": place{Square: "f1", Piece: "B"}, "moved": place{Square: "g1", Piece: "N"},
		"held_ms": int64(2_000), "could": "move", "grade": "low", "from_t": int64(745_000), "to_t": int64(747_000),
		"others": []place{{"e1", "K", 400}, {"h1", "R", 300}}}},
	{Code: "touch-move", Side: white, Article: "4.3.2", Data: d{"touched": place{Square: "d8", Piece: "q"}, "moved": place{Square: "a2", Piece: "P"},
		"held_ms": int64(62_500), "could": "be-captured", "grade": "high"}},
	{Code: "castling-rook-first", Side: black, Article: "4.4.2", Data: d{"rook": place{Square: "h8", Piece: "r"}, "king": place{Square: "e8", Piece: "k"}}},
	{Code: "two-pieces-lifted", Side: white, Article: "7.5.4", Data: d{"pieces": []place{{Square: "e1", Piece: "K"}, {Square: "h1", Piece: "R"}},
		"from_t": int64(750_000), "to_t": int64(751_000)}},
	{Code: "move-changed", Side: white, Article: "4.7", Data: d{"move": "e2e3", "stood_ms": int64(1_500), "stops": []string{"e3", "e5"}}},
	{Code: "piece-displaced", Side: none, Data: d{"squares": []place{{Square: "a8", Piece: "r"}, {Square: "b2", Piece: "P"}, {Square: "c4"}},
		"open": false, "from_t": int64(748_000), "right_t": int64(755_000)}},
	{Code: "reply-before-press", Side: black, Data: d{"move": "Nf6"}},
	{Code: "press-missing", Side: white, Data: d{"move": "Nf3"}},
	{Code: "event-after-end", Side: white, Data: d{"kind": "claim", "claim": "threefold", "order": between}},
	{Code: "event-after-end", Side: white, Data: d{"kind": "draw-offer"}},
	{Code: "event-after-end", Side: white, Data: d{"kind": "draw-accept"}},
	{Code: "event-after-end", Side: black, Data: d{"kind": "resign"}},
	{Code: "event-after-end", Side: white, Data: d{"kind": "move", "move": "Kd2"}},
	{Code: "event-after-end", Side: black, Data: d{"kind": "flag-fall"}},
	{Code: "draw-offer", Side: white, Article: "9.1", Data: d{"proper": true}},
	{Code: "draw-offer", Side: black, Article: "9.1", Data: d{"proper": false}},
	{Code: "result-signal", Side: none, Data: d{"white_king": "e4", "black_king": "d5", "result": "1-0"}},
	{Code: "analysis", Side: none},
	{Code: "scoresheet-free", Side: white, Article: "8.4", Data: d{"left_ms": int64(299_000)}},
	{Code: "last-two-minutes", Side: black, Article: "III.4", Data: d{"left_ms": int64(119_400)}},
	{Code: "rule-unverified", Side: white, Data: d{"rule": "illegal-move-stands"}},
	{Code: "ambiguous-move", Side: white, Data: d{"move": "Nbd2", "alternatives": [][]string{{"f3d2"}, {"b1d2", "g8f6"}}}},
	{Code: "missed-move", Side: none, Data: d{"plies": 2}},
	{Code: "missed-move", Side: none, Data: d{"plies": 12, "from": "memory"}},
	{Code: "unreadable", Side: none, Data: d{"said": "e2e5", "fault": true}},
	{Code: "order-unknown", Side: none, Data: d{"moves": []string{"Nf3", "Nf6", "g3"}}},
	{Code: "sensor-episode", Side: none, Data: d{"squares": []string{"a1", "a2", "b3", "b4", "c5", "c6", "d7", "d8", "e1", "e2", "f3", "f4", "g5", "g6", "h7", "h8", "a3", "a4"}}},
	{Code: "square-unreliable", Side: none, Data: d{"square": "c3"}},
	{Code: "second-opinion", Side: white, Data: d{"san": "Nbd2", "other": "Nd2", "legal": true}},
	{Code: "link-lost", Side: none, Data: d{"device": "clock"}},
	{Code: "link-restored", Side: none, Data: d{"device": "board"}},
	{Code: "recovered", Side: none, Data: d{"gap_ms": int64(4_100), "lost_bytes": int64(17)}},
	{Code: "recovered", Side: none, Data: d{"gap_ms": nil, "lost_bytes": int64(0)}},
}

var yes, no = new(true), new(false)

var claims = []Claim{
	{By: "white", Claim: "threefold", Supported: yes, Article: "9.2.1.1", Data: d{"move": "Nf3", "result": "1/2-1/2",
		"occurrences": []occurrence{thrice[0], thrice[1], {Ply: 9, T: 751_400, Intended: true}}}},
	{By: "black", Claim: "fifty", Supported: no, Article: "9.3.1", Data: d{"move": "Ke7", "since_ply": 31, "reason": "too-few",
		"remedy": []remedy{{"time", "white", 120_000}, {"time", "black", -60_000}}}},
	{By: "white", Claim: "flag", Supported: yes, Article: "6.9", Data: d{"result": "1-0"}},
	{By: "black", Claim: "flag", Supported: nil, Article: "6.9", Data: d{"reason": "gap", "order": between}},
	{By: "white", Claim: "illegal-move", Supported: yes, Article: "7.5.1", Data: d{"move": "Ke8-e7?!illegal", "kind": "king-left-in-check", "remedy": gains}},
	{By: "black", Claim: "touch-move", Supported: no, Data: d{"reason": "no-touch-move", "touched": place{Square: "d1", Piece: "Q"}}},
	{By: "black", Claim: "dead-position", Supported: no, Article: "5.2.2", Data: d{"winner": "white", "helpmate": []string{"a1a2", "h8g8", "b7b8q"}}},
	{By: "white", Claim: "quickplay", Supported: nil, Article: "III.5", Data: d{"reason": "for-the-arbiter"}},
	{By: "arbiter", Claim: "flag", Supported: yes, Article: "6.9", Data: d{"result": "0-1"}},
	{By: "", Claim: "threefold", Supported: no, Data: d{"reason": "too-few-occurrences"}},
	{By: "arbiter", Claim: "of-a-new-kind", Supported: nil},
}

func init() {
	for i := range samples {
		samples[i].T, samples[i].Ply = 751_432, 24
	}
	for i := range claims {
		claims[i].T, claims[i].Ply = 751_432, 24
	}
}
