//go:build race

package position

const underRace = true
