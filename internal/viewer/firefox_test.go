package viewer_test

import (
	"os"
	"path/filepath"
	"testing"

	"evsim/internal/drive"
	"evsim/internal/viewer"

	"github.com/google/go-cmp/cmp"
)

// TestFirefox opens reports from the disk in Firefox and steps through them.
// What the console says of a page, such as an error or what its policy forbids,
// names the page.
func TestFirefox(t *testing.T) {
	m := drive.OpenFirefox(t, patience)
	third := map[string]string{"several runs": "3 of 6", "orders": "3 of 3"}
	for name, d := range map[string]*viewer.Document{
		"several runs": reported(t, twoTimers, false, "node10", "node22"),
		"orders":       reported(t, aRace, true, "node22"),
	} {
		file := filepath.Join(t.TempDir(), "report.html")
		if err := os.WriteFile(file, []byte(report(t, d)), 0o666); err != nil {
			t.Fatal(err)
		}
		m.Ask(t, "WebDriver:Navigate", map[string]any{"url": "file://" + filepath.ToSlash(file)}, nil)
		m.Ask(t, "WebDriver:SetTimeouts", map[string]any{"implicit": patience.Milliseconds() / 4}, nil)
		find := func(selector string) {
			m.Ask(t, "WebDriver:FindElement", map[string]any{"using": "css selector", "value": selector}, nil)
		}
		if len(d.Searches) > 0 {
			find(".hasse .badge")
			m.Press(t, "o")
		}
		find("#step")
		var got [4]string
		step := func(at int, keys ...string) {
			m.Press(t, keys...)
			m.Eval(t, "content", `return document.querySelector("#step").innerText`, &got[at])
		}
		step(0, drive.KeyRight, drive.KeyRight, drive.KeyRight)
		step(1, drive.KeyEnd)
		step(2, drive.KeyHome)
		m.Eval(t, "content", `return document.querySelector(".source li code").innerText`, &got[3])
		want := [4]string{third[name], "end", "start", "evsim: 1"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		var said []string
		m.Eval(t, "chrome", `return Services.console.getMessageArray().map((m) => m.toString()).filter((text) => text.includes("report.html"))`, &said)
		for _, line := range said {
			t.Errorf("%s: %s", name, line)
		}
	}
}
