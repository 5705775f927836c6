package lab

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestPanic: a fault of the program's own is told, and goes on to whoever logs
// it.
func TestPanic(t *testing.T) {
	s := &server{}
	r := httptest.NewRequest("GET", "/", nil)
	r.Host = "localhost"
	w := httptest.NewRecorder()
	defer func() {
		if recover() != "sim: out of order" {
			t.Error("it is hidden from the server")
		}
		var said refusal
		if err := json.Unmarshal(w.Body.Bytes(), &said); err != nil || w.Code != http.StatusInternalServerError || said.Says != "evsim itself failed: sim: out of order" || said.Hint == "" {
			t.Errorf("%d %s: %v", w.Code, w.Body, err)
		}
	}()
	s.guarded(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("sim: out of order") })).ServeHTTP(w, r)
}
