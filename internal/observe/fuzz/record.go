package fuzz

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"evsim/model"
)

// Record is what a sweep of one release came to. With it the programs, and what
// the release did with them, can be told from others without running it again.
type Record struct {
	Version  string         `json:"node"`
	Policy   string         `json:"policy"`
	First    uint64         `json:"first"` // seeds, both included
	Last     uint64         `json:"last"`
	Compared int            `json:"compared"`
	Equal    int            `json:"equal"`
	Endless  int            `json:"endless"` // of those compared: by their beginning
	Skipped  map[string]int `json:"skipped"` // by reason
	Lines    int            `json:"lines"`   // that were logged and compared
	Blocks   []Block        `json:"blocks"`
}

// Block is digests of the programs of BlockSize seeds, and of what they did on
// the real Node.
type Block struct {
	Programs string `json:"programs"`
	Outcomes string `json:"outcomes"`
}

// BlockSize is how many seeds share digests: the fewer, the better a test says
// where something has changed.
const BlockSize = 100

// sum is the digests of one program.
type sum struct{ draft, outcome [sha256.Size]byte }

// sumOf is the digests of a program that did what o says, or was skipped.
func sumOf(c Comparison, o Outcome) sum {
	return sum{sha256.Sum256([]byte(c.Scenario)), sha256.Sum256([]byte(c.Skipped + "\n" + o.String()))}
}

// blocksOf is the digests of the programs of consecutive seeds.
func blocksOf(sums []sum) (out []Block) {
	for some := range slices.Chunk(sums, BlockSize) {
		programs, outcomes := sha256.New(), sha256.New()
		for _, s := range some {
			programs.Write(s.draft[:])
			outcomes.Write(s.outcome[:])
		}
		out = append(out, Block{short(programs.Sum(nil)), short(outcomes.Sum(nil))})
	}
	return out
}

func short(digest []byte) string { return fmt.Sprintf("%x", digest[:6]) }

// Predict is the record of a release that does what the model says, without
// running one. It has no version.
func Predict(p model.Policy, first, last uint64, workers int) Record {
	r := Record{Policy: p.Family(), First: first, Last: last, Skipped: map[string]int{}}
	found := make([]Comparison, last-first+1)
	sums := make([]sum, len(found))
	var all sync.WaitGroup
	for from := range max(1, workers) {
		all.Go(func() {
			for i := from; i < len(found); i += max(1, workers) {
				_, c := Comparer{Policy: p}.predict(Program(first+uint64(i), p, nil))
				sums[i] = sumOf(c, c.Model)
				c.Real, c.Scenario = c.Model, ""
				found[i] = c
			}
		})
	}
	all.Wait()
	for _, c := range found {
		r.add(c)
	}
	r.Blocks = blocksOf(sums)
	return r
}

// add counts a comparison.
func (r *Record) add(c Comparison) {
	if c.Skipped != "" {
		r.Skipped[c.Skipped]++
		return
	}
	r.Compared++
	r.Lines += len(c.Real.Log)
	if c.Agrees() {
		r.Equal++
	}
	if c.Model.Endless {
		r.Endless++
	}
}

// Disagreed is how many programs did something else in the model.
func (r Record) Disagreed() int { return r.Compared - r.Equal }

// ReadRecords reads records, one JSON object a line.
func ReadRecords(from io.Reader) ([]Record, error) {
	var all []Record
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var r Record
		d := json.NewDecoder(strings.NewReader(lines.Text()))
		d.DisallowUnknownFields()
		if err := d.Decode(&r); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if r.First > r.Last || r.Last-r.First >= maxSeeds {
			return nil, fmt.Errorf("line %d: seeds %d to %d", n, r.First, r.Last)
		}
		all = append(all, r)
	}
	return all, lines.Err()
}

// WriteRecords writes records in the order of their versions.
func WriteRecords(to io.Writer, all []Record) error {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b Record) int { return cmp.Compare(a.major(), b.major()) })
	e := json.NewEncoder(to)
	for _, r := range all {
		if err := e.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// major is the version's first number: there is one record for each.
func (r Record) major() int {
	text, _, _ := strings.Cut(r.Version, ".")
	n, _ := strconv.Atoi(text)
	return n
}

// Merge puts a record in the place of that of the same major version.
func Merge(all []Record, r Record) []Record {
	all = slices.DeleteFunc(slices.Clone(all), func(o Record) bool { return o.major() == r.major() })
	return append(all, r)
}

// Document is the table of docs/conformance.md.
func Document(all []Record) string {
	var b strings.Builder
	b.WriteString("| node | policy | seeds | compared | equal | of these never end | lines | disagreed | skipped |\n")
	b.WriteString("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n")
	for _, r := range all {
		fmt.Fprintf(&b, "| %s | %s | %d to %d | %d | %d | %d | %d | %d | %s |\n", r.Version, r.Policy, r.First, r.Last,
			r.Compared, r.Equal, r.Endless, r.Lines, r.Disagreed(), r.skips())
	}
	return b.String()
}

func (r Record) skips() string {
	if len(r.Skipped) == 0 {
		return "none"
	}
	var out []string
	for why, n := range r.Skipped {
		out = append(out, fmt.Sprintf("%d: %s", n, why))
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}
