package lab_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"evsim/internal/lab/answer"
)

// TestDocumentedLimits holds the table of docs/show.md against the limits.
func TestDocumentedLimits(t *testing.T) {
	text, err := os.ReadFile("../../docs/show.md")
	if err != nil {
		t.Fatal(err)
	}
	l := answer.Default()
	work := func(w answer.Work) string {
		return fmt.Sprintf("%s callbacks, %s turns, %s statements", grouped(w.Callbacks), grouped(w.Turns), grouped(w.Statements))
	}
	for _, row := range []string{
		fmt.Sprintf("| a request | %d KiB; its answer %d MiB |", l.Body>>10, l.Answer>>20),
		fmt.Sprintf("| one run | %s; %s events are shown |", work(l.Single), grouped(int64(l.Events))),
		fmt.Sprintf("| each run of an exploration | %s |", work(l.Searched)),
		fmt.Sprintf("| an exploration | %s paths for each runtime, about %d MiB; %d orders have their run in the answer, 2000 are listed |", grouped(int64(l.Paths)), l.Memory>>20, l.Orders),
		fmt.Sprintf("| a prediction | %d lines |", l.Lines),
		fmt.Sprintf("| real time | %.0f s to check, %.0f s to run, %.0f s to explore or to predict, and to say what there is to predict |", l.Check.Seconds(), l.Run.Seconds(), l.Explore.Seconds()),
		fmt.Sprintf("; %d more wait up to %.0f s,", l.Waiting, l.Wait.Seconds()),
		fmt.Sprintf("| DIR | %d files of %d KiB, %d MiB in all;", l.Files, l.FileSize>>10, l.FolderSize>>20),
	} {
		if !strings.Contains(string(text), row) {
			t.Errorf("docs/show.md does not say %s", row)
		}
	}
}

// grouped is a number with a comma before each three digits.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
