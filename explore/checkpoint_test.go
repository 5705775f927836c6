package explore_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/explore"
	"evsim/program"
)

// thisSearch names the search of these tests.
var thisSearch = explore.Identity{{Name: "file", Value: "sum"}, {Name: "--set", Value: "pool=4"}}

// checkpoint is what a search of ten callbacks leaves after so many paths.
func checkpoint(t testing.TB, paths int) (text []byte, left explore.Result) {
	left = explore.ByStates(context.Background(), program.NewSetting(parsed(t, tenCallbacks), policy(t, "node22")), explore.Options{Paths: paths})
	var file bytes.Buffer
	if err := left.Kept().Write(&file, thisSearch); err != nil {
		t.Fatal(err)
	}
	return file.Bytes(), left
}

// TestCheckpointsAreRead ends a search, writes down what is left, reads that
// again and goes on: the result is that of one search, also when it had ended.
func TestCheckpointsAreRead(t *testing.T) {
	s, p := parsed(t, tenCallbacks), policy(t, "node22")
	whole := explore.ByStates(context.Background(), s.In(p, &s.World), explore.Options{})
	for _, paths := range []int{1, 60, 0} {
		text, _ := checkpoint(t, paths)
		left, err := explore.ReadFrontier(bytes.NewReader(text), thisSearch)
		if err != nil {
			t.Fatal(err)
		}
		rest := explore.Explore(context.Background(), s.In(p, &s.World), explore.Options{Resume: left})
		if diff := cmp.Diff(whole.Orders, rest.Orders); diff != "" || rest.Paths != whole.Paths || !rest.Complete {
			t.Errorf("after %d: %d paths, want %d (%s)\n%s", paths, rest.Paths, whole.Paths, rest.Why, diff)
		}
	}
}

// TestSmallSpacesBeginAnew: what a small space keeps gives the same result, with
// its conditions.
func TestSmallSpacesBeginAnew(t *testing.T) {
	s, p := parsed(t, timeoutRace), policy(t, "node22")
	first := explore.Explore(context.Background(), s.In(p, &s.World), explore.Options{})
	var file bytes.Buffer
	if err := first.Kept().Write(&file, thisSearch); err != nil {
		t.Fatal(err)
	}
	kept, err := explore.ReadFrontier(&file, thisSearch)
	if err != nil {
		t.Fatal(err)
	}
	again := explore.Explore(context.Background(), s.In(p, &s.World), explore.Options{Resume: kept})
	if diff := cmp.Diff(first.Orders, again.Orders); diff != "" || first.When(0).Formula != again.When(0).Formula || first.When(0).Formula == "" {
		t.Errorf("%q and %q\n%s", first.When(0).Formula, again.When(0).Formula, diff)
	}
}

const timeoutRace = `evsim: 1
name: timeout against immediate
clock: {startup: 0ms..3ms}
script:
  - {setTimeout: 1, do: {log: timeout}}
  - {setImmediate: , do: {log: immediate}}
`

// TestOtherSearchesAreRefused says what differs.
func TestOtherSearchesAreRefused(t *testing.T) {
	text, _ := checkpoint(t, 60)
	for _, c := range []struct {
		of   explore.Identity
		says string
	}{
		{explore.Identity{{"file", "sum"}, {"--set", "pool=8"}}, `--set is "pool=8", and there it is "pool=4"`},
		{explore.Identity{{"file", "sum"}, {"--set", ""}}, `--set is not given, and there it is "pool=4"`},
		{explore.Identity{{"file", "sum"}, {"--set", "pool=4"}, {"--case", "b"}}, `--case is "b", and nothing is said of it there`},
		{explore.Identity{{"file", "sum"}}, `"--set" is not known here, and there it is "pool=4"`},
	} {
		_, err := explore.ReadFrontier(bytes.NewReader(text), c.of)
		if !errors.Is(err, explore.ErrOther) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v; want %s", c.of, err, c.says)
		}
	}
}

// TestOtherFormsAreRefused: a checkpoint in the form of another version is told
// from what is none.
func TestOtherFormsAreRefused(t *testing.T) {
	text, _ := checkpoint(t, 60)
	for _, form := range []string{"1", "3", "5", "10"} {
		other := append([]byte("evsim checkpoint "+form), text[bytes.IndexByte(text, '\n'):]...)
		if _, err := explore.ReadFrontier(bytes.NewReader(other), thisSearch); !errors.Is(err, explore.ErrOther) || !strings.Contains(err.Error(), "another version of evsim wrote it") {
			t.Errorf("form %s: %v", form, err)
		}
	}
	for _, other := range []string{"", "evsim checkpoint", "evsim: 1\nname: a scenario\n", "PK\x03\x04 and more of that"} {
		if _, err := explore.ReadFrontier(strings.NewReader(other), thisSearch); err == nil || errors.Is(err, explore.ErrOther) {
			t.Errorf("%q: %v", other, err)
		}
	}
}

