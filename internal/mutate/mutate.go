// Package mutate breaks the rules of order one by one, to see that a scenario
// notices. A mutant is the model with one rule broken: a part of a function
// that is written otherwise. All mutants are built into one binary, which asks
// its environment which of them it is to be, so that the model itself needs no
// switches and the check one build.
package mutate

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Mutant is one way to break rules of docs/rules.md.
type Mutant struct {
	Name  string
	Rules []string // that are broken: by id
	Edits []Edit
}

// Edit writes a part of a function otherwise. The function is named as Go names
// it, Receiver.method or function, with its package before it where several have
// one of that name. So nothing breaks where it moves. Old stands in it once; in
// New, $M is true when the mutant is the one that runs.
type Edit struct{ Func, Old, New string }

// Mutants is every mutant.
func Mutants() []Mutant {
	return slices.Concat(promiseMutants, generatorMutants, loopMutants, timerMutants, processMutants, webMutants, webEventMutants)
}

// Variable is the environment variable that names the mutant which runs.
const Variable = "EVSIM_MUTANT"

// support is what the edits call. It is part of package sim, and told on to
// the packages above.
const support = `package sim

import "os"

var mutant = os.Getenv("` + Variable + `")

// Broken reports whether a mutant is the one that runs.
func Broken(name string) bool { return mutant == name }

// PopLast takes the newest task of a queue.
func PopLast(q *Queue) (Task, bool) {
	for i := q.Len(); i > 1; i-- {
		t, _ := q.Pop()
		q.Push(t)
	}
	return q.Pop()
}

// Reverse turns a list round.
func Reverse[T any](list []T) {
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
}

// Or is one of two values.
func Or[T any](broken bool, then, otherwise T) T {
	if broken {
		return then
	}
	return otherwise
}
`

const supportAbove = `package %s

import "evsim/sim"

// Broken reports whether a mutant is the one that runs.
func Broken(name string) bool { return sim.Broken(name) }
`

// Overlay writes the mutated files of the module at root into a folder, and the
// file that tells the go command about them (go help build, -overlay).
func Overlay(root, folder string, mutants []Mutant) (overlay string, err error) {
	source, err := read(root)
	if err != nil {
		return "", err
	}
	for _, m := range mutants {
		for _, e := range m.Edits {
			if err := source.edit(e.Func, e.Old, m.written(e)); err != nil {
				return "", fmt.Errorf("mutant %s: %w", m.Name, err)
			}
		}
	}
	files := source.mutated()
	replaced := struct{ Replace map[string]string }{make(map[string]string)}
	for name, text := range files {
		at := filepath.Join(folder, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			return "", fmt.Errorf("a mutated file: %w", err)
		}
		replaced.Replace[filepath.Join(root, name)] = at
	}
	list, err := json.Marshal(replaced)
	if err != nil {
		return "", fmt.Errorf("the list of mutated files: %w", err)
	}
	overlay = filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(overlay, list, 0o666); err != nil {
		return "", fmt.Errorf("the list of mutated files: %w", err)
	}
	return overlay, nil
}

// written is what an edit writes: with the name of the mutant for $M.
func (m *Mutant) written(e Edit) string {
	return strings.ReplaceAll(e.New, "$M", fmt.Sprintf("Broken(%q)", m.Name))
}
