package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"evsim/internal/replace"
)

// record is one measurement: where it was made, and what each subject took in
// each of its processes.
type record struct {
	file    string // without its folder; "" if it was not read from one
	when    time.Time
	machine string
	tools   string // the versions of Go, of Node and of Spin
	load    string // of the machine: as it began, and as it ended
	numbers results
}

// Limits of what is read as a record.
const (
	maxRecord  = 1 << 20 // bytes
	maxRecords = 1000
)

// The first lines of a record.
var headings = []string{"when", "machine", "tools", "load"}

// text is the record as a file has it: its head, and a line for each subject.
func (r record) text() string {
	var out strings.Builder
	for i, value := range []string{r.when.UTC().Format(time.RFC3339), r.machine, r.tools, r.load} {
		fmt.Fprintf(&out, "%s\t%s\n", headings[i], value)
	}
	for _, key := range slices.Sorted(maps.Keys(r.numbers)) {
		out.WriteString(key)
		for _, x := range r.numbers[key] {
			out.WriteString("\t" + strconv.FormatFloat(x, 'g', 6, 64))
		}
		out.WriteString("\n")
	}
	return out.String()
}

// parseRecord reads what text writes.
func parseRecord(file, text string) (record, error) {
	r := record{file: filepath.Base(file), numbers: results{}}
	head := make(map[string]string)
	number := 0
	for line := range strings.Lines(text) {
		number++
		key, rest, found := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !found || key == "" {
			return record{}, fmt.Errorf("%s:%d: a line is a name and what was measured, with tabs between them", file, number)
		}
		if number <= len(headings) {
			if key != headings[number-1] {
				return record{}, fmt.Errorf("%s:%d: %q in the place of %q", file, number, key, headings[number-1])
			}
			head[key] = rest
			continue
		}
		if _, twice := r.numbers[key]; twice {
			return record{}, fmt.Errorf("%s:%d: %s has two lines", file, number, key)
		}
		for field := range strings.SplitSeq(rest, "\t") {
			x, err := strconv.ParseFloat(field, 64)
			if err != nil || !(x > 0) || math.IsInf(x, 0) {
				return record{}, fmt.Errorf("%s:%d: %q is no number above 0", file, number, field)
			}
			r.numbers.add(key, x)
		}
	}
	var err error
	if r.when, err = time.Parse(time.RFC3339, head["when"]); err != nil {
		return record{}, fmt.Errorf("%s:1: %q is no time such as 2026-01-31T09:30:00Z", file, head["when"])
	}
	r.machine, r.tools, r.load = head["machine"], head["tools"], head["load"]
	if len(r.numbers) == 0 {
		return record{}, fmt.Errorf("%s: nothing was measured", file)
	}
	return r, nil
}

func readRecord(file string) (record, error) {
	if info, err := os.Stat(file); err == nil && info.Size() > maxRecord {
		return record{}, fmt.Errorf("%s: a record has at most %d bytes", file, maxRecord)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return record{}, fmt.Errorf("a record: %w", err)
	}
	return parseRecord(file, string(text))
}

// records are measurements, the oldest first.
type records []record

// readRecords reads all that a folder has; a folder that is not there has none.
func readRecords(folder string) (records, error) {
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the records: %w", err)
	}
	if len(entries) > maxRecords {
		return nil, fmt.Errorf("%s: more than %d records", folder, maxRecords)
	}
	var all records
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) != ".txt" {
			continue
		}
		r, err := readRecord(filepath.Join(folder, entry.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b record) int { return cmp.Or(a.when.Compare(b.when), cmp.Compare(a.file, b.file)) })
	return all, nil
}

// keep writes a record into a folder, by the time at which it was begun.
func (r record) keep(folder string) (file string, err error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", fmt.Errorf("the records: %w", err)
	}
	file = filepath.Join(folder, r.when.UTC().Format("2006-01-02T150405Z")+".txt")
	if err := replace.Write(file, []byte(r.text())); err != nil {
		return "", fmt.Errorf("the record: %w", err)
	}
	return file, nil
}

// value is what a record says of a subject: the least of its processes, since what
// else a machine does only makes them slower.
func (r record) value(key string) (x float64, ok bool) {
	if len(r.numbers[key]) == 0 {
		return 0, false
	}
	return slices.Min(r.numbers[key]), true
}

// ratio is how often one subject goes into another, in the same record.
func (r record) ratio(a, b string) (x float64, ok bool) {
	over, there := r.value(a)
	under, there2 := r.value(b)
	if !there || !there2 {
		return 0, false
	}
	return over / under, true
}

// values are what the records say that have the subject.
func (rs records) values(key string) []float64 {
	return slices.Concat(rs.byMachine(func(r record) (float64, bool) { return r.value(key) })...)
}

// ratios are those of the records that have both subjects.
func (rs records) ratios(a, b string) []float64 {
	return slices.Concat(rs.byMachine(func(r record) (float64, bool) { return r.ratio(a, b) })...)
}

// byMachine is what the records of each machine say, in the order of rs.machines. The
// list of a machine may be empty.
func (rs records) byMachine(of func(record) (float64, bool)) [][]float64 {
	machines := rs.machines()
	found := make([][]float64, len(machines))
	for _, r := range rs {
		if x, ok := of(r); ok {
			at := slices.Index(machines, r.machine)
			found[at] = append(found[at], x)
		}
	}
	return found
}

// machines are those on which something was measured, in order of their names.
func (rs records) machines() []string {
	var found []string
	for _, r := range rs {
		found = append(found, r.machine)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// without are the records that are not in this file.
func (rs records) without(file string) records {
	return slices.DeleteFunc(slices.Clone(rs), func(r record) bool { return r.file == filepath.Base(file) })
}

// having are the records that have a subject whose name begins so.
func (rs records) having(prefix string) records {
	var found records
	for _, r := range rs {
		for key := range r.numbers {
			if strings.HasPrefix(key, prefix) {
				found = append(found, r)
				break
			}
		}
	}
	return found
}

// distinct are the different things that records say, in order.
func (rs records) distinct(of func(record) string) string {
	var found []string
	for _, r := range rs {
		if text := of(r); text != "" && !slices.Contains(found, text) {
			found = append(found, text)
		}
	}
	return strings.Join(found, "; ")
}

// usualRatio and usualTime are how far ratios of one subject, and times of one
// subject, usually deviate.
func (rs records) usualRatio() deviations {
	return rs.usual(func(w workload, s subject) [][]float64 {
		return rs.byMachine(func(r record) (float64, bool) { return r.ratio(s.key, w.against) })
	})
}

func (rs records) usualTime() deviations {
	return rs.usual(func(_ workload, s subject) [][]float64 {
		return rs.byMachine(func(r record) (float64, bool) { return r.value(s.key) })
	})
}

func (rs records) usual(of func(workload, subject) [][]float64) deviations {
	var all [][][]float64
	for _, w := range workloads() {
		for _, s := range w.subjects {
			if s.key != w.against {
				all = append(all, of(w, s))
			}
		}
	}
	return usual(all)
}