// TestDamagedCheckpointsAreRefused cuts a checkpoint at every byte, changes every
// byte, and adds one.
func TestDamagedCheckpointsAreRefused(t *testing.T) {
	text, _ := checkpoint(t, 60)
	step := 1 + len(text)/2000
	for i := 0; i < len(text); i += step {
		if _, err := explore.ReadFrontier(bytes.NewReader(text[:i]), thisSearch); err == nil || strings.Contains(err.Error(), "\n") {
			t.Fatalf("cut at %d: %v", i, err)
		}
		edited := bytes.Clone(text)
		edited[i] ^= 0x11
		if _, err := explore.ReadFrontier(bytes.NewReader(edited), thisSearch); err == nil || strings.Contains(err.Error(), "\n") {
			t.Fatalf("edited at %d: %v", i, err)
		}
	}
	if _, err := explore.ReadFrontier(bytes.NewReader(append(bytes.Clone(text), 0)), thisSearch); err == nil {
		t.Error("longer by one byte")
	}
}

// forged is a checkpoint with the sum that belongs to what it says.
func forged(body []byte) []byte {
	sum := sha256.Sum256(body)
	return append(bytes.Clone(body), sum[:]...)
}

// TestForgedCheckpointsDoNoHarm: what claims more than there is takes no memory,
// and what no search leaves is refused, though its sum is right.
func TestForgedCheckpointsDoNoHarm(t *testing.T) {
	begin := []byte("evsim checkpoint 4\n")
	numbers := func(list ...uint64) []byte {
		out := append(bytes.Clone(begin), 2, '[', ']') // no properties
		for _, n := range list {
			out = binary.AppendUvarint(out, n)
		}
		return out
	}
	one := uint64(0x3ff0000000000000) // 1 as a share
	for name, body := range map[string][]byte{
		"nothing":                   begin,
		"a long identity":           binary.AppendUvarint(bytes.Clone(begin), 1<<47),
		"a longer identity":         binary.AppendUvarint(bytes.Clone(begin), 1<<63),
		"an identity that is deep":  append(binary.AppendUvarint(bytes.Clone(begin), 1<<20), bytes.Repeat([]byte{'['}, 1<<20)...),
		"a first that is no number": numbers(0, 0, ^uint64(0)),
		"many states":               numbers(0, 0, 0, 0, 0, 1<<47),
		"many answers":              numbers(0, 0, 0, 0, 0, 1, 1<<47),
		"a share above all":         numbers(0, 0, 0, 0, 0x7ff0000000000000),
		"no share":                  numbers(0, 0, 0, 0, 0x7ff8000000000001),
		"a state with no answers":   numbers(0, 0, 0, 0, 0, 1, 0, 7, 0, one, 0, 0, 0, 0),
		"half an answer":            numbers(0, 0, 0, 0, 0, 1, 1, 0x80, 0, 0, one, 0, 0, 0, 0),
		"nothing left of all":       numbers(0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
		"an unknown flag":           numbers(2, 0, 0, 0, 0, 0, 0, 0, 0, 0),
		"orders without end":        numbers(0, 0, 0, 0, one, 0, 0, 0, 1<<40),
		"zones without end":         append(append(numbers(0, 0, 0, 0, one, 0, 0, 1), make([]byte, 16)...), 0xff, 0xff, 0xff, 0xff, 0x7f),
		"a state of no generation":  append(append(numbers(0, 0, 0, 0, one, 0, 0, 1), make([]byte, 16)...), 1, 5, 0, 0, 0),
		"a long zone":               append(append(numbers(0, 0, 1, 0, one, 0, 0, 1), make([]byte, 16)...), 1, 0, 0xff, 0xff, 0xff, 0x7f),
	} {
		if _, err := explore.ReadFrontier(bytes.NewReader(forged(body)), nil); err == nil || strings.Contains(err.Error(), "\n") || len(err.Error()) > 300 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := explore.ReadFrontier(bytes.NewReader(forged(numbers(0, 0, 0, 0, one, 0, 0, 0, 0, 0))), nil); err != nil {
		t.Errorf("a search that ended without an order: %v", err)
	}
}

// FuzzReadFrontier reads anything as what a search left, with a head and a sum
// that belong to it, and goes on from what was taken for that: neither panics.
// The scenario is small, and so is what is left of its search: most of the work
// is reading.
func FuzzReadFrontier(f *testing.F) {
	s, p := parsed(f, timeoutRace), policy(f, "node22")
	var head []byte
	for _, paths := range []int{1, 2, 0} {
		r := explore.ByStates(context.Background(), s.In(p, &s.World), explore.Options{Paths: paths})
		var file bytes.Buffer
		if err := r.Kept().Write(&file, thisSearch); err != nil {
			f.Fatal(err)
		}
		text := file.Bytes()
		line := bytes.IndexByte(text, '\n') + 1
		length, size := binary.Uvarint(text[line:]) // of the identity
		begin := line + size + int(length)
		head = text[:begin]
		f.Add(text[begin : len(text)-sha256.Size])
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		left, err := explore.ReadFrontier(bytes.NewReader(forged(append(bytes.Clone(head), body...))), thisSearch)
		if err != nil {
			return
		}
		r := explore.Explore(context.Background(), s.In(p, &s.World), explore.Options{Resume: left, Paths: 20})
		if r.Fault != "" {
			t.Error(r.Fault)
		}
		for i := range r.Orders {
			r.Orders[i].Witness.Describe(s)
			r.Orders[i].Witness.Token(nil)
		}
	})
}
