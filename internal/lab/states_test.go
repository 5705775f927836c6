package lab_test

import (
	"testing"

	"evsim/internal/drive"

	"github.com/chromedp/chromedp"
)

// looks are how the states are looked at.
var looks = []struct {
	language, theme string
	width, height   int
}{{"en", "light", 1280, 720}, {"zh", "dark", 390, 844}}

func settings(language, theme string) string {
	return `localStorage.setItem("evsim-lab/settings", JSON.stringify({ language: "` + language + `", theme: "` + theme + `" }));`
}

// TestPageStates goes through the states of the page in Chromium.
func TestPageStates(t *testing.T) {
	s := visited(t)
	for _, look := range looks {
		b := open(t, s, "", settings(look.language, look.theme), chromedp.EmulateViewport(int64(look.width), int64(look.height)))
		drive.Walk(t, b, drive.ReadActs(t, "testdata/states.json"), soon, func(name string) {
			b.keeps(look.language + "-" + look.theme + "-" + name)
		})
		b.quiet()
	}
}

// TestPageStatesAccessibility asks axe-core about each state.
func TestPageStatesAccessibility(t *testing.T) {
	axe := drive.ReadAxe(t, "../viewer/node_modules/axe-core/axe.min.js", "{}")
	s := visited(t)
	for _, look := range looks {
		b := open(t, s, "", settings(look.language, look.theme), chromedp.EmulateViewport(int64(look.width), int64(look.height)))
		drive.Walk(t, b, drive.ReadActs(t, "testdata/states.json"), soon, func(name string) {
			axe.Judge(t, b.Page, look.language+", "+look.theme+", "+name)
		})
	}
}

// TestPageStatesFirefox does the same in Firefox.
func TestPageStatesFirefox(t *testing.T) {
	m, s := drive.OpenFirefox(t, patience), visited(t)
	for _, look := range looks {
		m.Open(t, s.URL+"/", settings(look.language, look.theme), look.width)
		drive.Walk(t, m, drive.ReadActs(t, "testdata/states.json"), soon, func(string) {})
		for _, line := range m.Complained(t, s.URL) {
			t.Errorf("%s, %s: %s", look.language, look.theme, line)
		}
	}
	if s.was("/forbidden") {
		t.Error("the policy forbade something")
	}
}
