package paper

import (
	"fmt"

	"rsc.io/qr"
)

// grid is a picture of black and white squares, row by row.
type grid [][]bool

// quiet is how many white squares must surround a QR code.
const quiet = 4

// qrGrid is a QR code with the quiet zone around it. At level M it can be read
// with a seventh of it lost, to a fold or a stain.
func qrGrid(text string) (grid, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, fmt.Errorf("paper: QR code of %.20q, %d bytes: %w", text, len(text), err)
	}
	g := make(grid, code.Size+2*quiet)
	for y := range g {
		g[y] = make([]bool, len(g))
		for x := range g[y] {
			g[y][x] = code.Black(x-quiet, y-quiet)
		}
	}
	return g, nil
}

// runs calls do for each run of black squares in a row.
func (g grid) runs(do func(x, y, length int)) {
	for y, row := range g {
		for x := 0; x < len(row); x++ {
			from := x
			for x < len(row) && row[x] {
				x++
			}
			if x > from {
				do(from, y, x-from)
			}
		}
	}
}
