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
		end := flags(rest)
		p.verb, format = "%"+rest[:min(end+1, len(rest))], rest[min(end+1, len(rest)):]
		list = append(list, p)
	}
}

// verbsOf lists the verbs of a format, with their flags, in their order.
func verbsOf(format string) (list []string) {
	if strings.IndexByte(format, '%') < 0 {
		return nil
	}
	if strings.Contains(format, "%[") { // a verb and its index are no part of the format
		for _, p := range piecesOf(format) {
			if p.verb != "" {
				list = append(list, p.verb)
			}
		}
		return list
	}
	for {
		at := strings.IndexByte(format, '%')
		switch {
		case at < 0 || at == len(format)-1:
			return list
		case format[at+1] == '%':
			format = format[at+2:]
			continue
		}
		end := at + 1 + flags(format[at+1:])
		list = append(list, format[at:end+1])
		format = format[end+1:]
	}
}

// flags is how many bytes stand between the percent sign of a verb and its letter.
func flags(verb string) (n int) {
	for n < len(verb)-1 && strings.IndexByte("+-# 0123456789.", verb[n]) >= 0 {
		n++
	}
	return n
}
