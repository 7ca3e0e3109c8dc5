package sheet

// Letters are those that a notation has for the pieces.
type Letters string
