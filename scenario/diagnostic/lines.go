package diagnostic

import "strings"

// LineStarts are the offsets at which the lines of a file begin, as places
// count them.
func LineStarts(src string) []int {
	lines := []int{0}
	for at := 0; ; {
		i, size := NextBreak(src[at:])
		if size == 0 {
			return lines
		}
		at += i + size
		lines = append(lines, at)
	}
}

// Line is the n-th line of src, from 1, without its end.
func Line(src string, n int32) (string, bool) {
	if n < 1 {
		return "", false
	}
	for ; n > 1; n-- {
		_, size := NextBreak(src)
		if size == 0 {
			return "", false
		}
		i, size := NextBreak(src)
		src = src[i+size:]
	}
	i, _ := NextBreak(src)
	return strings.TrimPrefix(src[:i], "\ufeff"), true
}

// NextBreak finds the first end of a line and its length in bytes; 0 when
// there is none. YAML 1.1 ends lines at more characters than most editors do.
func NextBreak(src string) (at, size int) {
	for i, r := range src {
		switch r {
		case '\n':
			return i, 1
		case '\r':
			if strings.HasPrefix(src[i:], "\r\n") {
				return i, 2
			}
			return i, 1
		case '\u0085':
			return i, 2
		case '\u2028', '\u2029':
			return i, 3
		}
	}
	return len(src), 0
}
