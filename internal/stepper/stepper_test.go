package stepper_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"evsim/clock"
	"evsim/internal/say"
	"evsim/internal/stepper"
	"evsim/sim"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/teatest/v2"
)

func ms(n int64) clock.Instant { return clock.Instant(n * int64(clock.Millisecond)) }

func race() stepper.Run {
	text := "script:\n  - setTimeout: 5\n    do: {log: timer}\n  - log: \x1b[2Jstart\n"
	events := []sim.Event{
		{Kind: sim.EventPhase, Phase: "main"},
		{Kind: sim.EventRun, Phase: "main", Task: 1, Text: "script"},
		{Kind: sim.EventEnqueue, Phase: "timers", Task: 2, Cause: 1, Text: "setTimeout 5", Pos: sim.Pos{Line: 2, Col: 5}, List: 5 * clock.Millisecond, Due: ms(5)},
		{Kind: sim.EventLog, Phase: "main", Task: 1, Text: "\x1b[2Jstart", Pos: sim.Pos{Line: 4, Col: 5}},
		{Kind: sim.EventEnd, Phase: "main", Task: 1},
		{Kind: sim.EventTurn, Turn: 1, Phase: "main"},
		{Kind: sim.EventPhase, Turn: 1, Phase: "poll"},
		{Kind: sim.EventSleep, At: ms(5), Turn: 1, Phase: "poll"},
		{Kind: sim.EventPhase, At: ms(5), Turn: 1, Phase: "timers"},
		{Kind: sim.EventRun, At: ms(5), Turn: 1, Phase: "timers", Task: 2, Text: "setTimeout 5", Pos: sim.Pos{Line: 2, Col: 5}},
		{Kind: sim.EventLog, At: ms(5), Turn: 1, Phase: "timers", Task: 2, Text: "timer", Pos: sim.Pos{Line: 3, Col: 9}},
		{Kind: sim.EventEnd, At: ms(5), Turn: 1, Phase: "timers", Task: 2},
		{Kind: sim.EventStop, At: ms(5), Turn: 1, Phase: "exit", Text: "ended"},
	}
	return stepper.Run{File: "race.yaml", Policy: "node22", Text: text, Events: events}
}

var named = map[string]tea.KeyPressMsg{
	"right": {Code: tea.KeyRight}, "left": {Code: tea.KeyLeft}, "down": {Code: tea.KeyDown}, "up": {Code: tea.KeyUp},
	"home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd}, "enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "backspace": {Code: tea.KeyBackspace},
}

