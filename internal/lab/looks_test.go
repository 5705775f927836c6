package lab_test

import (
	"context"
	"evsim/internal/drive"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// scenes are what the page shows when it is looked at.
var scenes = []struct {
	name string
	show func(b *browser)
}{
	{"errors", func(b *browser) {
		b.write("evsim: 1\nname: x\nscript:\n  - setTimout: 0\n")
		b.wait(`document.querySelector(".problems .error")`)
		b.write(twoTimers)
	}},
	{"run", func(b *browser) { b.press("Run"); b.wait(`document.querySelector(".viewer")`) }},
	{"share", func(b *browser) { b.press("Share"); b.wait(`document.querySelector(".share")`); b.press("Close") }},
	{"explore", func(b *browser) {
		b.press("Find every order")
		b.wait(`document.querySelector(".orders")`)
	}},
	{"predict", func(b *browser) {
		b.press("Predict first")
		b.wait(`document.querySelector(".reorder")`)
		b.press("Check")
		b.wait(`document.querySelector(".verdict")`)
	}},
}

// TestPageAccessibility asks axe-core about the page, light and dark.
func TestPageAccessibility(t *testing.T) {
	axe := drive.ReadAxe(t, "../viewer/node_modules/axe-core/axe.min.js", "{}")
	for _, theme := range []string{"light", "dark"} {
		b := open(t, visited(t), "", `Object.defineProperty(navigator, "languages", { value: ["en"] }); localStorage.setItem("evsim-lab/settings", JSON.stringify({ theme: "`+theme+`" }));`)
		for _, s := range scenes {
			s.show(b)
			axe.Judge(t, b.Page, theme+", "+s.name)
		}
	}
}

// TestPagePhone holds that a page as wide as a phone does not scroll sideways.
func TestPagePhone(t *testing.T) {
	for _, language := range []string{"en", "zh-CN"} {
		b := open(t, visited(t), "", "", emulation.SetDeviceMetricsOverride(390, 844, 2, true), emulation.SetTouchEmulationEnabled(true))
		for _, s := range scenes {
			s.show(b)
			b.speak(language)
			if wide := eval[int](b, "document.documentElement.scrollWidth"); wide > 390 {
				t.Errorf("%s, %s: the page is %d wide", language, s.name, wide)
			}
			b.speak("en") // the scenes go by the English words
		}
		b.touch(3, 1)
		b.wants(".reorder", "1 timer 2 ⠿ 2 promise ⠿ 3 timer 1 ⠿")
		b.quiet()
	}
}

// touch takes a line of the prediction to the place of another, by its handle.
func (b *browser) touch(from, to int) {
	b.t.Helper()
	at := func(n int) *input.TouchPoint {
		place := eval[[]float64](b, fmt.Sprintf(`(() => { const grip = document.querySelectorAll(".grip")[%d]; grip.scrollIntoView({ block: "center" }); const r = grip.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`, n-1))
		return &input.TouchPoint{X: place[0], Y: place[1]}
	}
	at(to)
	start := at(from)
	distance := start.Y - eval[float64](b, fmt.Sprintf(`(() => { const r = document.querySelectorAll(".grip")[%d].getBoundingClientRect(); return r.top + r.height / 2; })()`, to-1))
	b.do(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{start}))
	for i := 1; i <= 8; i++ {
		b.do(input.DispatchTouchEvent(input.TouchMove, []*input.TouchPoint{{X: start.X, Y: start.Y - distance*float64(i)/8}}))
	}
	b.do(input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
}

// speak switches the page to a language.
func (b *browser) speak(language string) {
	b.t.Helper()
	eval[bool](b, `document.documentElement.lang === "`+language+`" || (document.querySelector(".top [lang]").click() ?? true)`)
	b.wait(`document.documentElement.lang === "` + language + `"`)
}

// TestPageChinese predicts in Chinese.
func TestPageChinese(t *testing.T) {
	b := open(t, visited(t), "", `Object.defineProperty(navigator, "languages", { value: ["zh-CN", "en"] });`)
	b.wants("h1", "evsim 实验室")
	b.wants(".acts", "▶ 运行 先预测 找出所有顺序")
	b.wants(".lessons", "一个任务，然后是所有微任务")
	b.press("一个任务，然后是所有微任务")
	b.checked()
	b.press("先预测")
	b.press("检查")
	b.wants(".verdict", "✗ 还不对。 5 行中有 1 行位置正确。")
	b.wants(".verdict", "提示：看哪里")
	b.write("evsim: 1\nname: x\nscript:\n  - setTi")
	b.wait(`document.querySelector(".cm-tooltip-autocomplete [aria-selected]")`)
	b.wants(".cm-completionInfo", "过了延迟之后，运行一次回调。")
	b.quiet()
}

// TestPageFirefox opens a link in Firefox, headless: the page is to unpack it, check
// the scenario and ask which lines there are to predict, and the policy is to
// forbid nothing of that.
func TestPageFirefox(t *testing.T) {
	if os.Getenv("EVSIM_BROWSERS") == "" {
		t.Skip("starts Firefox: set EVSIM_BROWSERS=1")
	}
	firefox, err := exec.LookPath("firefox")
	if err != nil {
		if firefox, err = exec.LookPath("firefox-esr"); err != nil {
			t.Skip("Firefox is not installed")
		}
	}
	s := visited(t)
	b := open(t, s, "", "")
	b.press("A race, and what decides it")
	b.checked()
	b.press("Share")
	b.click(`.share [type="checkbox"]`)
	b.do(chromedp.Sleep(300 * time.Millisecond))
	link := eval[string](b, `document.querySelector(".share input").value`)
	b.quiet()
	s.mu.Lock()
	s.asked = nil
	s.mu.Unlock()

	home := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	command := exec.CommandContext(ctx, firefox, "--headless", "--no-remote", "--profile", home, link)
	command.Env = append(os.Environ(), "HOME="+home)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(patience); !(s.was("/api/gallery") && s.was("/api/check") && s.was("/api/lines")) && time.Now().Before(end); {
		time.Sleep(100 * time.Millisecond)
	}
	time.Sleep(time.Second) // for what the policy may still forbid
	_ = command.Process.Kill()
	_ = command.Wait() // it was killed
	for _, path := range []string{"/lab.js", "/lab.css", "/api/gallery", "/api/schema", "/api/policies", "/api/check", "/api/lines"} {
		if !s.was(path) {
			t.Errorf("Firefox did not ask for %s", path)
		}
	}
	if s.was("/forbidden") {
		t.Error("the policy forbade something in Firefox")
	}
}
