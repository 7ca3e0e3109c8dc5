package boardio

import (
	"cmp"
	"slices"
	"strings"
)

var makes []Make

// Register adds a make of board. It is for the init functions of drivers.
func Register(m Make) {
	if _, taken := MakeOf(m.Name); taken {
		panic("boardio: two drivers are called " + m.Name)
	}
	makes = append(makes, m)
	slices.SortFunc(makes, func(a, b Make) int { return cmp.Compare(a.Name, b.Name) })
}

// Makes returns the makes that this program can read, by their names.
func Makes() []Make { return slices.Clone(makes) }

// MakeOf returns the make of this name, or of another name it goes by.
func MakeOf(name string) (Make, bool) {
	name = strings.ToLower(name)
	for _, m := range makes {
		if m.Name == name || slices.Contains(m.Also, name) {
			return m, true
		}
	}
	return Make{}, false
}
