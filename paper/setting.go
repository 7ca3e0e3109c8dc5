package paper

import "slices"

// setBlock makes strips of a block.
func setBlock(b Block) ([]strip, error) {
	switch b := b.(type) {
	case Heading:
		return setHeading(b), nil
	case Paragraph:
		if b.Look == Boxed {
			return setBox(b.Text), nil
		}
		return setParagraph(b), nil
	case Facts:
		return setFacts(b), nil
	case Table:
		return setTable(b), nil
	case Boards:
		return setBoards(b)
	case List:
		return setList(b), nil
	case Signatures:
		return setSignatures(b), nil
	case Code:
		return setCode(b)
	case Break:
		return []strip{{breaks: true}}, nil
	}
	return nil, nil
}

// below gives the first of some strips its room above.
func below(room float64, strips []strip) []strip {
	if len(strips) > 0 {
		strips[0].above = room
	}
	return strips
}

// setLines makes a strip of each line. Neither the first nor the last is left
// alone on a page.
func setLines(s style, x, width float64, align Align, lines []string) []strip {
	var strips []strip
	for i, line := range lines {
		strips = append(strips, strip{
			height: s.lead,
			keep:   len(lines) > 1 && (i == 0 || i == len(lines)-2),
			draw:   func(p pen, y float64) { p.lines(s, x, y, width, align, []string{line}) },
		})
	}
	return strips
}

func setHeading(h Heading) []strip {
	level := min(max(h.Level, 1), len(headingTexts)) - 1
	s := headingTexts[level]
	lines := s.measure().wrap(h.Text, textWidth)
	room := [...]float64{16, 15, 11}[level]
	under := [...]float64{5, 2, 0}[level]
	return []strip{{
		above: room, height: float64(len(lines))*s.lead + under, keep: true,
		draw: func(p pen, y float64) { p.lines(s, marginSide, y, textWidth, Left, lines) },
	}}
}

func setParagraph(paragraph Paragraph) []strip {
	s := bodyText
	if paragraph.Look == Small {
		s = smallText
	}
	return below(6, setLines(s, marginSide, textWidth, Left, s.measure().wrap(paragraph.Text, textWidth)))
}

// setBox keeps the box in one piece if a page can hold it.
func setBox(text string) []strip {
	const pad, bar = 9.0, 3.0
	const inPage = 40 // lines
	lines := boxText.measure().wrap(text, textWidth-bar-2*pad)
	var strips []strip
	for part := range slices.Chunk(lines, inPage) {
		height := float64(len(part))*boxText.lead + 2*pad
		strips = append(strips, strip{
			above: 8, height: height + 3,
			draw: func(p pen, y float64) {
				p.fill(marginSide, y, textWidth, height, pale)
				p.fill(marginSide, y, bar, height, ink)
				p.lines(boxText, marginSide+bar+pad, y+pad, textWidth, Left, part)
			},
		})
	}
	return strips
}

func setFacts(facts Facts) []strip {
	const gap = 14
	var width float64
	for _, f := range facts {
		width = max(width, nameText.measure().of(f.Name))
	}
	width = min(width, textWidth*2/5)
	var strips []strip
	for _, f := range facts {
		strips = append(strips, setRow([]cellOfRow{
			{nameText, marginSide, width, Left, nameText.measure().wrap(f.Name, width)},
			{bodyText, marginSide + width + gap, textWidth - width - gap, Left, bodyText.measure().wrap(f.Value, textWidth-width-gap)},
		}, 1)...)
	}
	if n := len(strips); n > 1 {
		strips[n-2].keep = true // the last is not alone on a page
	}
	return below(6, strips)
}

func setList(list List) []strip {
	const indent = 12
	var strips []strip
	for i, item := range list {
		lines := setLines(bodyText, marginSide+indent, textWidth-indent, Left, bodyText.measure().wrap(item, textWidth-indent))
		first := lines[0].draw
		lines[0].draw = func(p pen, y float64) {
			p.text(nameText, marginSide+2, y, "–")
			first(p, y)
		}
		if last := len(strips) - 1; i > 0 && (i == 1 || i == len(list)-1) {
			strips[last].keep = true // neither the first nor the last is alone on a page
		}
		strips = append(strips, below(2, lines)...)
	}
	return below(6, strips)
}

// cellOfRow is a text in its place in a row.
type cellOfRow struct {
	style
	x, width float64
	align    Align
	lines    []string
}

