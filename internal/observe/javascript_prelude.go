package observe

import (
	"slices"
	"strings"
)

// helper is a function that exported scripts define when they need it.
type helper uint8

const (
	helpLog helper = iota
	helpElapsed
	helpNow
	helpSince
	helpBusy
	helpMessage
	helpLimited
	helpLimitedGenerator
	helpSubclass
	helpPromise
	helpTimes
	helpTimesGiven
	helpReceive
	helpRefuse
	helpRefuseTCP
	helpWork
	helpFile
	helpRead
	helpContext
	helpResize
	helpDatabase
	helpGet
	helperCount
)

// helperSpec is a helper's name and code: for all targets, or for each.
type helperSpec struct {
	name    string
	needs   []helper
	modules [targetCount][]string // by Target: what it needs of Node besides fs
	code    [targetCount]string   // by Target
	own     bool                  // evsim/scenario has it, for a Program
}

func forAll(code string) [targetCount]string { return [targetCount]string{code, code, code, code} }

// ownModule is what package js gives exported scripts for what only scenarios
// have.
const ownModule = "evsim/scenario"

var helpers = [helperCount]helperSpec{
	helpLog: {name: "log", code: [targetCount]string{Node: logNode, VirtualNode: logNode, Browser: `
// One line of the log.
const lines = [];
const log = (text) => { lines.push(text); console.log(text); };`}},

	helpElapsed: {name: "elapsed", own: true, code: [targetCount]string{Node: elapsedNode, VirtualNode: elapsedNode, Browser: `
// Nanoseconds since the start.
const start = performance.now();
const elapsed = () => (performance.now() - start) * 1e6;`}},

	helpNow: {name: "now", needs: []helper{helpElapsed}, code: forAll(`
// Milliseconds since a mark, or since the start, with at most two decimals.
const now = (mark = 0) => Math.round((elapsed() - mark) / 1e4) / 100;`)},

	helpSince: {name: "since", needs: []helper{helpElapsed}, code: [targetCount]string{Browser: `
// A time as milliseconds since the start, with at most two decimals.
const since = (time) => Math.round((time - start) * 100) / 100;`, Program: `
// A time as milliseconds since the start, with at most two decimals.
const since = (time) => Math.round(time * 100) / 100;`}},

	helpBusy: {name: "busy", own: true, code: [targetCount]string{Node: busyLoop, VirtualNode: `
// Lets virtual time pass: the virtual clock knows the path.
const busy = (ms) => fs.accessSync('/__evsim/busy/' + ms);`, Browser: busyLoop}},

	helpMessage: {name: "message", code: forAll(`
// What an error says; anything else is just a value.
const message = (error) => error == null ? 'undefined' : error instanceof Error ? error.message : 'value';`)},

	helpLimited: {name: "limited", code: forAll(`
// A function that does nothing after so many calls.
const limited = (limit, f) => () => limit-- > 0 ? f() : undefined;`)},

	helpLimitedGenerator: {name: "limitedGenerator", code: forAll(`
// A generator that has nothing to yield after so many calls.
const limitedGenerator = (limit, f) => () => limit-- > 0 ? f() : (async function* () {})();`)},

	helpSubclass: {name: "Subclass", code: forAll(`
// Promises that are used as they are by nothing that wants one of class Promise.
class Subclass extends Promise {}`)},

	helpPromise: {name: "promiseOr", code: forAll(`
// What a function returned, if that is a promise; else what was there before.
const promiseOr = (returned, before) => returned instanceof Promise ? returned : before;`)},

	helpTimes: {name: "setIntervalTimes", code: forAll(`
// An interval that clears itself at the end of its n-th run.
function setIntervalTimes(n, callback, delay) {
  const timer = setInterval(() => {
    try { callback(); } finally { if (--n === 0) clearInterval(timer); }
  }, delay);
  return timer;
}`)},

	helpTimesGiven: {name: "setIntervalTimesGiven", code: forAll(`
// An interval that clears itself at the end of its n-th run, and gives its callback arguments.
function setIntervalTimesGiven(n, callback, delay, ...given) {
  const timer = setInterval((...given) => {
    try { callback(...given); } finally { if (--n === 0) clearInterval(timer); }
  }, delay, ...given);
  return timer;
}`)},

	helpReceive: {name: "receive", own: true, modules: [targetCount][]string{Node: {"child_process"}}, code: [targetCount]string{Node: `
// Completes when another process has sent a byte, after so many milliseconds.
function receive(ms, callback, error) {
  const command = (ms === 'never' ? '' : 'sleep ' + ms / 1e3 + '; echo; ') + 'exec cat';
  const child = child_process.spawn('sh', ['-c', command], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.unref();
  child.stdin.unref();
  child.stdout.once('data', () => { child.stdout.unref(); callback(error); });
  const close = (done = () => {}) => child.stdout.destroyed || child.stdout.once('close', done).destroy();
  return { close, ref: () => child.stdout.ref(), unref: () => child.stdout.unref() };
}`, VirtualNode: `
// Completes in the poll phase when the virtual clock has sent a byte, after so
// many milliseconds. The bare handle of a pipe queues no ticks of its own.
const pipes = process.binding('pipe_wrap');
function receive(ms, callback, error) {
  const handle = new pipes.Pipe(pipes.constants.SOCKET);
  handle.open(fs.openSync('/__evsim/net/' + ms, 'r'));
  handle.onread = () => { handle.readStop(); callback(error); };
  handle.readStart();
  return handle;
}`}},

	helpRefuse: {name: "refuse", own: true, modules: [targetCount][]string{Node: {"net"}}, code: [targetCount]string{Node: `
// Fails at once: there is no such pipe.
const refuse = (callback, error) => net.connect('/no/such/socket').once('error', () => callback(error));`, VirtualNode: `
// Fails at once, as there is no such pipe: libuv reports that in the pending phase.
const sockets = process.binding('pipe_wrap');
function refuse(callback, error) {
  const request = new sockets.PipeConnectWrap();
  request.oncomplete = () => callback(error);
  new sockets.Pipe(sockets.constants.SOCKET).connect(request, '/no/such/socket');
}`}},

	helpRefuseTCP: {name: "refuseTCP", own: true, modules: [targetCount][]string{Node: {"net"}}, code: [targetCount]string{Node: `
// Connects to a port on which nothing listens: the kernel reports that to epoll.
function refuseTCP(callback, error) {
  const socket = net.connect(1, '127.0.0.1').once('error', () => callback(error));
  let closed = false;
  const close = (done = () => {}) => {
    if (!closed) socket.once('close', done).destroy();
    closed = true;
  };
  return { close, ref: () => socket.ref(), unref: () => socket.unref() };
}`, VirtualNode: `
// Connects to a port on which nothing listens: the kernel reports that to epoll.
const connections = process.binding('tcp_wrap');
function refuseTCP(callback, error) {
  const handle = new connections.TCP(connections.constants.SOCKET);
  const request = new connections.TCPConnectWrap();
  let failed = false, closed = false;
  // As net.Socket does: epoll would go on reporting a socket that failed.
  request.oncomplete = () => {
    if (closed) return;
    failed = true;
    handle.close();
    callback(error);
  };
  handle.connect(request, '127.0.0.1', 1);
  const close = (done) => {
    if (!closed) (failed ? new connections.TCP(connections.constants.SOCKET) : handle).close(done);
    closed = true;
  };
  return { close, ref: () => handle.ref(), unref: () => handle.unref() };
}`}},

	helpWork: {name: "work", own: true, modules: [targetCount][]string{Node: {"crypto", "dns"}, VirtualNode: {"dns"}}, code: [targetCount]string{Node: `
// One request to the thread pool. How long it takes is the machine's affair.
// No release has the kernel do fs.access, as some do fs.stat (io_uring).
function work(kind, ms, callback, error) {
  const done = () => callback(error);
  if (kind === 'dns') dns.lookup('localhost', done);
  else if (kind === 'crypto') crypto.pbkdf2('', '', 1 + Math.round(1000 * ms), 32, 'sha1', done);
  else fs.access('.', done);
}`, VirtualNode: `
// One request to the thread pool, which the virtual clock completes. It wants
// to know of a request before it is made.
function work(kind, ms, callback, error) {
  const done = () => callback(error);
  fs.accessSync('/__evsim/submit/' + kind);
  if (kind === 'dns') dns.lookup(ms + '.evsim', done);
  else fs.access('/__evsim/work/' + ms, done);
}`}},

	helpFile: {name: "file", modules: [targetCount][]string{Node: {"os", "path"}}, code: [targetCount]string{Node: `
// The path of a file of so many bytes.
function file(bytes) {
  const name = path.join(os.tmpdir(), 'evsim-' + bytes);
  fs.writeFileSync(name, Buffer.alloc(bytes));
  return name;
}`}},

	helpContext: {name: "evaluate", own: true, modules: [targetCount][]string{Node: {"vm"}, VirtualNode: {"vm"}}, code: [targetCount]string{Node: contextNode, VirtualNode: contextNode}},

	helpResize: {name: "resize", code: [targetCount]string{Browser: `
// Makes an element a pixel wider than before.
const resize = ({ style }) => { style.width = (parseFloat(style.width) || 300) + 1 + 'px'; };`}},

	helpDatabase: {name: "database"},

	helpGet: {name: "getRecord", code: [targetCount]string{Browser: `
// Asks for a record. Browsers do not agree on what the error says, but on its name.
function getRecord(store, done) {
  try { store.get(0).onsuccess = done; } catch ({ name }) { throw new Error(name); }
}`}},

	helpRead: {name: "readFile", own: true, code: [targetCount]string{VirtualNode: `
// fs.readFile, which the virtual clock wants to know of before.
const readFile = (path, done) => { fs.accessSync('/__evsim/submit/file'); fs.readFile(path, done); };`}},
}

