package js

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/dop251/goja/file"

	"evsim/internal/escape"
	"evsim/sim"
)

// oneBased is a source map whose columns count from 1, in the generated text and
// in the sources. The format counts from 0 (ECMA-426), and the engine looks
// columns up, and gives them out, as if it counted from 1.
func oneBased(text []byte) ([]byte, error) {
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("the bundle's source map: %w", err)
	}
	mappings, _ := all["mappings"].(string)
	lines := strings.Split(mappings, ";")
	first := true
	for i, line := range lines {
		if line == "" {
			continue
		}
		segment, rest, more := strings.Cut(line, ",")
		numbers, err := decodeVLQ(segment)
		if err != nil {
			return nil, err
		}
		numbers[0]++
		if len(numbers) > 3 && first {
			first = false
			numbers[3]++
		}
		lines[i] = encodeVLQ(numbers)
		if more {
			lines[i] += "," + rest
		}
	}
	all["mappings"] = strings.Join(lines, ";")
	return escape.JSON(all)
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

var errMappings = errors.New("the bundle's source map is broken")

// decodeVLQ is the numbers of a segment: each in digits of five bits, the lowest
// first, a sixth bit where more follow, and the sign in the lowest bit of all.
func decodeVLQ(segment string) ([]int, error) {
	var numbers []int
	value, shift := 0, 0
	for _, c := range []byte(segment) {
		digit := strings.IndexByte(base64Digits, c)
		if digit < 0 || shift > 30 {
			return nil, errMappings
		}
		value |= digit & 31 << shift
		if shift += 5; digit&32 != 0 {
			continue
		}
		if value&1 != 0 {
			value = -value
		}
		numbers = append(numbers, value/2)
		value, shift = 0, 0
	}
	if len(numbers) == 0 || shift != 0 {
		return nil, errMappings
	}
	return numbers, nil
}

func encodeVLQ(numbers []int) string {
	var out []byte
	for _, n := range numbers {
		value := n << 1
		if n < 0 {
			value = -n<<1 | 1
		}
		for more := true; more; {
			digit := value & 31
			if value >>= 5; value > 0 {
				digit |= 32
			} else {
				more = false
			}
			out = append(out, base64Digits[digit])
		}
	}
	return string(out)
}

// pos is a place of the engine as one of a file of the program's.
func (p *Program) pos(at file.Position) sim.Pos {
	if at.Filename == bundleName || at.Line == 0 || isOwn(at) {
		return sim.Pos{}
	}
	return sim.Pos{Line: int32(at.Line), Col: int32(at.Column), File: p.shortName(path.Clean(p.nameOf(at.Filename)))}
}

// shortName is what places have for the name of a file in the bundle.
func (p *Program) shortName(name string) string {
	switch {
	case name == p.title:
		return p.file
	case p.file != "":
		return path.Join(path.Dir(p.file), name)
	}
	return name
}

// nameOf is the name of a file as it is, which the engine may have as an address.
func (p *Program) nameOf(name string) string {
	if p.sources[name] != nil {
		return name
	}
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	return fileName(p.sources, name)
}

// fileName is the name of one of the files as it is, of the name that the bundler
// has for it, where no name has a backslash.
func fileName(sources map[string][]byte, bundled string) string {
	if sources[bundled] != nil {
		return bundled
	}
	for name := range sources {
		if plain := withoutBackslash(name); plain == bundled || plain == "/"+bundled {
			return name
		}
	}
	return bundled
}

func withoutBackslash(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// isOwn reports whether a place is in a module of evsim's own.
func isOwn(at file.Position) bool { return strings.HasPrefix(at.Filename, ownFile) }
