package lab_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"evsim/internal/lab"
)

// TestRefusals is every error that a request can be answered with, but for
// those of a server that is busy.
func TestRefusals(t *testing.T) {
	c := config()
	c.Body, c.Answer, c.Policies = 4096, 3000, 3
	s := serve(t, c)
	ask := func(fields string) string {
		source, err := json.Marshal(race)
		if err != nil {
			t.Fatal(err)
		}
		return `{"source":` + string(source) + fields + `}`
	}
	for _, c := range []struct {
		name, method, path, kind, body string
		status                         int
		says, hint                     string
	}{
		{"no such path", "GET", "/nothing", "", "", 404, "there is no /nothing here", ""},
		{"outside", "GET", "/../go.mod", "", "", 404, "there is no /../go.mod here", ""},
		{"a long path", "GET", "/" + strings.Repeat("a", 200), "", "", 404, "there is no /" + strings.Repeat("a", 99) + "… here", ""},
		{"the wrong method", "GET", "/api/run", "", "", 405, "/api/run does not take GET", "it takes POST"},
		{"the wrong method of the page", "POST", "/", "", "", 405, "/ does not take POST", "it takes GET, HEAD"},
		{"no type", "POST", "/api/run", "", "{}", 415, "the request is not JSON", "send it with Content-Type: application/json"},
		{"a form", "POST", "/api/run", "text/plain", "{}", 415, "the request is not JSON", "send it with Content-Type: application/json"},
		{"nothing", "POST", "/api/run", "application/json", "", 400, "the request cannot be read: EOF", ""},
		{"half", "POST", "/api/run", "application/json", `{"source":"x`, 400, "the request cannot be read: unexpected EOF", ""},
		{"a list", "POST", "/api/run", "application/json", `[]`, 400, "the request cannot be read: json: cannot unmarshal array into Go value of type answer.wanted", ""},
		{"the wrong type", "POST", "/api/run", "application/json", `{"source":7}`, 400, "the request cannot be read: json: cannot unmarshal number into Go struct field wanted.written.source of type string", ""},
		{"a seed below 0", "POST", "/api/run", "application/json", `{"seed":-1}`, 400, "the request cannot be read: json: cannot unmarshal number -1 into Go struct field wanted.seed of type uint64", ""},
		{"a field too many", "POST", "/api/run", "application/json", `{"surce":""}`, 400, `the request cannot be read: json: unknown field "surce"`, ""},
		{"two values", "POST", "/api/run", "application/json", `{}{}`, 400, "the request goes on after its value", ""},
		{"deep", "POST", "/api/run", "application/json", strings.Repeat("[", 4000), 400, "the request cannot be read: unexpected EOF", ""},
		{"too large", "POST", "/api/run", "application/json", ask(`,"case":"` + strings.Repeat("a", 5000) + `"`), 413, "the request has more than the allowed 4096 bytes", "make the scenario shorter"},
		{"no such runtime", "POST", "/api/run", "application/json", ask(`,"policies":["node9"]`), 400, "", "GET /api/policies lists them"},
		{"too many runtimes", "POST", "/api/run", "application/json", ask(`,"policies":["node","node","node","node"]`), 400, "4 runtimes are more than the 3 that one request may name", ""},
		{"no such case", "POST", "/api/explore", "application/json", ask(`,"case":"slow"`), 400, `the scenario has no case "slow"`, "choose one that it has, or none"},
		{"too long a prediction", "POST", "/api/predict", "application/json", ask(`,"lines":["` + strings.Repeat(`","`, 200) + `"]`), 400, "201 lines are more than the 200 that can be predicted", ""},
		{"too long an answer", "POST", "/api/run", "application/json", ask(`,"policies":["node10"]`), 507, "the answer has more than the allowed 3000 bytes", "choose fewer runtimes, or let the script do less"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := http.NewRequest(c.method, s.URL+c.path, strings.NewReader(c.body))
			if err != nil {
				t.Fatal(err)
			}
			r.URL.Opaque = c.path // as it stands, dots and all
			if c.kind != "" {
				r.Header.Set("Content-Type", c.kind)
			}
			got, err := s.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			var said refused
			if err := json.Unmarshal(answered(t, got, c.status), &said); err != nil {
				t.Fatal(err)
			}
			if c.says != "" && string(said.Error) != c.says || said.Error == "" || string(said.Hint) != c.hint {
				t.Errorf("%+v", said)
			}
			if kind := got.Header.Get("Content-Type"); kind != "application/json" {
				t.Errorf("it is %s", kind)
			}
		})
	}
}