// setRow sets texts beside each other, in one strip if a page can hold it.
func setRow(cells []cellOfRow, pad float64) []strip {
	const inPage = 48 // lines
	high := 1
	for _, c := range cells {
		high = max(high, len(c.lines))
	}
	var strips []strip
	for from := 0; from < high; from += inPage {
		parts := slices.Clone(cells)
		var height float64
		for i, c := range parts {
			parts[i].lines = c.lines[min(from, len(c.lines)):min(from+inPage, len(c.lines))]
			height = max(height, float64(len(parts[i].lines))*c.lead)
		}
		strips = append(strips, strip{
			height: height + 2*pad,
			draw: func(p pen, y float64) {
				for _, c := range parts {
					p.lines(c.style, c.x, y+pad, c.width, c.align, c.lines)
				}
			},
		})
	}
	return strips
}

func setTable(t Table) []strip {
	const gap, pad = 12.0, 1.5
	widths := columnWidths(t, columnTitle.measure(), cellText.measure(), textWidth, gap)
	width := -gap
	for _, w := range widths {
		width += w + gap
	}
	row := func(s style, texts []string, grey int) []strip {
		cells := make([]cellOfRow, len(texts))
		x := marginSide
		for i, text := range texts {
			cells[i] = cellOfRow{s, x, widths[i], t.Columns[i].Align, s.measure().wrap(text, widths[i])}
			x += widths[i] + gap
		}
		return ruled(setRow(cells, pad), width, grey)
	}
	var head *strip
	var strips []strip
	if t.hasTitles() {
		titles := row(columnTitle, each(t.Columns, func(c Column) string { return c.Title }), ink)
		titles[0].keep = len(t.Rows) > 0
		head = &titles[0]
		strips = titles[:1]
	}
	for _, texts := range t.Rows {
		for _, s := range row(cellText, texts, faint) {
			s.head = head
			strips = append(strips, s)
		}
	}
	if n := len(strips); n > 2 {
		strips[n-2].keep = true // the last row is not alone on a page
	}
	return below(8, strips)
}

// ruled draws a line below each strip.
func ruled(strips []strip, width float64, grey int) []strip {
	for i, s := range strips {
		strips[i].draw = func(p pen, y float64) {
			p.line(marginSide, y+s.height, marginSide+width, y+s.height, hair, grey)
			s.draw(p, y)
		}
	}
	return strips
}

func setSignatures(signatures Signatures) []strip {
	const gap, room = 30.0, 34.0
	const width = (textWidth - gap) / 2
	var strips []strip
	for row := range slices.Chunk(signatures, 2) {
		var high float64
		var captions [][]string
		for _, who := range row {
			lines := atMost(20, smallText.measure().wrap(who, width))
			captions = append(captions, lines)
			high = max(high, float64(len(lines))*smallText.lead)
		}
		strips = append(strips, strip{
			height: room + 3 + high,
			keep:   len(strips) < (len(signatures)-1)/2,
			draw: func(p pen, y float64) {
				for i, lines := range captions {
					x := marginSide + float64(i)*(width+gap)
					p.line(x, y+room, x+width, y+room, hair, ink)
					p.lines(smallText, x, y+room+3, width, Left, lines)
				}
			},
		})
	}
	return below(8, strips)
}

func setCode(c Code) ([]strip, error) {
	const side, gap = 76.0, 18.0 // with the margin, more than the quiet zone
	x, width, least := marginSide, textWidth, 0.0
	var picture grid
	if c.QR != "" {
		var err error
		if picture, err = qrGrid(c.QR); err != nil {
			return nil, err
		}
		x, width, least = x+side+gap, width-side-gap, side
	}
	label := atMost(10, nameText.measure().wrap(c.Label, width))
	text := atMost(20, codeText.measure().wrap(c.Text, width))
	high := float64(len(label))*nameText.lead + 3 + float64(len(text))*codeText.lead
	return []strip{{
		above: gap, height: max(high, least) + 8,
		draw: func(p pen, y float64) {
			if c.QR != "" {
				p.qr(picture, marginSide, y, side)
			}
			top := y + max(0, (least-high)/2)
			p.lines(nameText, x, top, width, Left, label)
			p.lines(codeText, x, top+float64(len(label))*nameText.lead+3, width, Left, text)
		},
	}}, nil
}
