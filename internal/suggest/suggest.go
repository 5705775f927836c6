// Package suggest finds the word that somebody meant who wrote another.
package suggest

import (
	"slices"
	"strings"
)

// maxWord bounds the words that are compared; longer ones are no typing
// errors of anything.
const maxWord = 48

// Nearest is the one of the known words that somebody who wrote another may
// have meant, or "".
// Of equally near ones it takes the first.
func Nearest(word string, known []string) string {
	if i := strings.LastIndexByte(word, '.'); i >= 0 && slices.Contains(known, word[i+1:]) {
		return word[i+1:] // console.log, process.nextTick
	}
	if word == "" || len(word) > maxWord {
		return ""
	}
	folded := []rune(strings.ToLower(word))
	best, found := (len(folded)+1)/3, "" // of a single letter nothing may differ but its case
	for _, k := range known {
		if len(k) > maxWord {
			continue
		}
		if d := distance(folded, []rune(strings.ToLower(k)), best); d < best || d == best && found == "" {
			best, found = d, k
		}
	}
	if found == "" && len(word) >= 4 {
		return containing(strings.ToLower(word), known)
	}
	return found
}

// containing finds the first known word of which the given one is a part, such
// as setImmediate for immediate.
func containing(word string, known []string) string {
	for _, k := range known {
		if strings.Contains(strings.ToLower(k), word) {
			return k
		}
	}
	return ""
}

// distance counts the letters to change, add, drop or swap with their
// neighbour to get from a to b. It stops counting above most.
func distance(a, b []rune, most int) int {
	if abs(len(a)-len(b)) > most {
		return most + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
