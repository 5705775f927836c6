// Package diff compares texts line by line: two logs side by side, and two
// versions of a file as a patch.
package diff

import (
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// This file is the only one that knows which library compares texts.

// Row is a line of two logs side by side: the indices of the line in each, or
// -1 where one of them has none there.
type Row struct{ Want, Got int }

// Align puts two logs side by side, so that as few rows as possible differ. Of
// a run of lines that differ, the first of one stands beside the first of the
// other.
func Align(want, got []string) []Row {
	number := make(map[string]int)
	before, after := numbered(want, number), numbered(got, number)
	var rows []Row
	w, g := 0, 0
	for _, e := range udiff.Lines(before, after) {
		for w < strings.Count(before[:e.Start], "\n") {
			rows = append(rows, Row{w, g})
			w, g = w+1, g+1
		}
		rows = side(rows, &w, &g, strings.Count(before[e.Start:e.End], "\n"), strings.Count(e.New, "\n"))
	}
	for w < len(want) {
		rows = append(rows, Row{w, g})
		w, g = w+1, g+1
	}
	return rows
}

// side adds the rows of gone lines of one log and come lines of the other.
func side(rows []Row, w, g *int, gone, come int) []Row {
	for i := range max(gone, come) {
		row := Row{-1, -1}
		if i < gone {
			row.Want = *w
			*w++
		}
		if i < come {
			row.Got = *g
			*g++
		}
		rows = append(rows, row)
	}
	return rows
}

// numbered is a text of a line for each of the texts, which may have any
// characters in them: equal ones have equal numbers.
func numbered(texts []string, number map[string]int) string {
	var b strings.Builder
	for _, text := range texts {
		if _, known := number[text]; !known {
			number[text] = len(number)
		}
		b.WriteString(strconv.Itoa(number[text]) + "\n")
	}
	return b.String()
}

// Unified is the difference of two versions of a file as patch reads it; ""
// when there is none.
func Unified(name string, before, after []byte) string {
	return udiff.Unified("a/"+name, "b/"+name, string(before), string(after))
}
