package position

// Key is what makes two positions the same under the Laws (FIDE 9.2.3): the
// side to move, what stands where, the castling rights, and the square of a
// capture en passant where one is legal. Two positions are the same exactly
// if their keys are equal; it is no hash.
type Key [36]byte

// Key returns the key of the position.
func (p *Position) Key() (k Key) {
	for i := range 32 {
		k[i] = byte(p.board[2*i]) | byte(p.board[2*i+1])<<4
	}
	k[32], k[33], k[34] = byte(p.rights), byte(p.rights>>8), byte(p.rights>>16)
	k[35] = byte(p.EnPassant()) | byte(p.side)<<7
	return k
}