const logNode = `
// One line of the log, written at once so that nothing is lost at the end.
const log = (text) => fs.writeSync(1, text.replace(/[\\\r\n]/g, (c) => JSON.stringify(c).slice(1, -1)) + '\n');`

const contextNode = `
// Evaluates code in a context that knows what it is given.
function evaluate(mode, known, code) {
  const options = mode === 'shared' ? {} : { microtaskMode: mode };
  vm.runInContext(code, vm.createContext(known, options));
}`

// bootTime stands in front of every script for the virtual clock.
const bootTime = `
// What Node's own start takes: to old releases a timer that was set at time 0 is one that was never set.
fs.accessSync('/__evsim/busy/50');`

const elapsedNode = `
// Nanoseconds since the start.
const start = process.hrtime();
const elapsed = () => { const [s, ns] = process.hrtime(start); return s * 1e9 + ns; };`

const busyLoop = `
// Synchronous work for so many milliseconds.
const busy = (ms) => { for (const end = elapsed() + ms * 1e6; elapsed() < end;); };`

// use notes that a helper is needed and returns its name.
func (e *exporter) use(h helper) string {
	if e.target == Program && h == helpLog {
		return "console.log"
	}
	e.uses[h] = true
	if h == helpBusy && (e.target == Node || e.target == Browser) {
		e.uses[helpElapsed] = true
	}
	for _, other := range helpers[h].needs {
		e.uses[other] = true
	}
	return helpers[h].name
}

