package js

import (
	"testing"

	"evsim/model"
	"evsim/program"
)

// TestExitCodes holds with which code programs end. Each was run on the releases
// that it names.
func TestExitCodes(t *testing.T) {
	const never = "await new Promise(() => {})"
	for _, c := range []struct {
		file, code string
		want       map[string]int
	}{
		// process.exit in a module that is not over (node.unsettled-forced)
		{"a.mjs", "process.exit()", map[string]int{
			"14.10.0": 13, "14.18.3": 13, "14.19.0": 0, "15.14.0": 13, "16.13.2": 13, "16.14.0": 0, "17.3.1": 13, "17.4.0": 0, "20.20.2": 0, "26.10.0": 0}},
		{"a.mjs", "setTimeout(() => process.exit(), 1); " + never, map[string]int{"15.14.0": 13, "16.14.0": 0, "26.10.0": 0}},
		{"a.mjs", "setTimeout(() => process.exit(0), 1); " + never, map[string]int{"15.14.0": 0, "26.10.0": 0}},
		{"a.mjs", "process.on('uncaughtException', () => process.exit()); throw 1", map[string]int{"15.14.0": 13, "17.3.1": 13, "18.20.8": 0}},
		{"a.mjs", "process.on('uncaughtException', () => process.nextTick(() => process.exit())); throw 1", map[string]int{"15.14.0": 0, "17.3.1": 0}},
		// how many jobs later the loader knows that the module is over
		{"a.mjs", after(4), map[string]int{"15.14.0": 13, "16.13.2": 13}},
		{"a.mjs", after(5), map[string]int{"15.14.0": 0, "16.13.2": 13}},
		{"a.mjs", after(7), map[string]int{"16.13.2": 13, "17.3.1": 13}},
		{"a.mjs", after(8), map[string]int{"16.13.2": 0, "17.3.1": 0}},
		{"a.mjs", "await 1; " + after(5), map[string]int{"15.14.0": 13}},
		{"a.mjs", "await 1; " + after(6), map[string]int{"15.14.0": 0}},
		// null is no code, but it was one for the loader
		{"a.mjs", "process.exitCode = null; " + never, map[string]int{"14.18.3": 0, "14.21.3": 13, "15.14.0": 0, "17.4.0": 13, "20.20.2": 13, "26.10.0": 13}},
		{"a.js", "process.exitCode = 3; process.exit(undefined)", map[string]int{"18.20.8": 3, "20.0.0": 0, "26.10.0": 0}},
		{"a.js", "process.exitCode = 3; process.exit(null)", map[string]int{"18.20.8": 3, "20.0.0": 0, "26.10.0": 0}},
		// what counts as false is no code before 20, except 0
		{"a.js", "process.exitCode = 5; process.exit(false)", map[string]int{"10.13.0": 5, "18.20.8": 5, "20.19.5": 1, "26.10.0": 1}},
		{"a.js", "process.exitCode = 5; process.exit('')", map[string]int{"10.13.0": 5, "18.20.8": 5, "20.19.5": 1, "26.10.0": 1}},
		{"a.js", "process.exitCode = 5; process.exit(NaN)", map[string]int{"10.13.0": 5, "18.20.8": 5, "20.19.5": 1, "26.10.0": 1}},
		{"a.js", "process.exitCode = 5; process.exit(0)", map[string]int{"10.13.0": 0, "18.20.8": 0, "26.10.0": 0}},
		{"a.mjs", "process.exit(false)", map[string]int{"15.14.0": 13, "16.20.2": 0}},
		{"a.js", "process.exit(Infinity)", map[string]int{"10.13.0": 0, "18.20.8": 0, "20.19.5": 1}},
		{"a.js", "process.exitCode = 5; process.exit(4n)", map[string]int{"12.22.12": 0, "18.20.8": 0, "26.10.0": 1}},
		{"a.js", "process.exit(4294967299)", map[string]int{"10.13.0": 3, "18.20.8": 3, "26.10.0": 3}},
		// process.exit tells its listeners what it was given
		{"a.js", "process.on('exit', (c) => { process.exitCode = typeof c === 'string' ? 9 : 8 }); process.exit('3')", map[string]int{
			"10.13.0": 9, "18.20.8": 9, "20.19.5": 9, "26.10.0": 8}},
		{"a.js", "process.exitCode = '3'; process.on('exit', (c) => { process.exitCode = typeof c === 'string' ? 9 : 8 })", map[string]int{
			"10.13.0": 8, "18.20.8": 8, "20.19.5": 8, "26.10.0": 8}},
		// a listener of exit takes a code away (node.exit-code)
		{"a.js", "process.exitCode = 4; process.on('exit', () => { process.exitCode = undefined })", map[string]int{
			"10.24.1": 0, "20.20.2": 0, "21.7.3": 0, "22.14.0": 0, "22.15.0": 4, "23.9.0": 0, "23.10.0": 4, "26.10.0": 4}},
		{"a.js", "process.exitCode = 4; process.on('exit', () => { process.exitCode = undefined }); process.exit()", map[string]int{"18.20.8": 0, "26.10.0": 0}},
		{"a.mjs", "process.exitCode = 4; process.on('exit', () => { process.exitCode = undefined }); " + never, map[string]int{
			"18.20.8": 0, "21.7.3": 0, "22.14.0": 13, "22.15.0": 4, "23.9.0": 13, "26.10.0": 4}},
		{"a.mjs", "process.on('exit', () => { process.exitCode = undefined }); " + never, map[string]int{"18.20.8": 0, "22.14.0": 13, "26.10.0": 13}},
		// the loader's listener of exit can be passed, and taken away (node.unsettled-exit)
		{"a.mjs", "process.prependListener('exit', () => { throw 1 }); " + never, map[string]int{"14.21.3": 1, "15.12.0": 1, "18.20.8": 1, "21.7.3": 1, "22.0.0": 1, "22.22.0": 13, "26.10.0": 13}},
		{"a.mjs", "process.removeAllListeners('exit'); " + never, map[string]int{"14.21.3": 0, "15.12.0": 0, "18.20.8": 0, "21.7.3": 0, "22.0.0": 13, "22.22.0": 13, "26.10.0": 13}},
		{"a.mjs", "process.exit(process.listenerCount('exit'))", map[string]int{"14.21.3": 1, "15.12.0": 1, "18.20.8": 1, "21.7.3": 1, "22.0.0": 0, "22.22.0": 0, "26.10.0": 0}},
		{"a.mjs", "let n = 0; process.on('exit', () => { if (n++ === 0) throw 1 }); setTimeout(() => { try { process.exit() } catch {} }, 1); " + never, map[string]int{"14.21.3": 0, "15.12.0": 13, "18.20.8": 0, "21.7.3": 0, "22.0.0": 13, "22.22.0": 13, "26.10.0": 13}},
		{"a.mjs", "let settle; process.on('exit', () => settle()); await new Promise((f) => { settle = f })", map[string]int{"14.21.3": 13, "15.12.0": 13, "18.20.8": 13, "21.7.3": 13, "22.0.0": 0, "22.22.0": 13, "26.10.0": 13}},
		{"a.js", "process.exitCode = 5; process.on('exit', () => { process.exitCode = 7 }); process.on('exit', (c) => { process.exitCode = c })", map[string]int{"10.24.1": 5, "14.21.3": 5, "15.12.0": 5, "18.20.8": 5, "21.7.3": 5, "22.0.0": 5, "22.22.0": 5, "26.10.0": 5}},
		{"a.js", "process.exitCode = 5; process.on('beforeExit', () => { process.exitCode = 7 }); process.on('beforeExit', (c) => { process.exitCode = c })", map[string]int{"10.24.1": 5, "14.21.3": 5, "15.12.0": 5, "18.20.8": 5, "21.7.3": 5, "22.0.0": 5, "22.22.0": 5, "26.10.0": 5}},
		// before Node 20 an exception sees no code that is no whole number of 32 bits
		{"a.js", "process.exitCode = '3'; process.on('exit', () => { throw 1 })", map[string]int{"10.13.0": 1, "18.20.8": 1, "20.19.5": 3, "26.10.0": 3}},
		{"a.js", "process.exitCode = 4.5; process.on('exit', () => { throw 1 })", map[string]int{"10.13.0": 1, "18.20.8": 1, "20.19.5": 1}},
		{"a.js", "process.exitCode = 4294967299; process.on('exit', () => { throw 1 })", map[string]int{"10.13.0": 1, "18.20.8": 1, "20.19.5": 3}},
		{"a.js", "process.exitCode = '3'; process.on('exit', () => { throw 1 }); setTimeout(() => process.exit(), 1)", map[string]int{"10.13.0": 1, "18.20.8": 1, "20.19.5": 3}},
		{"a.js", "process.on('exit', () => { process.exitCode = '5' }); setTimeout(() => { throw 1 }, 1)", map[string]int{"10.13.0": 1, "18.20.8": 1, "20.19.5": 5}},
		{"a.js", "process.exitCode = 3; process.on('exit', () => { throw 1 })", map[string]int{"10.13.0": 3, "18.20.8": 3, "20.19.5": 3}},
		{"a.js", "process.exitCode = -0; process.on('exit', () => { throw 1 })", map[string]int{"10.13.0": 1, "18.20.8": 1, "20.19.5": 0}},
		// process.exit whose listener throws sets no code
		{"a.js", "process.on('exit', () => { throw 2 }); try { process.exit() } catch { setTimeout(() => { throw 3 }) }", map[string]int{"10.24.1": 1, "26.10.0": 1}},
		// an exception that nothing catches while listeners hear of another one
		{"a.js", "process.on('exit', () => { queueMicrotask(() => { throw 2 }); process._tickCallback() }); setTimeout(() => { throw 1 })", map[string]int{
			"12.22.12": 1, "26.8.2": 1, "26.9.0": 134, "26.10.0": 134}},
		// these emit no exit
		{"a.js", "process.on('exit', () => { process.exitCode = 9 }); process.reallyExit(3)", map[string]int{"18.20.8": 3, "26.10.0": 3}},
		{"a.js", "process.on('exit', () => { process.exitCode = 9 }); process.abort()", map[string]int{"18.20.8": 134, "26.10.0": 134}},
		// listeners of exit see the code of an exception
		{"a.js", "process.exitCode = 5; process.on('exit', (c) => { process.exitCode = 10 * c + process.exitCode }); throw 1", map[string]int{"10.24.1": 11, "26.10.0": 11}},
		// what is no code
		{"a.js", "try { process.exitCode = 'abc' } catch (e) { process.exitCode = e.code === 'ERR_INVALID_ARG_TYPE' ? 7 : 8 }", map[string]int{"18.20.8": 0, "20.0.0": 7, "26.10.0": 7}},
		{"a.js", "try { process.exit(1.5) } catch (e) { process.exitCode = e.code === 'ERR_OUT_OF_RANGE' ? 7 : 8 }", map[string]int{"18.20.8": 1, "20.0.0": 7, "26.10.0": 7}},
		{"a.js", "try { process.exitCode = Symbol() } catch (e) { process.exitCode = e.code === 'ERR_INVALID_ARG_TYPE' ? 7 : 8 }", map[string]int{"20.0.0": 7, "26.10.0": 7}},
		{"a.js", "process.exitCode = '12'", map[string]int{"10.24.1": 12, "20.0.0": 12, "26.10.0": 12}},
	} {
		p := load(t, c.file, c.code)
		for release, want := range c.want {
			w := p.world.Clone()
			if _, stop := runUnder(t, p, model.MustLookup("node@"+release), &w, program.Options{}); stop.Code != want {
				t.Errorf("%s: code %d under %s, want %d", c.code, stop.Code, release, want)
			}
		}
	}
}

// after ends the process in the nth job after those that the module queues first.
func after(n int) string {
	code := "process.exit()"
	for range n {
		code = "Promise.resolve().then(() => { " + code + " })"
	}
	return code
}
