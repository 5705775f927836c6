package lab

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestPanic: a fault of the program's own is answered, told in one line, and
// ends the connection.
func TestPanic(t *testing.T) {
	var told []string
	s := &server{tell: func(line string) { told = append(told, line) }}
	r := httptest.NewRequest("GET", "/", nil)
	r.Host = "localhost"
	w := httptest.NewRecorder()
	defer func() {
		if recover() != http.ErrAbortHandler {
			t.Error("the connection is not closed")
		}
		if len(told) != 1 || !strings.HasPrefix(told[0], "evsim itself failed: sim: out of order (at evsim/internal/lab.TestPanic") || !strings.HasSuffix(told[0], "; please report it, with the scenario") {
			t.Errorf("told: %q", told)
		}
		var said struct{ Error, Hint struct{ En, Zh string } }
		if err := json.Unmarshal(w.Body.Bytes(), &said); err != nil || w.Code != http.StatusInternalServerError || !strings.HasPrefix(said.Error.En, "evsim itself failed: sim: out of order (at ") || said.Hint.En == "" || said.Hint.Zh == said.Hint.En {
			t.Errorf("%d %s: %v", w.Code, w.Body, err)
		}
	}()
	s.guarded(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("sim: out of order") })).ServeHTTP(w, r)
}
