package js

import (
	"strings"
	"testing"

	"evsim/program"
	"evsim/sim"
)

// TestConstantPlaces holds that lines and errors have the places that they have in
// the file, though names in it are replaced before it is bundled.
func TestConstantPlaces(t *testing.T) {
	p := load(t, "app.js", `const a = 1, b = 2; /* ü 𝒳 */ try { a = 2 } catch (e) { console.log(e.message) } ({ b } = {}); console.log('not here');`)
	l, stop := run(t, p, "node22", nil, program.Options{})
	if len(l.lines) != 1 || l.places[0] != (sim.Pos{Line: 1, Col: 66}) || !strings.Contains(stop.Error.String(), "Assignment to constant variable. (app.js:1:86)") {
		t.Errorf("%q at %v, %s", l.lines, l.places, stop.Error.String())
	}
	p = load(t, "app.mjs", "const a = await 1;\ntry { a++; } catch (e) { console.log(e.message); }\na = 3; await 2; console.log('not here');")
	l, stop = run(t, p, "node22", nil, program.Options{})
	if len(l.lines) != 1 || l.places[0] != (sim.Pos{Line: 2, Col: 34}) || !strings.Contains(stop.Error.String(), "Assignment to constant variable. (app.mjs:3:1)") {
		t.Errorf("%q at %v, %s", l.lines, l.places, stop.Error.String())
	}
}

// TestConstantsAndMistakes holds that other mistakes are told as they stand in the
// file.
func TestConstantsAndMistakes(t *testing.T) {
	for _, text := range []string{"const a = 1; a = 2; }", "const a = 1; a = 2;\nimport 'net'", "const a = 1; const a = 2; a = 3"} {
		_, err := LoadText("app.js", []byte(text))
		if err == nil || strings.Contains(err.Error(), nameConstant) || strings.Contains(err.Error(), "because it is a constant") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
