package drive

import (
	"bufio"
	"encoding/json"
	"evsim/internal/escape"
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
)

// Firefox is Firefox under its own remote control: a message is its length,
// a colon, and [0, number, command, parameters]; the answer is [1, number,
// error, result].
type Firefox struct {
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

// OpenFirefox opens Firefox, without a window; it is closed at the end of the
// test.
func OpenFirefox(t testing.TB, patience time.Duration) *Firefox {
	t.Helper()
	Wanted(t)
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
	m := dial(t, filepath.Join(home, "MarionetteActivePort"), patience)
	m.Ask(t, "WebDriver:NewSession", map[string]any{}, nil)
	return m
}

// dial waits for the file in which Firefox says its port.
func dial(t testing.TB, file string, patience time.Duration) *Firefox {
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
		m := &Firefox{Conn: c, in: bufio.NewReader(c)}
		if _, err := m.read(); err != nil { // who it is
			t.Fatal(err)
		}
		return m
	}
	t.Fatal("Firefox does not say its port")
	return nil
}

func (m *Firefox) read() ([]byte, error) {
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

// Ask sends a command and decodes its result.
func (m *Firefox) Ask(t testing.TB, command string, parameters map[string]any, result any) {
	t.Helper()
	m.number++
	text, err := escape.JSON([]any{0, m.number, command, parameters})
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

// Eval is what a script returns, in the page or, for the browser itself, in
// chrome.
func (m *Firefox) Eval(t testing.TB, context, script string, value any) {
	t.Helper()
	m.Ask(t, "Marionette:SetContext", map[string]any{"value": context}, nil)
	m.Ask(t, "WebDriver:ExecuteScript", map[string]any{"script": script, "args": []any{}}, &struct{ Value any }{value})
	m.Ask(t, "Marionette:SetContext", map[string]any{"value": "content"}, nil)
}

// Press presses keys as the keyboard does.
func (m *Firefox) Press(t testing.TB, keys ...string) {
	t.Helper()
	var actions []map[string]any
	for _, key := range keys {
		actions = append(actions, map[string]any{"type": "keyDown", "value": key}, map[string]any{"type": "keyUp", "value": key})
	}
	m.Ask(t, "WebDriver:PerformActions", map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keyboard", "actions": actions}}}, nil)
}

// The keys that are no characters, as WebDriver numbers them.
const (
	KeyEnd   = "\uE010"
	KeyHome  = "\uE011"
	KeyRight = "\uE014"
)
