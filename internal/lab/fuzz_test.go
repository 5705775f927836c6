package lab_test

import (
	"encoding/json"
	"maps"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"evsim/internal/lab"
	"evsim/internal/lab/answer"
)

// FuzzRequest sends anything to everything: each answer is JSON, and an error
// says what is wrong.
func FuzzRequest(f *testing.F) {
	c := config()
	c.Check, c.Run, c.Explore = 10*time.Millisecond, 10*time.Millisecond, 10*time.Millisecond
	c.Single, c.Searched, c.Paths = answer.Work{Callbacks: 100, Turns: 100, Statements: 1000}, answer.Work{Callbacks: 100, Turns: 100, Statements: 1000}, 50
	h, err := lab.New(c)
	if err != nil {
		f.Fatal(err)
	}
	paths := slices.Sorted(maps.Keys(endpoints))
	for i, path := range paths {
		body, err := json.Marshal(with(endpoints[path], race))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), string(body))
		f.Add(uint8(i), `{"source":"evsim: 1\nname: x\nscript:\n  - log: a\n","case":"b","lines":["a"],"policies":["node"],"policy":"node@12.22.0","seed":1}`)
	}
	f.Add(uint8(0), `{"source":"\ud800"}`)
	f.Fuzz(func(t *testing.T, at uint8, body string) {
		r := httptest.NewRequest("POST", paths[int(at)%len(paths)], strings.NewReader(body))
		r.Host = "localhost"
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		var said struct{ Error *english }
		if err := json.Unmarshal(w.Body.Bytes(), &said); err != nil || (w.Code == 200) != (said.Error == nil) || said.Error != nil && *said.Error == "" {
			t.Errorf("%d %s: %v", w.Code, w.Body, err)
		}
	})
}
