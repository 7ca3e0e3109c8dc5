package paper

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The fonts are DejaVu Sans Condensed, cut down to scripts whose letters stand
// one after the other from left to right (hack/fonts makes them). They are kept
// as text because the library may write into the bytes that it is given.
//
//go:embed fonts/DejaVuSansCondensed.ttf
var regularTTF string

//go:embed fonts/DejaVuSansCondensed-Bold.ttf
var boldTTF string

// face knows the letters of a font and how wide they are.
type face map[rune]float64 // in ems

var faces = sync.OnceValue(func() (f struct{ regular, bold face }) {
	f.regular, f.bold = readFace(regularTTF), readFace(boldTTF)
	return f
})

func readFace(ttf string) face {
	f, err := sfnt.Parse([]byte(ttf))
	if err != nil {
		panic("paper: " + err.Error()) // the font was built into the program
	}
	var buffer sfnt.Buffer
	units := f.UnitsPerEm()
	letters := make(face)
	for r := rune(' '); r <= 0xffff; r++ {
		glyph, err := f.GlyphIndex(&buffer, r)
		if err != nil || glyph == 0 {
			continue
		}
		wide, err := f.GlyphAdvance(&buffer, glyph, fixed.I(int(units)), font.HintingNone)
		if err != nil {
			panic("paper: " + err.Error())
		}
		letters[r] = float64(wide.Round()) / float64(units)
	}
	return letters
}

// printable is a text in letters that the fonts have; what they have not shows
// as the mark for a letter that is missing.
func printable(s string) string {
	known := faces().regular
	return strings.Map(func(r rune) rune {
		_, has := known[r]
		switch {
		case unicode.In(r, unicode.Cf, unicode.Variation_Selector):
			return -1
		case has, r == '\n':
			return r
		}
		return unicode.ReplacementChar
	}, clean(s))
}
