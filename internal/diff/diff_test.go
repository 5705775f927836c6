package diff_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"evsim/internal/diff"
)

func TestAlign(t *testing.T) {
	for _, test := range []struct {
		want, got []string
		rows      string
	}{
		{nil, nil, "[]"},
		{[]string{"a", "b"}, []string{"a", "b"}, "[{0 0} {1 1}]"},
		{[]string{"a", "b", "c"}, []string{"a", "c"}, "[{0 0} {1 -1} {2 1}]"},
		{[]string{"a", "c"}, []string{"a", "b", "c"}, "[{0 0} {-1 1} {1 2}]"},
		{[]string{"a", "x", "c"}, []string{"a", "y", "c"}, "[{0 0} {1 1} {2 2}]"},
		{nil, []string{"a"}, "[{-1 0}]"},
		{[]string{"a\nb"}, []string{"a", "b"}, "[{0 0} {-1 1}]"},
	} {
		if rows := fmt.Sprint(diff.Align(test.want, test.got)); rows != test.rows {
			t.Errorf("%q and %q: %s, want %s", test.want, test.got, rows, test.rows)
		}
	}
}

// Each line stands in one row, in its order, and of two lines in one row that
// is not marked both are the same.
func TestAlignLosesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		logs := [2][]string{}
		for i := range logs {
			for range r.IntN(12) {
				logs[i] = append(logs[i], string(rune('a'+r.IntN(4))))
			}
		}
		w, g, agree := 0, 0, 0
		for _, row := range diff.Align(logs[0], logs[1]) {
			if row.Want >= 0 && row.Want != w || row.Got >= 0 && row.Got != g || row.Want < 0 && row.Got < 0 {
				t.Fatalf("%q: row %v comes at %d, %d", logs, row, w, g)
			}
			if row.Want >= 0 && row.Got >= 0 && logs[0][w] == logs[1][g] {
				agree++
			}
			if row.Want >= 0 {
				w++
			}
			if row.Got >= 0 {
				g++
			}
		}
		if w != len(logs[0]) || g != len(logs[1]) {
			t.Fatalf("%q: the rows end at %d, %d", logs, w, g)
		}
		if most := common(logs[0], logs[1]); agree < most {
			t.Fatalf("%q: %d rows agree, and %d could", logs, agree, most)
		}
	}
}

// common is the length of the longest common subsequence, by the textbook.
func common(a, b []string) int {
	row := make([]int, len(b)+1)
	for i := range a {
		last := slices.Clone(row)
		for j := range b {
			if a[i] == b[j] {
				row[j+1] = last[j] + 1
			} else {
				row[j+1] = max(last[j+1], row[j])
			}
		}
	}
	return row[len(b)]
}

// Each hunk says where its lines stand in both versions.
func TestHunksSayWhereTheyAre(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	hunks := 0
	for range 500 {
		var before, after []string
		for n := range r.IntN(60) {
			line := fmt.Sprintf("%d\n", n)
			switch r.IntN(12) {
			case 0:
				before = append(before, line)
			case 1:
				after = append(after, line)
			case 2:
				before, after = append(before, line), append(after, "@@ -1,2 +3,4 @@ "+line)
			default:
				before, after = append(before, line), append(after, line)
			}
		}
		patch := diff.Unified("f", []byte(strings.Join(before, "")), []byte(strings.Join(after, "")))
		old, now, place := 0, 0, [2]int{}
		for line := range strings.Lines(patch) {
			switch text := line[1:]; {
			case strings.HasPrefix(line, "---"), strings.HasPrefix(line, "+++"):
			case line[0] == '@':
				from, to, _ := strings.Cut(strings.Trim(line, "@- \n"), " +")
				fmt.Sscan(strings.Split(from, ",")[0], &place[0])
				fmt.Sscan(strings.Split(to, ",")[0], &place[1])
				old, now = place[0]-1, place[1]-1
				hunks++
			default:
				if line[0] != '+' {
					if before[old] != text {
						t.Fatalf("line %d is %q, and not %q:\n%s", old+1, before[old], text, patch)
					}
					old++
				}
				if line[0] != '-' {
					if after[now] != text {
						t.Fatalf("line %d becomes %q, and not %q:\n%s", now+1, after[now], text, patch)
					}
					now++
				}
			}
		}
	}
	if hunks < 600 {
		t.Errorf("only %d hunks", hunks)
	}
}

func ExampleUnified() {
	fmt.Print(diff.Unified("race.yaml", []byte("expect:\n  - log: [a, b]\n"), []byte("expect:\n  - log: [b, a]\n")))
	// Output:
	// --- a/race.yaml
	// +++ b/race.yaml
	// @@ -1,2 +1,2 @@
	//  expect:
	// -  - log: [a, b]
	// +  - log: [b, a]
}
