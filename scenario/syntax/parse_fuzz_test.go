package syntax

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
)

// FuzzParse holds Parse against any bytes: it ends, says where within the
// file, says the same again, and what it returns refers to nothing that is not
// there.
func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"testdata/bad/*.yaml", "testdata/good/*.yaml", "../../scenarios/*/*.yaml"} {
		for _, file := range glob(f, pattern) {
			f.Add(read(f, file))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		s, diags := Parse("x.yaml", src)
		if (s == nil) != diags.Failed() {
			t.Fatalf("a Scenario: %v, errors: %v", s != nil, diags)
		}
		for _, d := range diags {
			checkPlace(t, src, d)
		}
		checkWords(t, src, diags)
		if utf8.Valid(src) && !utf8.ValidString(diags.Render(src)) {
			t.Error("what is shown is not UTF-8")
		}
		if _, again := Parse("x.yaml", src); !slices.Equal(diags, again) {
			t.Errorf("first\n%v\nthen\n%v", diags, again)
		}
		if s != nil {
			checkReferences(t, s)
		}
	})
}

func checkPlace(t *testing.T, src []byte, d diagnostic.Diagnostic) {
	if strings.HasPrefix(d.Message.String(), "and ") {
		return
	}
	line, ok := diagnostic.Line(string(src), d.Pos.Line)
	if !ok || d.Pos.Col < 1 || int(d.Pos.Col) > len([]rune(line))+1 {
		t.Errorf("%d:%d is no place of the file: %s", d.Pos.Line, d.Pos.Col, d.Message)
	}
	if d.Width < 1 || int(d.Pos.Col)-1+d.Width > len([]rune(line))+1 {
		t.Errorf("%d:%d: %d characters are more than the line has", d.Pos.Line, d.Pos.Col, d.Width)
	}
	if d.Message == "" || strings.ContainsAny(d.Message.String()+d.Hint.String(), "\n\x1b") {
		t.Errorf("message %q, hint %q", d.Message, d.Hint)
	}
}

// checkReferences checks that every index in the program is one.
func checkReferences(t *testing.T, s *script.Tree) {
	p := &s.Script
	within := func(what string, i, n int) {
		if i < script.None || i >= n {
			t.Errorf("%s %d of %d", what, i, n)
		}
	}
	for _, h := range p.Handles {
		if h.Name == "" || h.Pos.Line == 0 {
			t.Errorf("a handle %+v that nothing makes", h)
		}
	}
	for _, f := range p.Functions {
		within("body", int(f.Body), len(p.Bodies))
	}
	for _, text := range p.Texts {
		for _, part := range text.Parts {
			within("mark", int(part.Mark), len(p.Handles))
		}
	}
	for _, body := range p.Bodies {
		for _, st := range body.Stmts {
			if st.Verb == script.VerbNone || st.Verb >= script.VerbCount || st.Pos.Line == 0 {
				t.Errorf("statement %+v", st)
			}
			within("text", int(st.Text), len(p.Texts))
			within("function", int(st.Func), len(p.Functions))
			within("function", int(st.Given.Func), len(p.Functions))
			for _, id := range append([]script.HandleID{st.Target, st.As, st.Given.Handle}, st.Members...) {
				within("handle", int(id), len(p.Handles))
			}
			ids := []script.BodyID{st.Do, st.Catch, st.Finally}
			for _, l := range st.Links {
				ids = append(ids, l.Body)
			}
			for _, id := range ids {
				within("body", int(id), len(p.Bodies))
			}
		}
	}
}
