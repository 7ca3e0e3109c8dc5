package paper

import (
	"slices"

	"recorderd/pieces"
)

// side of a square of a board, by how many boards are in a row.
var squareSides = [...]float64{26, 24, 17}

const (
	coordRoom = 12.0 // left of a board and below it
	moveRoom  = 12.0 // right of it, for the sign who moves
)

// setBoards sets boards side by side, at most three. What is said of a board that
// is alone stands beside it.
func setBoards(boards Boards) ([]strip, error) {
	if len(boards) == 1 {
		strips, err := setLoneBoard(boards[0])
		return below(9, strips), err
	}
	var strips []strip
	for row := range slices.Chunk(boards, len(squareSides)) {
		n := min(len(boards), len(squareSides))
		set, err := setBoardRow(row, squareSides[n-1], (textWidth+boardGap)/float64(n)-boardGap)
		if err != nil {
			return nil, err
		}
		strips = append(strips, set...)
	}
	return below(9, strips), nil
}

const boardGap = 14.0

// setLoneBoard sets a board with its lines beside it. Those that have no room
// there follow below.
func setLoneBoard(b Board) ([]strip, error) {
	const gap, apart, between = 20.0, 3.0, 4.0
	pic, err := b.picture()
	if err != nil {
		return nil, err
	}
	square, left := squareSides[0], marginSide+coordRoom
	right := left + 8*square + moveRoom + gap
	m := bodyText.measure()
	title := atMost(8, boldText.measure().wrap(b.Title, textWidth-coordRoom))
	top := between
	if b.Title != "" {
		top += float64(len(title)) * boldText.lead
	}
	type beside struct {
		y     float64
		lines []string
	}
	var texts []beside
	under := cellOfRow{bodyText, left, textWidth - coordRoom, Left, nil}
	y := 0.0
	for _, line := range b.Lines {
		lines := m.wrap(line, marginSide+textWidth-right)
		high := float64(len(lines)) * bodyText.lead
		if len(under.lines) > 0 || y+high > 8*square {
			under.lines = append(under.lines, m.wrap(line, under.width)...)
			continue
		}
		texts = append(texts, beside{y, lines})
		y += high + apart
	}
	strips := []strip{{
		height: top + 8*square + coordRoom + 4,
		keep:   len(under.lines) > 0,
		draw: func(p pen, y float64) {
			p.lines(boldText, left, y, textWidth, Left, title)
			p.board(b, pic, left, y+top, square)
			for _, text := range texts {
				p.lines(bodyText, right, y+top+text.y, textWidth, Left, text.lines)
			}
		},
	}}
	if len(under.lines) == 0 {
		return strips, nil
	}
	return append(strips, setRow([]cellOfRow{under}, 2)...), nil
}

// setBoardRow sets titles, pictures and lines in one strip; lines that no page
// could hold with the boards follow it.
func setBoardRow(row Boards, square, width float64) ([]strip, error) {
	const between = 4.0
	pictures := make([]picture, len(row))
	titles, lines := make([]cellOfRow, len(row)), make([]cellOfRow, len(row))
	high := 0
	for i, b := range row {
		var err error
		if pictures[i], err = b.picture(); err != nil {
			return nil, err
		}
		x := marginSide + float64(i)*(width+boardGap)
		titles[i] = cellOfRow{boldText, x + coordRoom, width, Left, atMost(8, boldText.measure().wrap(b.Title, width-coordRoom))}
		if b.Title != "" {
			high = max(high, len(titles[i].lines))
		}
		lines[i] = cellOfRow{smallText, x + coordRoom, width, Left, nil}
		for _, line := range b.Lines {
			lines[i].lines = append(lines[i].lines, smallText.measure().wrap(line, width-coordRoom)...)
		}
	}
	top := float64(high)*boldText.lead + between
	strips := []strip{{
		height: top + 8*square + coordRoom, keep: true,
		draw: func(p pen, y float64) {
			for i, b := range row {
				p.lines(boldText, titles[i].x, y, width, Left, titles[i].lines)
				p.board(b, pictures[i], titles[i].x, y+top, square)
			}
		},
	}}
	under := setRow(lines, 2)
	under[len(under)-1].height += 4
	return append(strips, under...), nil
}

