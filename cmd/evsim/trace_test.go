package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"evsim/internal/testmain"
)

// TestTracesOfTheSeeds draws every third seed scenario, all with EVSIM_SWEEPS=1, under all
// its policies, at most 500 callbacks of each.
func TestTracesOfTheSeeds(t *testing.T) {
	files, err := filepath.Glob("../../scenarios/seeds/*.yaml")
	if err != nil || len(files) < 30 {
		t.Fatal(len(files), err)
	}
	for i, file := range files {
		if i%testmain.Every(3) != 0 {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			checkPerfetto(t, file)
			for _, text := range []string{traced(t, file, "marble"), traced(t, file, "mermaid")} {
				if !strings.Contains(text, "script") {
					t.Errorf("no script in\n%s", text)
				}
			}
			svg := traced(t, file, "svg", "--policy", "node22")
			for d := xml.NewDecoder(strings.NewReader(svg)); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// checkPerfetto holds that a trace has a process for each run of a file. What
// else its format demands is held where it is written.
func checkPerfetto(t *testing.T, file string) {
	t.Helper()
	var whole struct {
		TraceEvents []struct {
			Name string
			Args struct{ Name string }
		}
	}
	if err := json.Unmarshal([]byte(traced(t, file, "perfetto")), &whole); err != nil {
		t.Fatal(err)
	}
	runs := strings.Count(traced(t, file, "mermaid"), "sequenceDiagram\n")
	for _, e := range whole.TraceEvents {
		if e.Name == "process_name" {
			runs--
		}
	}
	if runs != 0 {
		t.Errorf("%d more runs than processes", runs)
	}
}

func traced(t *testing.T, file, format string, more ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	code := newApp(strings.NewReader(""), &out, &errs).execute(t.Context(), append([]string{"trace", file, "--format", format, "--set", "limits.callbacks=500"}, more...))
	if code == unusable && strings.Contains(errs.String(), "is not in node22") {
		return "<svg/>"
	}
	if code != done && code != limited {
		t.Fatalf("exit code %d: %s", code, &errs)
	}
	return out.String()
}