// press is what is typed: names of keys, and other words letter by letter.
func press(words string) (keys []tea.Msg) {
	for word := range strings.FieldsSeq(words) {
		if key, ok := named[word]; ok {
			keys = append(keys, key)
			continue
		}
		for _, r := range strings.ReplaceAll(word, "_", " ") {
			keys = append(keys, tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
	return keys
}

// screen is what is seen after some keys.
func screen(t *testing.T, m tea.Model, keys string) (tea.Model, string) {
	t.Helper()
	for _, msg := range press(keys) {
		m, _ = m.Update(msg)
	}
	return m, ansi.Strip(m.View().Content)
}

func TestKeys(t *testing.T) {
	for _, test := range []struct{ keys, want string }{
		{"", "step 0 of 13"},
		{"right right right", "step 3 of 13"},
		{"right right right", "enqueue  setTimeout 5 waits in timers 5 ms"},
		{"right right right", "timers 5 ms  1"},
		{"right right right left", "step 2 of 13"},
		{"down down", "run  setTimeout 5  2:5  from timers 5 ms"},
		{"down down", "5 ms   turn 1   phase timers"},
		{"down down up", "step 2 of 13"},
		{"l l", "log  timer  3:9"},
		{"l l L", "log  \ufffd[2Jstart"},
		{"end", "stop  ended"},
		{"end home", "the run begins"},
		{"b timer enter c", "breakpoint: timer"},
		{"b phase_poll enter c", "0 ms   turn 1   phase poll"},
		{"b phase_poll enter c", "breakpoints: phase poll"},
		{"b at_5ms enter c", "sleep  poll"},
		{"b start enter end C", "breakpoint: start"},
		{"b at_x enter", `"x" is not a time: write one such as 5ms`},
		{"b timex backspace r enter c", "breakpoint: timer"},
		{"b timer esc c", "step 13 of 13"},
		{"c", "there is no breakpoint: b sets one"},
		{"b timer enter c c c", "no breakpoint on the way"},
		{"", "← → event  ↑ ↓ callback  l L line  b breakpoint  c C to it  g G ends  q leave"},
	} {
		m := tea.Model(stepper.New(race(), nil))
		if _, got := screen(t, m, test.keys); !strings.Contains(got, test.want) {
			t.Errorf("%q: no %q in\n%s", test.keys, test.want, got)
		}
	}
}

func TestABreakpointIsTakenAway(t *testing.T) {
	_, got := screen(t, stepper.New(race(), nil), "b timer enter b timer enter")
	if strings.Contains(got, "breakpoints:") {
		t.Errorf("it is still there:\n%s", got)
	}
}

// Whatever the size, a screen fits, and nothing steers the terminal.
func TestScreensFit(t *testing.T) {
	for _, size := range []tea.WindowSizeMsg{{Width: 80, Height: 24}, {Width: 40, Height: 12}, {Width: 200, Height: 60}} {
		m := tea.Model(stepper.New(race(), nil))
		m, _ = m.Update(size)
		for range 14 {
			var got string
			m, got = screen(t, m, "right")
			if strings.Contains(m.View().Content, "\x1b[2J") {
				t.Error("the script steers the terminal")
			}
			lines := strings.Split(got, "\n")
			if len(lines) > size.Height {
				t.Fatalf("%d lines on %d", len(lines), size.Height)
			}
			for _, line := range lines {
				if ansi.StringWidth(line) > size.Width {
					t.Fatalf("%d columns on %d: %q", ansi.StringWidth(line), size.Width, line)
				}
			}
		}
	}
}

// What matters most is on the narrowest screen too: the step, what is being
// typed, how to leave.
func TestNarrow(t *testing.T) {
	run := race()
	run.File = "scenarios/seeds/a-file-with-a-long-name.yaml"
	m, _ := stepper.New(run, nil).Update(tea.WindowSizeMsg{Width: 40, Height: 12})
	for _, test := range []struct{ keys, want string }{
		{"", "a-long-name.yaml, node22  step 0 of 13"},
		{"", "← → event  ↑ ↓ callback  q leave"},
		{"b timer", "break at: timer_"},
		{"b a_very_long_label_of_a_callback_that_ends_in_timer", "…"},
		{"b a_very_long_label_of_a_callback_that_ends_in_timer", "that ends in timer_"},
		{"down", "call stack"},
	} {
		if _, got := screen(t, m, test.keys); !strings.Contains(got, test.want) {
			t.Errorf("%q: no %q in\n%s", test.keys, test.want, got)
		}
	}
}

// A high screen has room for more of a queue.
func TestLongQueues(t *testing.T) {
	run := stepper.Run{Events: []sim.Event{{Kind: sim.EventRun, Phase: "main", Task: 1, Text: "script"}}}
	for i := range 30 {
		run.Events = append(run.Events, sim.Event{Kind: sim.EventEnqueue, Phase: "check", Task: sim.TaskID(i + 2), Cause: 1, Text: "setImmediate", Due: clock.Never})
	}
	for height, want := range map[int]string{12: "and 29 more", 24: "and 25 more", 60: "and 18 more"} {
		m, _ := stepper.New(run, nil).Update(tea.WindowSizeMsg{Width: 80, Height: height})
		if _, got := screen(t, m, "end"); !strings.Contains(got, want) {
			t.Errorf("%d lines: no %q in\n%s", height, want, got)
		}
	}
}

// A run that a limit stopped says so.
func TestLimit(t *testing.T) {
	run := stepper.Run{Events: []sim.Event{{Kind: sim.EventStop, Phase: "exit", Text: sim.LimitCallbacks.String()}}}
	if _, got := screen(t, stepper.New(run, nil), "end"); !strings.Contains(got, "stop  at the limit of callbacks") {
		t.Error(got)
	}
}

// In Chinese every word of the screen is, but for names: of events, of phases and
// queues, and what the file has.
func TestChinese(t *testing.T) {
	run := race()
	run.Language = say.Chinese()
	names := regexp.MustCompile(`race\.yaml|node22|script|setTimeout|timer|start|ended|phase|poll|timers|main|exit|stop|run|enqueue|log|do|sleep|turn|end|NAME|TIME|[a-zA-Z] `)
	for keys, want := range map[string]string{
		"": "运行开始", "right right": "调用栈", "right right right": "在 timers 5 ms 中等待", "end": "stop  结束", "c": "还没有断点", "b": "停在某个标签",
		"b timer enter": "断点：timer", "b at_noon enter": "不是时间", "down down": "来自 timers", "b zzz enter c": "途中没有断点",
	} {
		_, got := screen(t, stepper.New(run, nil), keys)
		if !strings.Contains(got, want) {
			t.Errorf("%q: no %q in\n%s", keys, want, got)
		}
		for line := range strings.Lines(got) {
			if english := regexp.MustCompile(`[A-Za-z]{3,}`).FindString(names.ReplaceAllString(line, "")); english != "" && !strings.Contains(keys, "b") {
				t.Errorf("%q: %q is English in %q", keys, english, line)
			}
		}
	}
	run.Events = []sim.Event{{Kind: sim.EventStop, Phase: "exit", Text: sim.LimitCallbacks.String()}}
	if _, got := screen(t, stepper.New(run, nil), "end"); !strings.Contains(got, "达到 callbacks 的限制") {
		t.Error(got)
	}
}

// What is pasted is typed, up to a length.
func TestPaste(t *testing.T) {
	m, _ := screen(t, stepper.New(race(), nil), "b")
	m, _ = m.Update(tea.PasteMsg{Content: "timer"})
	if _, got := screen(t, m, "enter c"); !strings.Contains(got, "breakpoint: timer") {
		t.Error(got)
	}
	m, _ = screen(t, stepper.New(race(), nil), "b")
	m, _ = m.Update(tea.PasteMsg{Content: strings.Repeat("x", 1<<20)})
	if _, got := screen(t, m, "enter"); !strings.Contains(got, "breakpoints: xxx") {
		t.Error(got)
	}
}

// TestProgram runs the whole program on a terminal of the test's own.
func TestProgram(t *testing.T) {
	m := teatest.NewTestModel(t, stepper.New(race(), nil), teatest.WithInitialTermSize(90, 24))
	teatest.WaitFor(t, m.Output(), func(out []byte) bool { return bytes.Contains(out, []byte("the run begins")) }, teatest.WithDuration(20*time.Second))
	for _, key := range press("down down") {
		m.Send(key)
	}
	teatest.WaitFor(t, m.Output(), func(out []byte) bool { return bytes.Contains(out, []byte("from timers")) }, teatest.WithDuration(20*time.Second))
	m.Type("q")
	m.WaitFinished(t, teatest.WithFinalTimeout(20*time.Second))
}

func FuzzBreakpoint(f *testing.F) {
	for _, text := range []string{"", "timer", "phase poll", "at 5ms", "at x", "at -1h"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := stepper.ParseBreakpoint(text)
		if err == nil && b.String() != strings.TrimSpace(text) {
			t.Errorf("%q became %q", text, b)
		}
	})
}