// TestNames refuses requests by a name that may come to stand for this address,
// and those from pages of others.
func TestNames(t *testing.T) {
	c := config()
	c.Names = []string{"", "lab.example"} // as --listen :8080 has it, and another
	h, err := lab.New(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		host, origin, site string
		status             int
	}{
		{"localhost", "", "", 200},
		{"localhost:8080", "", "", 200},
		{"LOCALHOST.:8080", "", "", 200},
		{"127.0.0.1:8080", "http://127.0.0.1:8080", "same-origin", 200},
		{"127.8.9.1", "", "", 200},
		{"[::1]:8080", "http://[::1]:8080", "", 200},
		{"lab.example:80", "", "none", 200},
		{"", "", "", 403},
		{"evil.example", "", "", 403},
		{"localhost.evil.example:8080", "", "", 403},
		{"127.0.0.1.evil.example", "", "", 403},
		{"192.168.0.7:8080", "", "", 403},
		{"0.0.0.0:8080", "", "", 403},
		{"localhost:8080", "http://evil.example", "", 403},
		{"localhost:8080", "http://localhost:9090", "", 403},
		{"localhost:8080", "null", "", 403},
		{"localhost:8080", "file://localhost:8080", "", 403},
		{"localhost:8080", "", "cross-site", 403},
		{"localhost:8080", "", "same-site", 403},
	} {
		r := httptest.NewRequest("GET", "/api/policies", nil)
		r.Host = c.host
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		if c.site != "" {
			r.Header.Set("Sec-Fetch-Site", c.site)
		}
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != c.status {
			t.Errorf("%+v: %d %s", c, w.Code, w.Body)
		}
	}
	byAddress := httptest.NewRequest("GET", "/", nil) // as it came in
	byAddress.Host = "192.168.0.7:8080"
	local := &net.TCPAddr{IP: net.IPv4(192, 168, 0, 7), Port: 8080}
	seen := httptest.NewRecorder()
	if h.ServeHTTP(seen, byAddress.WithContext(context.WithValue(t.Context(), http.LocalAddrContextKey, net.Addr(local)))); seen.Code != 200 {
		t.Errorf("%d %s", seen.Code, seen.Body)
	}
	r := httptest.NewRequest("GET", "/", nil) // a link on another page leads here
	r.Host = "localhost"
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code != 200 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

var nonce = regexp.MustCompile(`<meta name="evsim-nonce" content="([A-Z0-9]{26})">`)

// TestPage has a policy that lets it load its own files and nothing else, with
// a nonce of its own.
func TestPage(t *testing.T) {
	s := serve(t, config())
	seen := map[string]bool{}
	for range 3 {
		body, header := get(t, s, "/", http.StatusOK)
		found := nonce.FindSubmatch(body)
		if found == nil || seen[string(found[1])] {
			t.Fatalf("%q", found)
		}
		seen[string(found[1])] = true
		for key, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-" + string(found[1]) + "'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options":  "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := header.Get(key); got != want {
				t.Errorf("%s: %s, want %s", key, got, want)
			}
		}
		for _, part := range []string{`<div id="lab"></div>`, `<script src="lab.js" defer></script>`, `<link rel="stylesheet" href="lab.css">`} {
			if !strings.Contains(string(body), part) {
				t.Errorf("no %s", part)
			}
		}
		if strings.Contains(string(body), "://") {
			t.Error("it names another place")
		}
	}
}

// TestAssets have a tag by which a browser need not load them again.
func TestAssets(t *testing.T) {
	s := serve(t, config())
	for path, want := range map[string][2]string{
		"/lab.js":        {"text/javascript; charset=utf-8", "// script"},
		"/lab.css":       {"text/css; charset=utf-8", "/* style */"},
		"/api/schema":    {"application/schema+json", ""},
		"/api/schema/zh": {"application/schema+json", ""},
	} {
		body, header := get(t, s, path, http.StatusOK)
		if header.Get("Content-Type") != want[0] || want[1] != "" && string(body) != want[1] || !strings.HasPrefix(header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: %v %.100s", path, header, body)
		}
		r, err := http.NewRequest("GET", s.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("If-None-Match", header.Get("ETag"))
		again, err := s.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answered(t, again, http.StatusNotModified)
	}
}

// TestFrames: only pages that were named may show the lab in a frame.
func TestFrames(t *testing.T) {
	c := config()
	c.Frames = []string{"https://course.example", "http://localhost:8000"}
	_, header := get(t, serve(t, c), "/", http.StatusOK)
	if policy := header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "; frame-ancestors https://course.example http://localhost:8000") {
		t.Error(policy)
	}
	for _, origin := range []string{"", "*", "course.example", "https://", "https://course.example/", "https://a.example; script-src *", "https://*.example", "javascript:x", "'self'", "https://u@a.example", "https://a.example,b"} {
		c.Frames = []string{origin}
		var wrong *lab.NoOrigin
		if _, err := lab.New(c); !errors.As(err, &wrong) || wrong.Name != origin {
			t.Errorf("%q may frame the lab: %v", origin, err)
		}
	}
}
