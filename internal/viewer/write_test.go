package viewer_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"io"
	"runtime"
	"strings"
	"testing"

	"evsim/internal/say"
	"evsim/internal/viewer"
	"evsim/sim"
)

// packed is the JSON that a page has.
func packed(t *testing.T, page string) []byte {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(packedDocument.FindStringSubmatch(page)[1])
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(raw)))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestPiecesAreTheJSON: a document that is written piece by piece is the JSON
// that the library makes of it, whatever its texts are.
func TestPiecesAreTheJSON(t *testing.T) {
	full := someDocument(someEvents())
	nasty := `"reasons":[] <b>&\u2028` + "\u2028\xff\n"
	full.File, full.Runs[0].Command, full.Runs[0].General = nasty, nasty, map[string]sim.Rule{`reasons":[]`: sim.Rule(nasty)}
	full.Texts = append(full.Texts, nasty)
	full.Runs[0].Reasons = []viewer.Reason{{Event: 1, Before: nasty}, {Event: 2, Before: "a", Claims: []viewer.Claim{{Rule: "x", Text: say.Both{En: nasty, Zh: "中文" + nasty}}}}}
	full.Runs = append(full.Runs, viewer.Run{Policy: "none"})
	full.Rules = append(full.Rules, viewer.Rule{ID: "x", Sources: []viewer.Source{{Text: nasty}}})
	full.Searches = []viewer.Search{{Policy: nasty, Lines: []string{nasty}}, {}}
	for name, d := range map[string]*viewer.Document{"full": full, "empty": viewer.NewDocument("", "", ""), "zero": {}} {
		if name != "full" {
			d.Runs = nil
		}
		want, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		if got := packed(t, report(t, d)); !bytes.Equal(got, want) {
			t.Errorf("%s: it is\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestPagesTakeLittleMemory: to write a document of 64 MB takes a small part of
// that.
func TestPagesTakeLittleMemory(t *testing.T) {
	d := viewer.NewDocument("a", "b", "c")
	for range 64 {
		d.Texts = append(d.Texts, strings.Repeat("x", 1<<20))
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var most uint64
	size := 0
	w := counting(func(n int) {
		if size += n; size%(1<<14) < n {
			runtime.GC()
			runtime.ReadMemStats(&after)
			most = max(most, after.HeapAlloc)
		}
	})
	if err := viewer.WriteReport(w, d); err != nil {
		t.Fatal(err)
	}
	if grew := int64(most) - int64(before.HeapAlloc); grew > 32<<20 || most == 0 {
		t.Errorf("to write it takes %d bytes", grew)
	}
}

type counting func(n int)

// Write counts (io.Writer).
func (c counting) Write(text []byte) (int, error) {
	c(len(text))
	return len(text), nil
}
