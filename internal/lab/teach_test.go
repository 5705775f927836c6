package lab_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"evsim/internal/lab"
	"evsim/internal/lab/answer"
)

// followed is the folder that docs/teach.md has a teacher make.
func followed(t *testing.T) *answer.Folder {
	t.Helper()
	text, err := os.ReadFile("../../docs/teach.md")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, b := range regexp.MustCompile("(?s)```(?:yaml|js)\n((?:#|//) course/([\\w.-]+).*?)```").FindAllStringSubmatch(string(text), -1) {
		files[b[2]] = b[1]
	}
	if len(files) != 4 {
		t.Fatalf("docs/teach.md has %d files", len(files))
	}
	folder := t.TempDir()
	write(t, folder, files)
	f, err := answer.OpenFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// heard keeps all that a server sends.
type heard struct {
	mu   sync.Mutex
	text strings.Builder
}

func (h *heard) all() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

// hears is a handler whose answers are heard.
func (h *heard) hears(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(hearing{w, h}, r) })
}

type hearing struct {
	http.ResponseWriter
	heard *heard
}

func (h hearing) Write(text []byte) (int, error) {
	h.heard.mu.Lock()
	h.heard.text.Write(text)
	h.heard.mu.Unlock()
	return h.ResponseWriter.Write(text)
}

// TestPageTeach makes the lessons of docs/teach.md, and learns from them: nothing
// is sent before it is asked for.
func TestPageTeach(t *testing.T) {
	var sent heard
	s := visitedAs(t, lab.Config{Config: answer.Config{Folder: followed(t)}}, sent.hears)
	b := open(t, s, "", "")
	keeps := func(when string, secrets ...string) {
		t.Helper()
		for _, secret := range secrets {
			if all := sent.all(); strings.Contains(all, secret) || strings.Contains(eval[string](b, "document.documentElement.outerHTML"), secret) {
				t.Errorf("%s, this was sent: %s", when, secret)
			}
		}
	}
	const (
		first, second = "What must end before", "the script counts as one"
		why, order    = "then the loop looks for timers", "[script, promise, timer]"
		then          = "Does the order change?"
	)
	b.wants(".gallery", "Two queues Ticks and jobs A race")
	b.press("Two queues")
	b.wants(".lesson .marked strong", "Which is first?")
	b.checked()
	b.wants(".problems", "No problems.")
	if got := b.source(); strings.Contains(got, "expect") || strings.Contains(got, "lesson:") {
		t.Errorf("the editor has\n%s", got)
	}
	keeps("before anything was asked for", first, second, why, order, then, "Ticks go before", "Both orders can be.")
	b.press("Hint 1 of 2")
	b.wants(".told", first)
	keeps("after a hint", second, why, order, then)
	b.press("Predict first")
	b.wants(".reorder", "promise")
	b.press("Check")
	b.wants(".verdict", "Not yet.")
	keeps("after a prediction", second, why, order, then, `["script","promise","timer"]`)
	b.press("Show the answers")
	b.wants(".answers", "The script ends, then the microtasks run")
	b.wants(".answers pre", order)
	b.wants(".lesson", then)
	keeps("after the answer", second)
	b.press("Put it into the editor")
	b.wants(".cm-content", "expect")
	b.checked()
	b.wants(".problems", "No problems.")
	b.press("Back to the original")
	b.press("Link to this lesson")
	if link := eval[string](b, `document.querySelector(".give input").value`); link != s.URL+"/#lesson=1-two-queues" {
		t.Errorf("the link is %s", link)
	}
	frame := eval[string](b, `document.querySelectorAll(".give input")[1].value`)
	if want := `<iframe src="` + s.URL + `/#lesson=1-two-queues&amp;embed" title="Two queues"`; !strings.HasPrefix(frame, want) {
		t.Errorf("the frame is %s", frame)
	}
	b.teachesFurther()
	keeps("to the end", second)
	b.quiet()
}

// teachesFurther goes on with links: in Chinese, in a frame, and with code.
func (b *browser) teachesFurther() {
	b.t.Helper()
	eval[bool](b, `(location.hash = "#lesson=2&embed") && true`)
	b.wants(".lesson h2", "Ticks and jobs")
	b.wait(`getComputedStyle(document.querySelector(".gallery")).display === "none"`)
	b.speak("zh-CN")
	b.wants(".lesson h2", "nextTick 与微任务")
	b.wants(".lesson .marked", "的队列，还有")
	b.press("延伸问题")
	b.wants(".lesson .told", "在微任务里排入 nextTick")
	b.speak("en")
	eval[bool](b, `(location.hash = "#lesson=8") && true`) // the folder has none of this number
	b.wants(".lesson h2", "Why Node 10 and 11 differ")
	eval[bool](b, `(location.hash = "#lesson=none") && true`)
	b.wants("[role=alert]", "There is no such lesson here.")
	eval[bool](b, `(location.hash = "#lesson=3") && true`)
	b.wants(".lesson h2", "A race")
	b.wants(".kinds label.on", "JavaScript")
	b.checked()
	b.press("Find every order")
	b.wants(".found", "node22 2 orders are possible")
	b.press("Predict first")
	b.press("Put the lines into order instead")
	b.wants(".reorder", "immediate")
	b.press("Check")
	b.wants(".verdict", "Right: this is one of 2 possible orders.")
	b.wants(".lesson .told", "Is it still a race?") // who has solved it is asked more
}
