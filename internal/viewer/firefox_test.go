package viewer_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"evsim/internal/viewer"

	"github.com/google/go-cmp/cmp"
)

// marionette is Firefox under its own remote control: a message is its length,
// a colon, and [0, number, command, parameters]; the answer is [1, number,
// error, result].
type marionette struct {
	net.Conn
	in     *bufio.Reader
	number int
}

// preferences keep Firefox from asking anybody anything, and let it choose a
// port for the remote control.
const preferences = `user_pref("marionette.port", 0);
user_pref("app.update.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("toolkit.telemetry.enabled", false);
`

func openFirefox(t *testing.T) *marionette {
	t.Helper()
	if os.Getenv("EVSIM_BROWSERS") == "" {
		t.Skip("starts Firefox: set EVSIM_BROWSERS=1")
	}
	firefox, err := exec.LookPath("firefox")
	if err != nil {
		if firefox, err = exec.LookPath("firefox-esr"); err != nil {
			t.Skip("Firefox is not installed")
		}
	}
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "user.js"), []byte(preferences), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), firefox, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", home)
	command.Env = append(os.Environ(), "HOME="+home, "MOZ_CRASHREPORTER_DISABLE=1")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait() // it was killed
	})
	m := dial(t, filepath.Join(home, "MarionetteActivePort"))
	m.ask(t, "WebDriver:NewSession", map[string]any{}, nil)
	return m
}

// dial waits for the file in which Firefox says its port.
func dial(t *testing.T, file string) *marionette {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		port, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		c, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strings.TrimSpace(string(port))))
		if err != nil {
			continue
		}
		t.Cleanup(func() { c.Close() })
		if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
		m := &marionette{Conn: c, in: bufio.NewReader(c)}
		if _, err := m.read(); err != nil { // who it is
			t.Fatal(err)
		}
		return m
	}
	t.Fatal("Firefox does not say its port")
	return nil
}

func (m *marionette) read() ([]byte, error) {
	length, err := m.in.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
	if err != nil {
		return nil, err
	}
	text := make([]byte, n)
	_, err = io.ReadFull(m.in, text)
	return text, err
}

// ask sends a command and decodes its result.
func (m *marionette) ask(t *testing.T, command string, parameters map[string]any, result any) {
	t.Helper()
	m.number++
	text, err := json.Marshal([]any{0, m.number, command, parameters})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintf(m, "%d:%s", len(text), text); err != nil {
		t.Fatal(err)
	}
	if text, err = m.read(); err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	var wrong *struct{ Message string }
	answer := []any{new(int), new(int), &wrong, result}
	if err := json.Unmarshal(text, &answer); err != nil || wrong != nil {
		t.Fatalf("%s: %v: %s", command, err, text)
	}
}

// eval is what a script returns, in the page or, for the browser itself, in
// chrome.
func (m *marionette) eval(t *testing.T, context, script string, value any) {
	t.Helper()
	m.ask(t, "Marionette:SetContext", map[string]any{"value": context}, nil)
	m.ask(t, "WebDriver:ExecuteScript", map[string]any{"script": script, "args": []any{}}, &struct{ Value any }{value})
	m.ask(t, "Marionette:SetContext", map[string]any{"value": "content"}, nil)
}

// press presses keys as the keyboard does.
func (m *marionette) press(t *testing.T, keys ...string) {
	t.Helper()
	var actions []map[string]any
	for _, key := range keys {
		actions = append(actions, map[string]any{"type": "keyDown", "value": key}, map[string]any{"type": "keyUp", "value": key})
	}
	m.ask(t, "WebDriver:PerformActions", map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keyboard", "actions": actions}}}, nil)
}

// The keys that are no characters, as WebDriver numbers them.
const (
	webdriverEnd   = "\uE010"
	webdriverHome  = "\uE011"
	webdriverRight = "\uE014"
)

// TestFirefox opens reports from the disk in Firefox and steps through them.
// What the console says of a page, such as an error or what its policy forbids,
// names the page.
func TestFirefox(t *testing.T) {
	m := openFirefox(t)
	third := map[string]string{"several runs": "3 of 6", "orders": "3 of 3"}
	for name, d := range map[string]*viewer.Document{
		"several runs": reported(t, twoTimers, false, "node10", "node22"),
		"orders":       reported(t, aRace, true, "node22"),
	} {
		file := filepath.Join(t.TempDir(), "report.html")
		if err := os.WriteFile(file, []byte(report(t, d)), 0o666); err != nil {
			t.Fatal(err)
		}
		m.ask(t, "WebDriver:Navigate", map[string]any{"url": "file://" + filepath.ToSlash(file)}, nil)
		m.ask(t, "WebDriver:SetTimeouts", map[string]any{"implicit": patience.Milliseconds() / 4}, nil)
		m.ask(t, "WebDriver:FindElement", map[string]any{"using": "css selector", "value": "#step"}, nil)
		var got [4]string
		step := func(at int, keys ...string) {
			m.press(t, keys...)
			m.eval(t, "content", `return document.querySelector("#step").innerText`, &got[at])
		}
		step(0, webdriverRight, webdriverRight, webdriverRight)
		step(1, webdriverEnd)
		step(2, webdriverHome)
		m.eval(t, "content", `return document.querySelector(".source li code").innerText`, &got[3])
		want := [4]string{third[name], "end", "start", "evsim: 1"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		var said []string
		m.eval(t, "chrome", `return Services.console.getMessageArray().map((m) => m.toString()).filter((text) => text.includes("report.html"))`, &said)
		for _, line := range said {
			t.Errorf("%s: %s", name, line)
		}
	}
}
