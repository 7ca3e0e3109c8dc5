package position

// Perft counts the move sequences of this length, each move made. It is the
// usual test of a move generator.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return perft(&p, depth)
}

func perft(p *Position, depth int) (nodes uint64) {
	var (
		buffer [MaxMoves]Move
		after  Position
	)
	for _, m := range p.Legal(buffer[:0]) {
		after = *p
		after.Play(m)
		if depth == 1 {
			nodes++
			continue
		}
		nodes += perft(&after, depth-1)
	}
	return nodes
}
