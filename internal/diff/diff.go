// Package diff compares texts line by line: two logs side by side, and two
// versions of a file as a patch.
package diff

import (
	"fmt"
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
	return renumbered(udiff.Unified("a/"+name, "b/"+name, string(before), string(after)))
}

// renumbered is a patch whose hunks tell truly where they stand in the new
// version: the library (0.4.1) forgets the lines between the edits of a hunk
// that came before. The first hunk is right.
func renumbered(patch string) string {
	var b strings.Builder
	hunks, shift := 0, 0
	for line := range strings.Lines(patch) {
		switch {
		case strings.HasPrefix(line, "@@ "):
			var from, gone, to, come int
			if hunks++; hunks > 1 {
				if _, err := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@\n", &from, &gone, &to, &come); err != nil {
					panic("diff: a hunk with lines around it begins with " + line)
				}
				line = fmt.Sprintf("@@ -%d,%d +%d,%d @@\n", from, gone, from+shift, come)
			}
		case hunks > 0 && line[0] == '+':
			shift++
		case hunks > 0 && line[0] == '-':
			shift--
		}
		b.WriteString(line)
	}
	return b.String()
}
