package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// stated is a ratio as a page states it.
type stated struct{ x, least, most float64 }

// agree writes which ratios of two pages lie outside the spread that the other
// one states; that there are some is an error, and that there are none to compare.
func agree(w io.Writer, before, after string) error {
	var pages [2]map[string]stated
	for i, name := range []string{before, after} {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		pages[i] = ratios(string(text))
	}
	compared, apart := 0, 0
	for _, key := range slices.Sorted(maps.Keys(pages[0])) {
		a := pages[0][key]
		b, there := pages[1][key]
		if !there {
			continue
		}
		if compared++; a.holds(b.x) && b.holds(a.x) {
			continue
		}
		apart++
		fmt.Fprintf(w, "%s: %s (%s to %s), then %s (%s to %s)\n", key,
			figure(a.x), figure(a.least), figure(a.most), figure(b.x), figure(b.least), figure(b.most))
	}
	fmt.Fprintf(w, "%d ratios compared, %d outside\n", compared, apart)
	switch {
	case compared == 0:
		return errors.New("the pages have no ratio in common")
	case apart > 0:
		return errors.New("the pages do not agree")
	}
	return nil
}

func (s stated) holds(x float64) bool { return s.least <= x && x <= s.most }

// ratios are those of a page's tables, by workload and subject.
func ratios(page string) map[string]stated {
	found := make(map[string]stated)
	title := ""
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			title = heading
		}
		cells := strings.Split(line, "|")
		if len(cells) < 8 { // what stands before and behind the row's own, too
			continue
		}
		low, high, _ := strings.Cut(cells[6], " to ")
		x, err := number(cells[5])
		least, err2 := number(low)
		most, err3 := number(high)
		if err == nil && err2 == nil && err3 == nil {
			found[title+", "+strings.TrimSpace(cells[1])] = stated{x, least, most}
		}
	}
	return found
}

// number reads what figure writes.
func number(text string) (float64, error) {
	return strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(text), ",", ""), 64)
}
