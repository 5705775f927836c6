package js

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/dop251/goja"

	"evsim/clock"
)

// uuid is crypto.randomUUID (RFC 9562, version 4).
func (m *machine) uuid() string {
	a, b := m.random.next(), m.random.next()
	return fmt.Sprintf("%08x-%04x-4%03x-%x%03x-%012x", a>>32, a>>16&0xffff, a&0xfff, 8|b>>62, b>>48&0xfff, b&0xffffffffffff)
}

func (m *machine) bigint(n int64) goja.Value { return m.vm.ToValue(big.NewInt(n)) }

// spanText is a length as console.timeEnd tells it.
func spanText(d clock.Span) string {
	ms := float64(d) / float64(clock.Millisecond)
	if ms >= 1000 {
		return strconv.FormatFloat(ms/1000, 'f', 3, 64) + "s"
	}
	return strconv.FormatFloat(math.Round(ms*1000)/1000, 'f', -1, 64) + "ms"
}
