package main

import (
	"testing"

	"evsim/internal/drive"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

const (
	states = "../lab/testdata/states.json" // the same as of the page that is served
	phone  = `localStorage.setItem("evsim-lab/settings", JSON.stringify({ language: "zh", theme: "dark" }));`
	screen = `localStorage.setItem("evsim-lab/settings", JSON.stringify({ language: "en", theme: "light" }));`
)

// TestStates goes through the states of the page in Chromium, on a small screen
// and on a phone.
func TestStates(t *testing.T) {
	p := openPage(t)
	p.do(t, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}))
	for _, look := range []struct {
		settings      string
		width, height int64
	}{{screen, 1280, 720}, {phone, 390, 844}} {
		p.do(t, chromedp.EmulateViewport(look.width, look.height), chromedp.Evaluate("localStorage.clear(); "+look.settings, nil), chromedp.Navigate("about:blank"), chromedp.Navigate(p.host))
		drive.Walk(t, p, drive.ReadActs(t, states), patience, func(string) {})
		p.Quiet(t)
	}
}

// TestStatesFirefox does the same in Firefox.
func TestStatesFirefox(t *testing.T) {
	m := drive.OpenFirefox(t, patience)
	p := hosted(t)
	for settings, width := range map[string]int{screen: 1280, phone: 390} {
		m.Open(t, p.host, settings, width)
		drive.Walk(t, m, drive.ReadActs(t, states), patience, func(string) {})
		for _, line := range m.Complained(t, p.host) {
			t.Errorf("%d pixels: %s", width, line)
		}
	}
}
