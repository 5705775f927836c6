package diagnostic

import "strings"

// LineStarts are the offsets at which the lines of a file begin, as places
// count them.
func LineStarts[T string | []byte](src T) []int {
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

// Line is the n-th line of src, from 1, without its end. It reads src up to
// there, and copies nothing but the line: a file of thousands of lines may have
// something wrong in each.
func Line[T string | []byte](src T, n int32) (string, bool) {
	if n < 1 {
		return "", false
	}
	i, size := NextBreak(src)
	for ; n > 1; n-- {
		if size == 0 {
			return "", false
		}
		src = src[i+size:]
		i, size = NextBreak(src)
	}
	return strings.TrimPrefix(string(src[:i]), "\ufeff"), true
}

// NextBreak finds the first end of a line and its length in bytes; 0 when
// there is none. YAML 1.1 ends lines at more characters than most editors do:
// U+0085 (C2 85), U+2028 (E2 80 A8) and U+2029 (E2 80 A9) in UTF-8.
func NextBreak[T string | []byte](src T) (at, size int) {
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '\n':
			return i, 1
		case '\r':
			if i+1 < len(src) && src[i+1] == '\n' {
				return i, 2
			}
			return i, 1
		case 0xc2:
			if i+1 < len(src) && src[i+1] == 0x85 {
				return i, 2
			}
		case 0xe2:
			if i+2 < len(src) && src[i+1] == 0x80 && (src[i+2] == 0xa8 || src[i+2] == 0xa9) {
				return i, 3
			}
		}
	}
	return len(src), 0
}
