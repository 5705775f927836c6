package browser

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// ask is what the server answers, and with what status.
func ask(t *testing.T, method, address, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultTransport.RoundTrip(r) // without following redirections
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// A browser that does what it should is handed each page in turn, and its logs
// are kept by page and run.
func TestServer(t *testing.T) {
	s := newServer([]Page{
		{Script: "first();", Rest: time.Second},
		{Script: "second();", Answers: []Answer{{URL: "x"}, {URL: "</script>", Fails: true, After: time.Millisecond}}},
	}, 2)
	web := httptest.NewServer(s)
	defer web.Close()
	for job, script := range []string{"first();", "second();", "first();", "second();"} {
		_, page := ask(t, "GET", web.URL+"/", "")
		number := regexp.MustCompile(`"job":(\d+)`).FindStringSubmatch(page)
		if number == nil || strings.Count(page, "</script>") != 1 {
			t.Fatalf("job %d: the page is\n%s", job, page)
		}
		if _, got := ask(t, "GET", web.URL+"/scenario.js?job="+number[1], ""); got != script {
			t.Errorf("job %d: the script is %q", job, got)
		}
		report, complete := url.Values{"job": {number[1]}}, strconv.FormatBool(job != 3)
		ask(t, "POST", web.URL+"/report?"+report.Encode(), `{"lines":["`+script+`","`+number[1]+`"],"loaded":true,"visible":true,"complete":`+complete+`}`)
		ask(t, "POST", web.URL+"/report?"+report.Encode(), `{"lines":["late"]}`) // counts no more
	}
	if _, page := ask(t, "GET", web.URL+"/", ""); !strings.Contains(page, "done") {
		t.Errorf("in the end: %s", page)
	}
	want := [][]Log{
		{{[]string{"first();", "0"}, Rested}, {[]string{"first();", "2"}, Rested}},
		{{[]string{"second();", "1"}, Rested}, {[]string{"second();", "3"}, Short}},
	}
	if diff := cmp.Diff(want, s.byPage()); diff != "" {
		t.Error(diff)
	}
}

func TestServerAnswers(t *testing.T) {
	s := newServer([]Page{{Answers: []Answer{{URL: "x"}, {URL: "y", Fails: true}}}}, 1)
	web := httptest.NewServer(s)
	defer web.Close()
	for address, want := range map[string]int{
		"/answer?job=0&answer=0": http.StatusOK,
		"/answer?job=0&answer=1": http.StatusOK,
		"/answer?job=0&answer=2": http.StatusNotFound,
		"/answer?job=0":          http.StatusNotFound,
		"/scenario.js?job=1":     http.StatusNotFound,
		"/scenario.js?job=-1":    http.StatusNotFound,
		"/favicon.ico":           http.StatusNotFound,
		"/other?job=0":           http.StatusNotFound,
		"/report?job=0":          http.StatusBadRequest,
	} {
		if got, _ := ask(t, "GET", web.URL+address, ""); got != want {
			t.Errorf("%s: %d", address, got)
		}
	}
}

// What fails is asked of another origin.
func TestFailsElsewhere(t *testing.T) {
	page := Page{Answers: []Answer{{URL: "x"}, {URL: "y", Fails: true}}}
	html, err := page.html(3, "http://elsewhere")
	if err != nil {
		t.Fatal(err)
	}
	if want := `"answers":{"x":"/answer?job=3\u0026answer=0","y":"http://elsewhere/answer?job=3\u0026answer=1"}`; !strings.Contains(html, want) {
		t.Errorf("%s is not in\n%s", want, html)
	}
}

// Only a page that was loaded and visible, and has its lines, is at rest.
func TestTold(t *testing.T) {
	lines := []string{"a"}
	for _, c := range []struct {
		told told
		want State
	}{
		{told{lines, true, true, true}, Rested},
		{told{lines, true, true, false}, Short},
		{told{lines, false, true, true}, Unsettled},
		{told{lines, true, false, true}, Unsettled},
	} {
		if got := c.told.log(); got.State != c.want || len(got.Lines) != 1 {
			t.Errorf("%+v: %v", c.told, got)
		}
	}
}

func TestScript(t *testing.T) {
	page := "<!doctype html>\n<h1>&lt;script></h1>\n<pre></pre>\n<script>\nlog('<script>\\n');\n</script>\n"
	if got, err := Script(page); err != nil || got != "log('<script>\\n');\n" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := Script("log();"); err == nil {
		t.Error("no page, and no error")
	}
}