// board draws a position. x and y are the upper left corner of a8.
func (p pen) board(b Board, pic picture, x, y, square float64) {
	for i := range 64 {
		left, top := x+float64(i%8)*square, y+float64(i/8)*square
		ground := 0xff
		if (i/8+i%8)%2 == 1 {
			ground = 0xcf
		}
		p.fill(left, top, square, square, ground)
		if pic.marked[i] {
			p.frame(left+1, top+1, square-2, square-2, 1.5, 0x50)
		}
	}
	p.frame(x, y, 8*square, 8*square, 0.75, 0x40)
	for i := range 64 {
		if man := pic.men[i]; man != 0 {
			p.man(man, x+float64(i%8)*square, y+float64(i/8)*square, square)
		}
	}
	p.coordinates(x, y, square)
	p.toMove(b.ToMove, x+8*square, y, square)
}

func (p pen) coordinates(x, y, square float64) {
	for i := range 8 {
		at := float64(i) * square
		p.lines(tinyText, x-coordRoom, y+at+(square-tinyText.lead)/2, coordRoom-4, Right, []string{string(rune('8' - i))})
		p.lines(tinyText, x+at, y+8*square+1.5, square, Centre, []string{string(rune('a' + i))})
	}
}

// toMove shows who moves by a small square on his side of the board.
func (p pen) toMove(side string, x, y, square float64) {
	const size = 6.0
	switch side {
	case "w":
		p.frame(x+4, y+8*square-size-1, size, size, 0.75, 0x20)
	case "b":
		p.fill(x+4, y+1, size, size, 0x20)
		p.frame(x+4, y+1, size, size, 0.75, 0x20)
	}
}

// greys of the men: of the body, of its edge, of the lines within.
type greys struct{ body, edge, detail int }

func greysOf(man byte) greys {
	switch {
	case man == unknown:
		return greys{0x90, 0x60, 0x60}
	case isWhite(man):
		return greys{0xff, 0x20, 0x20}
	}
	return greys{0x38, 0x10, 0xe8}
}

// man draws a piece in its square.
func (p pen) man(letter byte, x, y, square float64) {
	g := greysOf(letter)
	if letter == unknown {
		p.grey(g.body, g.edge, 0.5)
		p.pdf.Circle(snap(x+square/2), snap(y+square/2), snap(square/4), "FD")
		return
	}
	p.pdf.SetLineJoinStyle("round")
	p.pdf.SetLineCapStyle("round")
	scale := square / pieces.Size
	for _, l := range pieces.Shapes()[kindOf(letter)] {
		op := ""
		switch l.Kind {
		case pieces.Body:
			p.grey(g.body, g.edge, l.Width*scale)
			op = "FD"
		case pieces.Detail:
			p.grey(g.body, g.detail, l.Width*scale)
			op = "D"
		case pieces.Dot:
			p.grey(g.detail, g.detail, 0.5)
			op = "F"
		}
		p.trace(l.Steps, x, y, scale) // nothing may come between a path and its drawing
		p.pdf.DrawPath(op)
	}
	p.pdf.SetLineJoinStyle("miter")
	p.pdf.SetLineCapStyle("butt")
}

func (p pen) grey(fill, draw int, width float64) {
	p.pdf.SetFillColor(fill, fill, fill)
	p.pdf.SetDrawColor(draw, draw, draw)
	p.pdf.SetLineWidth(snap(width))
}

// trace goes along a line of a shape without drawing it.
func (p pen) trace(steps []pieces.Step, x, y, scale float64) {
	at := func(to pieces.Point) (float64, float64) {
		return snap(x + float64(to.X*scale)), snap(y + float64(to.Y*scale))
	}
	for _, s := range steps {
		toX, toY := at(s.To)
		switch s.Op {
		case pieces.Move:
			p.pdf.MoveTo(toX, toY)
		case pieces.Straight:
			p.pdf.LineTo(toX, toY)
		case pieces.Curve:
			ax, ay := at(s.A)
			bx, by := at(s.B)
			p.pdf.CurveBezierCubicTo(ax, ay, bx, by, toX, toY)
		case pieces.Close:
			p.pdf.ClosePath()
		}
	}
}

// qr draws a QR code. Its quiet zone is room around what is black, and so it may
// lie in the margin.
func (p pen) qr(g grid, x, y, side float64) {
	square := side / float64(len(g)-2*quiet)
	at := func(from float64, n int) float64 { return snap(from + float64(float64(n-quiet)*square)) }
	p.pdf.SetFillColor(0, 0, 0)
	g.runs(func(left, top, length int) {
		p.pdf.Rect(at(x, left), at(y, top), at(x, left+length)-at(x, left), at(y, top+1)-at(y, top), "F")
	})
}
