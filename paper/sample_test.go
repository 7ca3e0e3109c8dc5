package paper

import (
	"fmt"
	"time"
)

// sample shows every block, as the sheets use them.
func sample() Document {
	board := Board{
		Title: "Move 31, Black", Placement: "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R", ToMove: "w",
		Marked: []string{"f8", "g8"},
		Lines:  []string{"White 0:12:31, Black 0:03:07", "14:05:22.4", "Castling: White both"},
		Alt:    "White: king e1, queen d2; Black: king g8, queen d8",
	}
	second, third := board, board
	second.Title, second.ToMove, second.Marked = "Move 35, White: a title that has to go into a second line", "b", []string{"d4", "e4"}
	third.Title, third.ToMove, third.Marked, third.Placement = "Unknown pieces", "", nil, "oooooooo/8/8/3o4/QQQQQQQQ/8/kkkkNNNN/rnbqkbnr"
	moves := Table{Columns: []Column{
		{Title: "No.", Align: Right}, {Title: "White", Wide: true}, {Title: "Clock", Align: Right},
		{Title: "Black", Wide: true}, {Title: "Clock", Align: Right}, {Title: "Remarks", Wide: true}, {Title: "?", Align: Centre},
	}}
	for i := 1; i <= 48; i++ {
		remark := ""
		if i%11 == 0 {
			remark = "The press came before the hand had left the piece; the ply counts from 14:05:22.4 on."
		}
		moves.Rows = append(moves.Rows, []string{
			fmt.Sprint(i), "♘f3×e5", fmt.Sprintf("0:%02d:07", 60-i), "Dd8×d5+ (=)", fmt.Sprintf("0:%02d:59.4", 61-i), remark, []string{"", "×"}[i%2],
		})
	}
	return Document{
		Language: "pt", Title: "Torneio Aberto de Évora 2026 – Ronda 4, tabuleiro 12", Page: "Página",
		Foot: "recorderd · device SHA256:h4zX…Q9 · head 7F3A 92BC 0D1E 55A8 · journal 000012.jsonl, line 1,204",
		Date: time.Date(2026, 3, 14, 14, 5, 22, 0, time.UTC),
		Blocks: []Block{
			Heading{1, "Threefold repetition"},
			Facts{
				{"Event", "Torneio Aberto de Évora 2026"},
				{"White", "Nguyễn Đức Hòa"}, {"Black", "Þórarinsdóttir, Łucja – Гарри Каспаров – Μαρία – Գարեգին – ბექა"},
				{"Laws", "FIDE Laws of Chess 2023, rapid, Article 9.2"},
			},
			Paragraph{"The claim is correct: the position stood three times with the same player to move, after moves 27, 31 and 35 of White.", Boxed},
			Heading{2, "The positions"},
			Paragraph{"Each picture shows the position as it stood when the clock was pressed. ãçéíóúñüß ♔♘ … × – “quoted”.", Plain},
			Boards{board, second, third},
			Heading{3, "What is remarkable"},
			List{"Between the second and the third occurrence White could no longer castle on the queen’s side, and that makes another position of it; so the count began again at move 27.", "The board did not see square h8 from 14:01 to 14:02."},
			Paragraph{"Doubtful plies are marked with a question mark. “Short” castling is written 0-0.", Small},
			Heading{2, "Moves"},
			moves,
			Heading{2, "One board"},
			Boards{board},
			Code{"Head of the journal at the end of the game", "7F3A 92BC 0D1E 55A8", "recorderd:7F3A92BC0D1E55A8"},
			Signatures{"White: Nguyễn Đức Hòa", "Black: Þórarinsdóttir, Łucja", "Arbiter"},
			Break{},
			Heading{1, "Two boards"},
			Boards{board, second},
			Code{"Without a picture", "7F3A 92BC", ""},
			Paragraph{"<script>alert(\"x\")</script> & 中文 \u202Eright to left\u202C שלום 🙂 e\u0301", Plain},
		},
	}
}
