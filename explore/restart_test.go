package explore

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

// TestRunsBeginAsTheFirst makes runs in the memory of others, and describes
// their state at the first rest: it is that of a run in memory of its own.
func TestRunsBeginAsTheFirst(t *testing.T) {
	files, reader := 0, newStateReader(nil, true)
	err := filepath.WalkDir("../scenarios", func(file string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".yaml" {
			return err
		}
		if files++; testing.Short() && files%8 != 0 {
			return nil
		}
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		s, complaints := scenario.Parse(file, src)
		if s == nil {
			t.Fatal(complaints)
		}
		for _, p := range s.RunsOn() {
			if first, again := firstAndAgain(reader, s, p); !bytes.Equal(first, again) {
				t.Errorf("%s: %s: a run does not begin as the first", file, p.Name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// firstAndAgain is the state at the first rest, and the same after other runs
// that went on to their ends.
func firstAndAgain(reader *stateReader, s *scenario.Scenario, p model.Policy) (first, again []byte) {
	world := s.World
	world.Limits.Callbacks = 300
	path := newPath()
	var root reflect.Value
	var state []byte
	goOn := false
	prepared := s.Prepare(p, &world, program.Options{Oracle: path.oracle(Options{Eager: true}), Rest: func() bool {
		if state == nil {
			reader.begin(root)
			state = bytes.Clone(reader.words)
		}
		return goOn
	}})
	root = reflect.ValueOf(prepared.(program.Stateful).State())
	prepared.Run()
	first, goOn = state, true
	path.restart(nil, false)
	for range 5 {
		prepared.Run()
		if !path.next() {
			break
		}
	}
	state = nil
	path.restart(nil, false)
	prepared.Run()
	return first, state
}
