package say

import (
	"strconv"
	"strings"
)

// piece is a piece of a format: text, and the verb behind it.
type piece struct {
	text  string
	verb  string // such as `%5.1f`; "": none, only the last has none
	index int    // the explicit index, from 1; 0: none
}

// piecesOf takes a format apart. A `%%` is the text `%`. Linear time.
func piecesOf(format string) (list []piece) {
	var text strings.Builder
	for {
		before, rest, found := strings.Cut(format, "%")
		text.WriteString(before)
		if !found || rest == "" {
			return append(list, piece{text: text.String()})
		}
		if rest[0] == '%' {
			text.WriteByte('%')
			format = rest[1:]
			continue
		}
		p := piece{text: text.String()}
		text.Reset()
		if number, after, ok := strings.Cut(strings.TrimPrefix(rest, "["), "]"); ok && rest[0] == '[' {
			if n, err := strconv.Atoi(number); err == nil {
				p.index, rest = n, after
			}
		}
		end := 0
		for end < len(rest)-1 && strings.IndexByte("+-# 0123456789.", rest[end]) >= 0 {
			end++
		}
		p.verb, format = "%"+rest[:min(end+1, len(rest))], rest[min(end+1, len(rest)):]
		list = append(list, p)
	}
}

// verbsOf lists the verbs of a format, with their flags, in their order.
func verbsOf(format string) (list []string) {
	if strings.IndexByte(format, '%') < 0 {
		return nil
	}
	for _, p := range piecesOf(format) {
		if p.verb != "" {
			list = append(list, p.verb)
		}
	}
	return list
}
