package suites_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evsim/internal/observe/suites"
	"evsim/model"
)

// suite is a folder with the files of a suite.
func suite(t *testing.T, files map[string]string) *suites.Suite {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"harness/assert.js":          "function assert(ok, why) { if (ok !== true) throw new Test262Error(why); }",
		"harness/sta.js":             "function Test262Error(message) { this.message = message; }\nTest262Error.prototype.toString = function () { return 'Test262Error: ' + this.message; };",
		"harness/doneprintHandle.js": "function $DONE(error) { print(error ? 'Test262:AsyncTestFailure:' + error : 'Test262:AsyncTestComplete'); }",
	} {
		files[name] = text
	}
	for name, text := range files {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := suites.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestVerdicts runs tests of every form, good and bad.
func TestVerdicts(t *testing.T) {
	cases := map[string]string{ // what is wrong; "" for nothing
		"/*---\ndescription: x\n---*/\nassert(1 === 1);":                                                  "",
		"/*---\ndescription: x\n---*/\nassert(1 === 2, 'no');":                                            "ends by died: Test262Error { message: 'no' }",
		"/*---\nflags: [async]\n---*/\nPromise.resolve().then(() => $DONE());":                            "",
		"/*---\nflags: [async]\n---*/\nPromise.resolve().then(() => $DONE('late'));":                      "prints Test262:AsyncTestFailure:late",
		"/*---\nflags: [async]\n---*/\nPromise.resolve();":                                                "prints ",
		"/*---\nflags: [async]\n---*/\n$DONE(); $DONE();":                                                 "prints Test262:AsyncTestComplete, Test262:AsyncTestComplete",
		"/*---\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\nlet let = ;":                       "",
		"/*---\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\nlet x = 1;":                        "loads, and has a mistake",
		"/*---\nnegative:\n  phase: runtime\n  type: TypeError\n---*/\nnull.x;":                           "",
		"/*---\nnegative:\n  phase: runtime\n  type: TypeError\n---*/\n1;":                                "ends by ended (), not by a TypeError",
		"/*---\nflags: [onlyStrict]\n---*/\nassert((function () { return this === undefined; })());":      "",
		"/*---\nflags: [noStrict]\n---*/\nassert((function () { return this !== undefined; })());":        "",
		"/*---\ndescription: x\n---*/\nassert((function () { return this === undefined; })(), 'sloppy');": "ends by died: Test262Error { message: 'sloppy' }",
		"/*---\ndescription: x\n---*/\nwhile (true);":                                                     "ends by statements: ",
	}
	files := make(map[string]string)
	for text := range cases {
		files[fmt.Sprintf("test/%d.js", len(files))] = text
	}
	s := suite(t, files)
	tests, err := s.Tests("test")
	if err != nil || len(tests) != len(cases) {
		t.Fatalf("%d tests, want %d: %v", len(tests), len(cases), err)
	}
	for _, test := range tests {
		r := s.Run(test, model.MustLookup("node26"))
		if want := cases[test.Text]; !strings.HasPrefix(r.Why, want) || r.Passed != (want == "") || want == "" && r.Why != "" {
			t.Errorf("%s\npassed %v: %s\nwant %q", test.Text, r.Passed, r.Why, want)
		}
	}
}

// TestHeads reads lists in both forms, and refuses what has no head.
func TestHeads(t *testing.T) {
	s := suite(t, map[string]string{"test/a.js": "/*---\nincludes: [a.js,\n  b.js]\nfeatures:\n  - one\n  - two\nflags: [async, module]\n---*/\n"})
	tests, err := s.Tests("test")
	if err != nil || len(tests) != 1 {
		t.Fatal(tests, err)
	}
	if one := tests[0]; !slices.Equal(one.Includes, []string{"a.js", "b.js"}) || !slices.Equal(one.Features, []string{"one", "two"}) || !slices.Equal(one.Flags, []string{"async", "module"}) {
		t.Errorf("read as %+v", one)
	}
	if _, err := suite(t, map[string]string{"test/a.js": "1"}).Tests("test"); err == nil {
		t.Error("a file without a head is read")
	}
	if _, err := suites.Open(t.TempDir()); err == nil {
		t.Error("an empty folder is taken for the suite")
	}
}
