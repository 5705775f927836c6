package scenario_test

import (
	"testing"

	"evsim/model"
	"evsim/program"
)

// BenchmarkCallbacks is the cost of one callback of each everlasting program,
// interpreter and model together.
func BenchmarkCallbacks(b *testing.B) {
	for _, name := range []string{"timers", "immediates", "ticks", "microtasks", "promises", "sockets"} {
		b.Run(name, func(b *testing.B) {
			p, err := model.Lookup("node22")
			if err != nil {
				b.Fatal(err)
			}
			s := parse(b, everlastingSource(everlasting[name].script))
			world := s.World
			world.Limits.Callbacks, world.Limits.Turns = int64(b.N), int64(b.N)+10
			b.ReportAllocs()
			b.ResetTimer()
			s.In(p, &world).Run(program.Options{})
		})
	}
}