// prelude is the helpers that the script uses, in the order of the table.
func (e *exporter) prelude() []string {
	lines := e.imports()
	if e.target == VirtualNode {
		lines = append(lines, code(bootTime)...)
	}
	for h := range helpers {
		if e.uses[h] && helpers[h].code[e.target] != "" && (e.target != Program || !helpers[h].own) {
			lines = append(lines, code(helpers[h].code[e.target])...)
		}
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return lines
}

// code is the lines of a text that begins with an empty one.
func code(text string) []string { return strings.Split(strings.TrimPrefix(text, "\n"), "\n") }

func (e *exporter) imports() []string {
	switch e.target {
	case Browser:
		return nil
	case Program:
		return e.ownImports()
	}
	modules := []string{"fs"}
	for h := range helpers {
		if e.uses[h] {
			modules = append(modules, helpers[h].modules[e.target]...)
		}
	}
	if e.signals && e.target == VirtualNode {
		modules = append(modules, "os")
	}
	slices.Sort(modules)
	modules = slices.Compact(modules)
	var lines []string
	for _, m := range modules {
		lines = append(lines, e.importOf(m, m))
	}
	return lines
}

// importOf is an import of a module, or of names in braces of one.
func (e *exporter) importOf(what, module string) string {
	if e.scenario.World.ESM {
		return "import " + what + " from '" + module + "';"
	}
	return "const " + what + " = require('" + module + "');"
}

// ownImports are what a Program has from evsim.
func (e *exporter) ownImports() (lines []string) {
	var names []string
	for h := range helpers {
		if e.uses[h] && helpers[h].own {
			names = append(names, helpers[h].name)
		}
	}
	if e.readsFiles {
		lines = append(lines, e.importOf("fs", "fs"))
	}
	if names != nil {
		lines = append(lines, e.importOf("{ "+strings.Join(names, ", ")+" }", ownModule))
	}
	return lines
}
