package changes_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim"
	"evsim/internal/changes"
)

const small = `# Changelog

Text of the head.

## [Unreleased]

- Not yet.

## [1.10.0] - 2026-05-02

### Added

- Ten.

## [1.9.1] - 2026-04-01

- Nine.

## [1.0.0-rc.1] - 2026-01-01

- Nearly one.
`

// TestSince compares versions by their numbers, and leaves nothing out that came after.
func TestSince(t *testing.T) {
	for _, c := range []struct {
		since string
		want  []string
	}{
		{"1.10.0", []string{"Unreleased"}},
		{"v1.10", []string{"Unreleased"}},
		{"1.9.1", []string{"Unreleased", "1.10.0"}},
		{"1.9", []string{"Unreleased", "1.10.0", "1.9.1"}},
		{"1.0.0", []string{"Unreleased", "1.10.0", "1.9.1"}},
		{"1.0.0-rc.1", []string{"Unreleased", "1.10.0", "1.9.1"}},
		{"0.1", []string{"Unreleased", "1.10.0", "1.9.1", "1.0.0-rc.1"}},
		{"2", []string{"Unreleased"}},
	} {
		told, err := changes.Since(small, c.since)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(told) {
			if name, found := strings.CutPrefix(line, "## ["); found {
				got = append(got, name[:strings.Index(name, "]")])
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("since %s: %s", c.since, diff)
		}
	}
	told, err := changes.Since(small, "1.9.1")
	if want := "## [Unreleased]\n\n- Not yet.\n\n## [1.10.0] - 2026-05-02\n\n### Added\n\n- Ten.\n"; told != want || err != nil {
		t.Errorf("%q (%v), not %q", told, err, want)
	}
	for _, bad := range []string{"", "one", "1.2.3.4", "1..2", "Unreleased"} {
		if told, err := changes.Since(small, bad); err == nil {
			t.Errorf("since %q tells %q", bad, told)
		}
	}
}

// TestOwn holds that the project's own changelog can be read so.
func TestOwn(t *testing.T) {
	told, err := changes.Since(evsim.Changelog, "0")
	if err != nil || !strings.HasPrefix(told, "## [Unreleased]") || len(told) < 1000 {
		t.Errorf("%.80q (%v)", told, err)
	}
}
