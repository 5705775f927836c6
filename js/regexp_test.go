package js

import (
	"slices"
	"testing"

	"evsim/program"
	"evsim/sim"
)

// TestProperties counts the characters below U+3400 that have a property, with a
// sum over them. Node 20.0.0, which knows the Unicode of Go's tables, 15.0, printed the same.
func TestProperties(t *testing.T) {
	p := load(t, "app.js", `
const count = (re) => { let n = 0, h = 7; for (let c = 0; c < 0x3400; c++) if (re.test(String.fromCodePoint(c))) { n++; h = (h * 31 + c) % 1000003 } return n + ':' + h };
console.log(count(/\p{Lu}/u), count(/\P{Lu}/u), count(/[\p{Script=Greek}x]/u), count(/\p{ID_Start}/u), count(/\p{White_Space}/u), count(/\p{Punctuation}/u), count(/^[^\p{L}\p{N}_]$/u));
console.log('Ünï-cödé 1'.replace(/[^\p{L}\d]+/gu, '_'), 'a😀b'.match(/\p{So}/u).index, new RegExp('\\p{L}', 'u').test('p'), /\\\p{L}/u.test('\\b'));
`)
	want := []string{
		"978:16427 12334:571109 368:83684 6284:146123 25:30869 480:107595 6448:117784",
		"Ünï_cödé_1 1 true true",
	}
	l, stop := run(t, p, "node20", nil, program.Options{})
	if !slices.Equal(l.lines, want) || stop.Reason != sim.Ended {
		t.Errorf("logged %q and %s, want %q", l.lines, stop.Reason, want)
	}
}

// TestPropertiesThatAreNotThere ends a run where such an expression is made, and not
// before.
func TestPropertiesThatAreNotThere(t *testing.T) {
	for code, want := range map[string]string{
		`/\p{Emoji}/u.test('x')`:            "evsim does not have `\\p{Emoji}` in regular expressions (app.js:1:17)",
		`/[a\P{Script_Extensions=Greek}]/u`: "evsim does not have `\\P{Script_Extensions=Greek}` in regular expressions (app.js:1:17)",
		`/a/v`:                              "evsim does not have `/v` in regular expressions (app.js:1:18)",
		`new RegExp('\\p{Nothing}', 'u')`:   "evsim does not have `\\p{Nothing}` in regular expressions (app.js:1:28)",
	} {
		p := load(t, "app.js", "const f = () => "+code+"; console.log(1); setTimeout(f, 1);\n")
		l, stop := run(t, p, "node22", nil, program.Options{})
		if !slices.Equal(l.lines, []string{"1"}) || stop.Reason != sim.Abandoned || stop.Error.String() != want {
			t.Errorf("%s: logged %q and %s (%s), want %s", code, l.lines, stop.Reason, stop.Error.String(), want)
		}
	}
}
