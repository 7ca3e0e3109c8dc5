package main

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"recorderd/observation"
	"recorderd/simulate"
)

// printTables prints parameters and tables as docs/accuracy.md holds them.
func printTables(out io.Writer, p parameters, games int, rows []row) {
	fmt.Fprintf(out, "%d games of `%s`, each played %d times in every row, seed %d, %s %s.\n\n",
		games, p.games, p.rounds, p.seed, runtime.Version(), runtime.GOARCH)
	printNoise(out, p)
	for _, t := range tables {
		fmt.Fprintf(out, "\n%s\n\n", t.title)
		markdown(out, t.head(), t.body(rows))
	}
}

// printNoise prints what the levels are made of, for the first game.
func printNoise(out io.Writer, p parameters) {
	fmt.Fprintln(out, "```")
	for _, level := range p.levels {
		for _, sensing := range []observation.Sensing{observation.Identity, observation.Occupancy} {
			fmt.Fprintln(out, setting{level, sensing, true, p.losses}.noise(p.seed))
		}
	}
	fmt.Fprintln(out, "```")
}

// table is one table of the report.
type table struct {
	title string
	head  func() []string
	body  func([]row) [][]string
}

var tables = []table{
	{"### Games", gamesHead, eachRow(row.gamesCells)},
	{"### Plies", pliesHead, eachRow(row.pliesCells)},
	{"### Times", timesHead, eachRow(row.timesCells)},
	{"### Confidence", confidenceHead, confidenceBody},
	{"### Touches", touchesHead, touchesBody},
}

func eachRow(cells func(row) []string) func([]row) [][]string {
	return func(rows []row) (body [][]string) {
		for _, r := range rows {
			body = append(body, append([]string{string(r.sensing), r.hasClock(), string(r.level)}, cells(r)...))
		}
		return body
	}
}

// markdown prints a table whose source is aligned too.
func markdown(out io.Writer, head []string, body [][]string) {
	w := tabwriter.NewWriter(out, 0, 0, 1, ' ', 0)
	line := func(cells []string) { fmt.Fprintf(w, "| %s |\n", strings.Join(cells, "\t| ")) }
	line(head)
	line(slices.Repeat([]string{"---"}, len(head)))
	for _, cells := range body {
		line(cells)
	}
	w.Flush()
}

func gamesHead() []string {
	return []string{"board", "clock", "noise", "games", "exact", "of these with doubt", "wrong, told", "short", "silently wrong", "under-promotion: exact"}
}

func (r row) gamesCells() []string {
	seen := r.seen()
	under := "-"
	if r.sensing == observation.Occupancy {
		under = fmt.Sprintf("%d of %d", r.under[exactSure]+r.under[exactDoubt], sum(r.under))
	}
	return []string{
		fmt.Sprint(sum(seen)), percent(seen[exactSure]+seen[exactDoubt], sum(seen)), fmt.Sprint(seen[exactDoubt]),
		fmt.Sprint(seen[told]), fmt.Sprint(seen[short]), fmt.Sprint(r.games[silent]), under,
	}
}

// seen returns the outcomes of the games that the board could see: not those with
// an under-promotion where it only knows that something stands there.
func (r row) seen() [outcomes]int {
	games := r.games
	if r.sensing == observation.Occupancy {
		for i := range games {
			games[i] -= r.under[i]
		}
	}
	return games
}

func sum(games [outcomes]int) (n int) {
	for _, g := range games {
		n += g
	}
	return n
}

func pliesHead() []string {
	return []string{"board", "clock", "noise", "plies", "errors", "silent", "missing", "in doubt", "truth known", "wrong", "truth beside it"}
}

func (r row) pliesCells() []string {
	return []string{
		fmt.Sprint(r.plies), fine(r.errors, r.plies), fmt.Sprint(r.silent), fmt.Sprint(r.missing),
		fine(r.doubtful, r.plies), percent(r.covered, r.doubtful), fmt.Sprint(r.wrong), percent(r.among, r.wrong),
	}
}

func timesHead() []string {
	return []string{"board", "clock", "noise", "rest to published", "99 %", "press to published", "99 %", "retracted", "restated", "observations/s"}
}

func (r row) timesCells() []string {
	return []string{
		quantile(r.fromRest, 50), quantile(r.fromRest, 99), quantile(r.fromPress, 50), quantile(r.fromPress, 99),
		hundredth(r.revisions, r.plies), hundredth(r.restated, r.plies), rounded(r.perSecond),
	}
}

func confidenceHead() []string {
	head := []string{"board", ""}
	for i := range bins - 1 {
		head = append(head, fmt.Sprintf("0.%d", i))
	}
	return append(head, "1")
}

// confidenceBody joins the rows of one sensing: that a ply is said to be 0.9
// sure must mean the same at all levels.
func confidenceBody(rows []row) (body [][]string) {
	for _, sensing := range []observation.Sensing{observation.Identity, observation.Occupancy} {
		var all tally
		for _, r := range rows {
			if r.sensing == sensing {
				all.add(r.tally)
			}
		}
		plies, said, right := []string{string(sensing), "plies"}, []string{"", "said"}, []string{"", "right"}
		for _, b := range all.bins {
			plies = append(plies, fmt.Sprint(b.plies))
			said = append(said, percent(b.said, 100*b.plies))
			right = append(right, percent(b.right, b.plies))
		}
		body = append(body, plies, said, right)
	}
	return body
}

func touchesHead() []string {
	return []string{"finding", "board", "noise", "there", "found", "precision", "recall"}
}

func touchesBody(rows []row) (body [][]string) {
	for _, code := range touchFacts {
		for _, sensing := range []observation.Sensing{observation.Identity, observation.Occupancy} {
			for _, level := range simulate.Levels() {
				var m match
				for _, r := range rows {
					if r.sensing == sensing && r.level == level {
						m = m.plus(r.touches[code])
					}
				}
				if m.there+m.found > 0 {
					body = append(body, []string{"`" + code + "`", string(sensing), string(level), fmt.Sprint(m.there), fmt.Sprint(m.found),
						percent(m.right, m.found), percent(m.seen, m.there)})
				}
			}
		}
	}
	return body
}

// percent says a share with one digit. It never rounds up to all, nor down to
// nothing.
func percent(part, whole int) string { return share(part, whole, 10, "%d.%d %%") }

// fine says a share with two digits.
func fine(part, whole int) string { return share(part, whole, 100, "%d.%02d %%") }

func share(part, whole, digits int, format string) string {
	if whole == 0 {
		return "-"
	}
	n := (part*100*digits + whole/2) / whole
	switch {
	case part < whole && n == 100*digits:
		n--
	case part > 0 && n == 0:
		n++
	}
	return fmt.Sprintf(format, n/digits, n%digits)
}

func hundredth(part, whole int) string {
	return strings.TrimSuffix(fine(part, whole), " %")
}

// quantile returns the value below or at which a share of a list lies.
func quantile(ms []int64, percent int) string {
	if len(ms) == 0 {
		return "-"
	}
	slices.Sort(ms)
	return fmt.Sprintf("%d ms", ms[(len(ms)-1)*percent/100])
}

func rounded(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000/100*100)
}
