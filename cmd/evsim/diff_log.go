package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"strings"

	"evsim/internal/report"
	"evsim/internal/say"
)

// readLog is a log that something else wrote: plain lines, or NDJSON of which
// the events named log count.
func (a *app) readLog(name string) ([]string, error) {
	if info, err := os.Stat(name); name != stdinName && err == nil && !info.Mode().IsRegular() && info.Mode()&fs.ModeNamedPipe == 0 {
		return nil, say.Errorf("cannot read %s: it is neither a file nor a pipe", report.Shown(name))
	}
	if leaves(name) && !strings.HasPrefix(name, "/dev/") { // where shells have links to what they redirect
		return nil, say.Errorf("cannot read %s: %w", report.Shown(name), errLeaves)
	}
	text, title, err := a.readAll(name)
	if err != nil {
		return nil, say.Errorf("cannot read %s: %w", title, reason(err))
	}
	if len(text) == maxRead {
		return nil, say.Errorf("%s has more than %d bytes", title, maxRead)
	}
	lines, err := parseLog(text)
	if err != nil {
		return nil, say.Errorf("%s: %w", title, err)
	}
	return lines, nil
}

func parseLog(text []byte) ([]string, error) {
	var lines []string
	for line := range strings.Lines(string(text)) {
		lines = append(lines, strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
	}
	if events, ok := parseEvents(lines); ok {
		return logged(events)
	}
	return lines, nil
}

// event is as much of an event as matters here.
type event struct {
	Event  *string `json:"event"`
	Text   string  `json:"text"`
	File   string  `json:"file"`
	Case   string  `json:"case"`
	Policy string  `json:"policy"`
}

// parseEvents takes lines for NDJSON, if each of them that is not empty is an
// object with an event.
func parseEvents(lines []string) (events []event, ok bool) {
	for _, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		var e event
		d := json.NewDecoder(bytes.NewReader([]byte(line)))
		if d.Decode(&e) != nil || d.More() || e.Event == nil {
			return nil, false
		}
		events = append(events, e)
	}
	return events, len(events) > 0
}

// logged is the lines that events log, all of which are of one run.
func logged(events []event) (lines []string, err error) {
	for _, e := range events {
		first := events[0]
		if e.File != first.File || e.Case != first.Case || e.Policy != first.Policy {
			return nil, say.Errorf("it contains more than one run")
		}
		if *e.Event == "log" {
			lines = append(lines, e.Text)
		}
	}
	return lines, nil
}
