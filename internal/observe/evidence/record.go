package evidence

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"evsim/internal/observe"
	"evsim/scenario"
)

// Mode is how a scenario was run.
type Mode string

// The modes.
const (
	Virtual Mode = "virtual" // under the virtual clock: stamped, once
	Real    Mode = "real"    // in real time, several times
)

// Record is what releases of a runtime were seen to do with a scenario, all of
// them the same.
type Record struct {
	File     string   `json:"file"`           // as it was named, with slashes
	Case     string   `json:"case,omitempty"` // "": the scenario's own world
	Mode     Mode     `json:"mode"`
	Runtime  string   `json:"runtime"`
	Versions []string `json:"versions"`
	Script   string   `json:"script"` // a digest of what ran
	Logs     []Log    `json:"logs"`   // the most frequent first
}

// Log is one log that was seen.
type Log struct {
	Lines   []string `json:"log"`            // of an endless run only the first
	Runs    int      `json:"runs,omitempty"` // Real: how many runs had it
	Code    int      `json:"code,omitempty"`
	Endless bool     `json:"endless,omitempty"` // stopped because it took too long

	Unsettled bool        `json:"unsettled,omitempty"` // a page was not loaded or not visible
	Millis    [][]float64 `json:"ms,omitempty"`        // Real: when each run logged each line, in milliseconds after the script's start
}

// NewRecord is what a runtime did with a script in real time.
func NewRecord(file string, r Runtime, script string, seen []Counted) Record {
	out := Record{File: file, Mode: Real, Runtime: r.Name, Versions: []string{r.Version}, Script: script}
	for _, o := range seen {
		out.Logs = append(out.Logs, newLog(o.Outcome, o.Runs))
	}
	return out
}

// maxEndless is how many lines of an endless log are recorded.
const maxEndless = 20

// newLog is an outcome as it is recorded. Of one that goes on for ever that is
// its beginning.
func newLog(o Outcome, runs int) Log {
	l := Log{Lines: append([]string{}, o.Log...), Runs: runs, Code: o.Code, Endless: o.Endless, Unsettled: o.Unsettled, Millis: o.Millis}
	if l.Endless {
		l.Code, l.Millis = 0, nil
	}
	if l.Endless && !o.Whole {
		l.Lines = l.Lines[:min(len(l.Lines), maxEndless)]
	}
	return l
}

// Outcome is the recorded log as an outcome.
func (l Log) Outcome() Outcome {
	return Outcome{Log: l.Lines, Code: l.Code, Endless: l.Endless, Unsettled: l.Unsettled, Millis: l.Millis}
}

// Read reads records, one JSON object a line.
func Read(from io.Reader) ([]Record, error) {
	var all []Record
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<24)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var r Record
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		if err := d.Decode(&r); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if r.File == "" || len(r.Versions) == 0 || len(r.Logs) == 0 {
			return nil, fmt.Errorf("line %d: %w", n, errors.New("a record needs file, versions and logs"))
		}
		if !r.timely() {
			return nil, fmt.Errorf("line %d: %w", n, errors.New("each run of a log needs a time from 0 to 10^9 ms for each line, or none"))
		}
		all = append(all, r)
	}
	return all, lines.Err()
}

// timely reports whether the times of each log are those of its lines.
func (r Record) timely() bool {
	for _, l := range r.Logs {
		for _, run := range l.Millis {
			if len(run) != len(l.Lines) || slices.ContainsFunc(run, func(ms float64) bool { return !(ms >= 0 && ms <= 1e9) }) {
				return false
			}
		}
	}
	return true
}

// Write writes records in an order of their own, those that are alike as one.
func Write(to io.Writer, all []Record) error {
	w := bufio.NewWriter(to)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, r := range alike(all) {
		if err := e.Encode(r); err != nil {
			return err
		}
	}
	return w.Flush()
}

// alike makes one of records that differ in the version only, and sorts them.
func alike(all []Record) []Record {
	single := Split(all)
	slices.SortFunc(single, Record.compare)
	var out []Record
	for _, r := range single {
		i := slices.IndexFunc(out, func(o Record) bool { return o.sameBut(r) })
		if i < 0 {
			out = append(out, r)
		} else if !slices.Contains(out[i].Versions, r.Versions[0]) {
			out[i].Versions = append(slices.Clip(out[i].Versions), r.Versions[0])
		}
	}
	return out
}

// Split makes a record for each version.
func Split(all []Record) (out []Record) {
	for _, r := range all {
		for _, v := range r.Versions {
			one := r
			one.Versions = []string{v}
			out = append(out, one)
		}
	}
	return out
}

// compare orders records of one version by what was run on what.
func (r Record) compare(o Record) int {
	return cmp.Or(cmp.Compare(r.File, o.File), cmp.Compare(r.Case, o.Case), cmp.Compare(r.Runtime, o.Runtime), cmp.Compare(r.Mode, o.Mode),
		compareVersions(r.Versions[0], o.Versions[0]))
}

func (r Record) sameBut(o Record) bool {
	return r.File == o.File && r.Case == o.Case && r.Runtime == o.Runtime && r.Mode == o.Mode && r.Script == o.Script &&
		slices.EqualFunc(r.Logs, o.Logs, func(a, b Log) bool {
			return slices.Equal(a.Lines, b.Lines) && a.Runs == b.Runs && a.Code == b.Code && a.Endless == b.Endless &&
				a.Unsettled == b.Unsettled && slices.EqualFunc(a.Millis, b.Millis, slices.Equal)
		})
}

// compareVersions orders 9.11.2 before 10.24.1.
func compareVersions(a, b string) int {
	return slices.Compare(numbers(a), numbers(b))
}

func numbers(version string) (out []int) {
	n, in := 0, false
	for _, c := range version + "." {
		switch {
		case c >= '0' && c <= '9':
			n, in = 10*n+int(c-'0'), true
		case in:
			out = append(out, n)
			n, in = 0, false
		}
	}
	return out
}

// Merge puts newer records into older ones: what was run again takes the place
// of what was recorded before.
func Merge(older, newer []Record) []Record {
	type key struct {
		file, world, runtime, version string
		mode                          Mode
	}
	of := func(r Record) key { return key{r.File, r.Case, r.Runtime, r.Versions[0], r.Mode} }
	again := map[key]bool{}
	for _, r := range Split(newer) {
		again[of(r)] = true
	}
	out := Split(newer)
	for _, r := range Split(older) {
		if !again[of(r)] {
			out = append(out, r)
		}
	}
	return alike(out)
}

// Digest is a digest of a scenario as it is exported; its name does not count.
func Digest(s *scenario.Scenario, target observe.Target) (string, error) {
	nameless := *s
	nameless.Name = ""
	script, err := observe.Export(&nameless, target)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(script)))[:12], nil
}
