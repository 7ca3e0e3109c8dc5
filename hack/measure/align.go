package main

// pair joins a ply of the truth with a ply of the record, both counted from 0.
// Either is none where the other has no counterpart.
type pair struct{ truth, read int }

const none = -1

// align joins two lists of moves with the fewest errors: plies that differ, are
// missing or too many count one each, so that one slip does not make all that
// follows wrong. It returns the pairs in order.
func align(truth, read []string) []pair {
	head := 0
	for head < min(len(truth), len(read)) && truth[head] == read[head] {
		head++
	}
	tail := 0
	for tail < min(len(truth), len(read))-head && truth[len(truth)-1-tail] == read[len(read)-1-tail] {
		tail++
	}
	var pairs []pair
	for n := range head {
		pairs = append(pairs, pair{n, n})
	}
	middle := backtrack(truth[head:len(truth)-tail], read[head:len(read)-tail])
	for _, p := range middle {
		pairs = append(pairs, p.later(head))
	}
	for n := tail; n > 0; n-- {
		pairs = append(pairs, pair{len(truth) - n, len(read) - n})
	}
	return pairs
}

func (p pair) later(by int) pair {
	if p.truth != none {
		p.truth += by
	}
	if p.read != none {
		p.read += by
	}
	return p
}

// distances returns the table of edit distances between all tails of two lists:
// at [i][j] that of truth[i:] and read[j:].
func distances(truth, read []string) [][]int {
	d := make([][]int, len(truth)+1)
	for i := len(truth); i >= 0; i-- {
		d[i] = make([]int, len(read)+1)
		for j := len(read); j >= 0; j-- {
			switch {
			case i == len(truth):
				d[i][j] = len(read) - j
			case j == len(read):
				d[i][j] = len(truth) - i
			default:
				d[i][j] = min(d[i+1][j+1]+differ(truth[i], read[j]), d[i+1][j]+1, d[i][j+1]+1)
			}
		}
	}
	return d
}

func differ(a, b string) int {
	if a == b {
		return 0
	}
	return 1
}

// backtrack walks a cheapest way through the table; where several are, it joins
// plies rather than leaving them alone.
func backtrack(truth, read []string) []pair {
	d := distances(truth, read)
	var pairs []pair
	for i, j := 0, 0; i < len(truth) || j < len(read); {
		switch {
		case i < len(truth) && j < len(read) && d[i][j] == d[i+1][j+1]+differ(truth[i], read[j]):
			pairs = append(pairs, pair{i, j})
			i, j = i+1, j+1
		case i < len(truth) && d[i][j] == d[i+1][j]+1:
			pairs = append(pairs, pair{i, none})
			i++
		default:
			pairs = append(pairs, pair{none, j})
			j++
		}
	}
	return pairs
}
