package layout_test

import (
	"strings"
	"testing"

	"evsim/scenario/layout"
)

// forms are texts and their canonical form.
var forms = []struct{ name, before, after string }{
	{"indentation", "a:\n- b:   1\n  c :\n        d: 2\n-   e\n- - f\n  -  g\n-\n  h: i\n", "a:\n  - b: 1\n    c:\n      d: 2\n  - e\n  - - f\n    - g\n  - h: i\n"},
	{"line ends", "\ufeffa: 1  \r\nb: 2\r\n\r\n\r\n\r\nc: 3", "a: 1\nb: 2\n\nc: 3\n"},
	{"blank lines", "\n\na:\n\n\n  - b\n\n\n\n  - c\n\n\nd: 1\n\n", "a:\n  - b\n\n  - c\n\nd: 1\n"},
	{"brackets", "a: [ b,c ,d, ]\ne: {f : 1,g: [ ]}\nh: {i: , j: }\nk: {l}\n", "a: [b, c, d]\ne: {f: 1, g: []}\nh: {i: , j: }\nk: {l}\n"},
	{"lines in brackets", "a: [b,\n  c,\n\n\n      d\n  ]\ne: [\n  f, g\n, h,\n]\n", "a: [b,\n    c,\n\n    d\n   ]\ne: [\n    f, g, h\n  ]\n"},
	{"brackets far right", "a: [" + strings.Repeat("b", 60) + ", [c,\nd]]\n", "a: [" + strings.Repeat("b", 60) + ", [c,\n      d]]\n"},
	{"brackets on the next line", "a:\n - b:\n    [c,\n   d]\n", "a:\n  - b:\n      [c,\n       d]\n"},
	{"comments in brackets", "a: [ # one\n  b, # two\n  # three\n  c # four\n  , d\n  # five\n]\n", "a: [ # one\n    b, # two\n    # three\n    c # four\n    , d\n    # five\n  ]\n"},
	{"quotes", "a: 'b'\nc: \"d e\"\nf: 'g: h'\ni: \"j\\\"\"\nk: '\"l\"'\nm: \"yes\"\nn: '5'\no: \"-\"\np: [\"q, r\", \"s\"]\nt: \"u, v\"\nw: '#'\nx: \"~\"\ny: ' z'\n",
		"a: b\nc: d e\nf: \"g: h\"\ni: \"j\\\"\"\nk: '\"l\"'\nm: \"yes\"\nn: \"5\"\no: \"-\"\np: [\"q, r\", s]\nt: u, v\nw: \"#\"\nx: \"~\"\ny: \" z\"\n"},
	{"quoted keys", "\"a\": {'b': 1}\n", "a: {b: 1}\n"},
	{"lines of text", "a: b\n   c\n\n   d\ne: \"f\n g \\\n    h\\  \n    i\"\nj: 'k\n\n  l'\n", "a: b\n  c\n\n  d\ne: \"f\n  g \\\n  h\\  \n  i\"\nj: 'k\n\n  l'\n"},
	{"text on the next line", "a:\n    b\nc: # d\n  e\n", "a:\n  b\nc: # d\n  e\n"},
	{"block text", "a: |\n     b\n       c\n\nd: >- # e\n f\n\n g\nh: |+\n  i\n\n\nj: k\n", "a: |\n  b\n    c\n\nd: >- # e\n  f\n\n  g\nh: |+\n  i\n\n\nj: k\n"},
	{"block text at the end", "a:\n  - |+\n    b\n\n", "a:\n  - |+\n    b\n\n"},
	{"block text with an indicator", "a:\n    b: |3\n         c\n       d\ne: >2-\n   f\n", "a:\n  b: |2\n      c\n    d\ne: >2-\n   f\n"},
	{"block text in a list", "a:\n- |\n b\n- >-\n    c\n", "a:\n  - |\n    b\n  - >-\n    c\n"},
	{"comments", "# one\n\n# two\na: # three\n    # four\n  b: 1 # five\n      # six\n  # seven\n# eight\nc: #nine\n  - d\n# ten\n", "# one\n\n# two\na: # three\n  # four\n  b: 1 # five\n  # six\n  # seven\n# eight\nc: #nine\n  - d\n# ten\n"},
	{"a comment behind a list at its key's column", "a:\n- b\n# of c\nc: 1\n", "a:\n  - b\n# of c\nc: 1\n"},
	{"a comment between a dash and its value", "a:\n  - # one\n    b: 1\n  -\n    # two\n    c\n", "a:\n  - # one\n    b: 1\n  -\n    # two\n    c\n"},
	{"nothing behind a key", "a:\n  - b:   # c\n    d:\n  -\ne:\n", "a:\n  - b: # c\n    d:\n  -\ne:\n"},
	{"a comment in a text", "a: b#c\nd: 'e # f' # g\n", "a: b#c\nd: \"e # f\" # g\n"},
	{"a pair in a list", "a: [b: c, d]\n", "a: [b: c, d]\n"},
	{"document marks", "---\na: 1\n...\n", "a: 1\n"},
	{"wide characters", "a: [日本, {b: 'é'},\n  c]\n", "a: [日本, {b: é},\n    c]\n"},
	{"a mapping in brackets", "{a: 1,\nb: [2]}\n", "{a: 1,\n b: [2]}\n"},
}

func TestForm(t *testing.T) {
	for _, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			out, diags := layout.Source("x.yaml", []byte(f.before))
			if string(out) != f.after {
				t.Errorf("%v\n%q\nwant\n%q\ngot\n%s", diags, out, f.after, out)
			}
			if again, _ := layout.Source("x.yaml", out); string(again) != string(out) {
				t.Errorf("again\n%s", again)
			}
		})
	}
}

// What has no canonical form has a place.
func TestNoForm(t *testing.T) {
	for _, f := range []struct{ src, says string }{
		{"a: [b\n", "1:4: error: a `[` that is not closed"},
		{"a: &b c\n", "1:4: error: anchors and aliases"},
		{"? a\n: b\n", "1:1: error: a key behind `?`"},
		{"%YAML 1.1\n---\na: b\n", "1:1: error: a directive"},
		{"a: \"b\u2028\"\n", "1:6: error: a line break that some editors do not recognize"},
		{"- a\n", "1:1: error: a scenario is a mapping"},
		{"", "1:1: error: the file is empty"},
	} {
		out, diags := layout.Source("x.yaml", []byte(f.src))
		if out != nil || !strings.HasPrefix(diags.Error(), "x.yaml:"+f.says) {
			t.Errorf("%q: %q, %v", f.src, out, diags)
		}
	}
}
