package js

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"

	"evsim/internal/say"
	"evsim/model"
	"evsim/sim"
)

// part is what some releases of Node have, and evsim has not.
type part struct {
	module string // "": the global object
	appearance
	until  int    // the first line of releases without it; 0: each later one has it
	values bool   // these are no functions
	pages  string // the browsers that have it where no release of Node has
}

func (p part) in(policy model.Policy) bool {
	return p.appearance.in(policy) && (p.until == 0 || !since(policy, p.until))
}

// nodePart is a part that Node has from some release on.
func nodePart(module, from, names string) part {
	return part{module: module, appearance: appearance{from: from, names: names}}
}

func (p part) upTo(line int) part { p.until = line; return p }

func (p part) constants() part { p.values = true; return p }

// lackingParts are what evsim has not of what it has. Each name was asked for in 90
// releases of Node, from 10.24 to 26.5 and on both sides of each change that is listed.
// Not among them are process.binding and process.getBuiltinModule, which packages call
// to see what is there (lodash, core-js): to those evsim is a release without them.
var lackingParts = [...]part{
	nodePart("", "10.0", "Atomics Buffer Intl SharedArrayBuffer URL URLSearchParams WebAssembly"),
	nodePart("", "10.0", "GLOBAL root").upTo(14),
	nodePart("", "11.0", "TextDecoder TextEncoder"),
	nodePart("", "18.0", "Blob BroadcastChannel ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy DecompressionStream FormData Headers ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader Request Response TextDecoderStream TextEncoderStream TransformStream TransformStreamDefaultController WritableStream WritableStreamDefaultController WritableStreamDefaultWriter"),
	nodePart("", "18.8", "Performance"),
	nodePart("", "19.0", "PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming"),
	nodePart("", "19.0", "Crypto CryptoKey SubtleCrypto"),
	nodePart("", "20.0", "File"),
	nodePart("", "21.0", "Navigator navigator"),
	nodePart("", "22.0", "WebSocket"),
	nodePart("", "23.0", "CloseEvent"),
	nodePart("", "24.0", "URLPattern AsyncDisposableStack DisposableStack Float16Array SuppressedError"),
	nodePart("", "25.0", "ErrorEvent Storage localStorage sessionStorage"),
	nodePart("", "26.0", "QuotaExceededError Temporal"),
	nodePart("crypto", "10.0", "createCipher createDecipher").upTo(22),
	nodePart("crypto", "10.0", "createCipheriv createDecipheriv createDiffieHellman createDiffieHellmanGroup createECDH createHash createHmac createSign createVerify getCiphers getCurves getDiffieHellman getHashes pbkdf2Sync generateKeyPair generateKeyPairSync privateDecrypt privateEncrypt pseudoRandomBytes publicDecrypt publicEncrypt randomBytes randomFill randomFillSync scryptSync timingSafeEqual Cipheriv Decipheriv DiffieHellman ECDH Hash Hmac Sign Verify"),
	nodePart("crypto", "11.6", "createPrivateKey createPublicKey createSecretKey"),
	nodePart("crypto", "11.13", "KeyObject"),
	nodePart("crypto", "10.0", "setEngine getFips setFips Certificate DiffieHellmanGroup prng rng"),
	nodePart("crypto", "10.0", "fips constants").constants(),
	nodePart("crypto", "12.17 13.9", "diffieHellman"),
	nodePart("crypto", "12.19 14.10", "randomInt"),
	nodePart("crypto", "15.6", "X509Certificate checkPrime checkPrimeSync generatePrime generatePrimeSync getCipherInfo secureHeapUsed"),
	nodePart("crypto", "12.0", "sign verify"),
	nodePart("crypto", "15.0", "hkdf hkdfSync generateKey generateKeySync"),
	nodePart("crypto", "15.0", "webcrypto").constants(),
	nodePart("crypto", "17.4", "subtle").constants(),
	nodePart("crypto", "17.4", "getRandomValues"),
	nodePart("crypto", "20.12 21.7", "hash"),
	nodePart(webCrypto, "19.0", "getRandomValues"),
	nodePart(webCrypto, "19.0", "subtle").constants(),
	nodePart("dns", "10.0", "lookupService Resolver setServers getServers resolve resolveAny resolve4 resolve6 resolveCname resolveMx resolveNs resolveTxt resolveSrv resolvePtr resolveNaptr resolveSoa reverse"),
	nodePart("dns", "10.0", "ADDRCONFIG V4MAPPED NODATA FORMERR SERVFAIL NOTFOUND NOTIMP REFUSED BADQUERY BADNAME BADFAMILY BADRESP CONNREFUSED TIMEOUT EOF FILE NOMEM DESTRUCTION BADSTR BADFLAGS NONAME BADHINTS NOTINITIALIZED LOADIPHLPAPI ADDRGETNETWORKPARAMS CANCELLED").constants(),
	nodePart("dns", "14.18 16.4", "setDefaultResultOrder"),
	nodePart("dns", "14.17 15.0", "resolveCaa"),
	nodePart("dns", "18.17 20.1", "getDefaultResultOrder"),
	nodePart("dns", "22.15 23.9", "resolveTlsa"),
	nodePart("dns/promises", "15.0", "lookupService Resolver setServers getServers resolve resolveAny resolve4 resolve6 resolveCname resolveMx resolveNs resolveTxt resolveSrv resolvePtr resolveNaptr resolveSoa reverse"),
	nodePart("events", "12.16 13.4", "captureRejections").constants(),
	nodePart("events", "16.14 17.4", "EventEmitterAsyncResource"),
	nodePart("events", "18.18 20.5", "addAbortListener"),
	nodePart("fs", "10.0", "appendFile appendFileSync accessSync chown chownSync chmod chmodSync close closeSync copyFile copyFileSync createReadStream createWriteStream exists fchown fchownSync fchmod fchmodSync fdatasync fdatasyncSync fstat fstatSync fsync fsyncSync ftruncate ftruncateSync futimes futimesSync lchown lchownSync link linkSync lstat lstatSync mkdir mkdirSync mkdtemp mkdtempSync open openSync readdir readdirSync read readSync readFileSync readlink readlinkSync realpath realpathSync rename renameSync rmdir rmdirSync statSync symlink symlinkSync truncate truncateSync unwatchFile unlink unlinkSync utimes utimesSync watch watchFile writeFile writeFileSync write writeSync Dirent Stats ReadStream WriteStream"),
	nodePart("fs", "10.0", "constants").constants(),
	nodePart("fs", "10.0", "F_OK R_OK W_OK X_OK").constants().upTo(25),
	nodePart("fs", "10.0", "FileReadStream FileWriteStream"),
	nodePart("fs", "12.17 13.13", "readv readvSync"),
	nodePart("fs", "12.19 14.5", "lutimes lutimesSync"),
	nodePart("fs", "19.8", "openAsBlob"),
	nodePart("fs", "12.12", "opendir opendirSync Dir"),
	nodePart("fs", "12.9", "writev writevSync"),
	nodePart("fs", "14.14", "rm rmSync"),
	nodePart("fs", "16.7", "cp cpSync"),
	nodePart("fs", "18.15 19.6", "statfs statfsSync"),
	nodePart("fs", "22.0", "glob globSync"),
	nodePart("fs/promises", "14.0", "copyFile open opendir rename truncate rmdir mkdir readdir readlink symlink lstat link unlink chmod lchown chown utimes realpath mkdtemp writeFile appendFile"),
	nodePart("fs/promises", "14.5", "lutimes"),
	nodePart("fs/promises", "14.14", "rm"),
	nodePart("fs/promises", "14.18 15.9", "watch"),
	nodePart("fs/promises", "16.7", "cp"),
	nodePart("fs/promises", "16.17 18.4", "constants").constants(),
	nodePart("fs/promises", "18.15 19.6", "statfs"),
	nodePart("fs/promises", "22.0", "glob"),
	nodePart("perf_hooks", "10.0", "PerformanceObserver"),
	nodePart("perf_hooks", "10.0", "constants").constants(),
	nodePart("perf_hooks", "16.7", "PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserverEntryList"),
	nodePart("perf_hooks", "11.10", "monitorEventLoopDelay"),
	nodePart("perf_hooks", "14.18 15.9", "createHistogram"),
	nodePart("process", "10.0", "chdir umask dlopen getuid geteuid getgid getegid getgroups setUncaughtExceptionCaptureCallback hasUncaughtExceptionCaptureCallback cpuUsage eventNames rawListeners"),
	nodePart("process", "10.0", "initgroups openStdin setegid seteuid setgid setgroups setuid"),
	nodePart("process", "10.0", "assert").upTo(23),
	nodePart("process", "10.0", "stdin config allowedNodeEnvironmentFlags debugPort features moduleLoadList ppid").constants(),
	nodePart("process", "12.6", "resourceUsage"),
	nodePart("process", "12.17 14.0", "report").constants(),
	nodePart("process", "14.18 16.6", "setSourceMapsEnabled"),
	nodePart("process", "16.14 17.3", "getActiveResourcesInfo"),
	nodePart("process", "18.15 19.6", "constrainedMemory"),
	nodePart("process", "10.0", "assert").upTo(23),
	nodePart("process", "10.0", "mainModule").constants(),
	nodePart("process", "18.19 20.7", "sourceMapsEnabled").constants(),
	nodePart("process", "20.12 21.7", "loadEnvFile"),
	nodePart("process", "20.13 22.0", "availableMemory"),
	nodePart("process", "22.14 23.6", "ref unref"),
	nodePart("process", "22.15 23.11", "execve"),
	nodePart("process", "22.19 23.9", "threadCpuUsage"),
	nodePart("process", "25.9", "addUncaughtExceptionCaptureCallback"),
	nodePart("process", "22.5", "finalization").constants(),
	nodePart("timers", "10.0", "active enroll unenroll").upTo(24),
	nodePart("timers", "20.12 21.6", "promises").constants(),
	nodePart("util", "10.0", "getSystemErrorName TextDecoder TextEncoder"),
	nodePart("util", "10.0", "isBoolean isBuffer isNull isNullOrUndefined isNumber isString isSymbol isUndefined isRegExp isObject isDate isError isFunction isPrimitive log").upTo(23),
	nodePart("util", "14.17 16.0", "getSystemErrorMap"),
	nodePart("util", "14.18 16.8", "toUSVString"),
	nodePart("util", "18.11", "transferableAbortController transferableAbortSignal"),
	nodePart("util", "22.12 23.1", "getSystemErrorMessage"),
	nodePart("util", "22.15 23.11", "diff"),
	nodePart("util", "22.19 24.6", "setTraceSigInt"),
	nodePart("util", "16.17 18.3", "parseArgs"),
	nodePart("util", "18.13 19.1", "MIMEType MIMEParams"),
	nodePart("util", "18.16 19.7", "aborted"),
	nodePart("util", "20.12 21.7", "styleText parseEnv"),
	nodePart("util", "22.12 23.3", "getCallSites"),
}

// webCrypto stands for the global object crypto.
const webCrypto = "crypto of the web"

// givesLacking gives a module what ends the run where the program comes to it, for
// what the release has of it and evsim has not: a function where it is called, so that
// it can be taken before, as packages do.
func (m *machine) givesLacking(o *goja.Object, module string) {
	for _, p := range lackingParts {
		if p.module != module || !p.in(m.policy) {
			continue
		}
		for name := range strings.FieldsSeq(p.names) {
			if !m.mentions(name) || m.descriptor(o, m.vm.ToValue(name)) != nil {
				continue
			}
			end := m.function(name, 0, func(goja.FunctionCall) goja.Value {
				text := say.Of("evsim does not have `%s` of the module `%s`", name, module)
				if module == webCrypto {
					text = say.Of("evsim does not have `crypto.%s`", name)
				}
				m.lacks(text)
				return goja.Undefined()
			})
			if p.values {
				_ = o.DefineAccessorProperty(name, end, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
			} else {
				_ = o.DefineDataProperty(name, end, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
			}
		}
	}
}

const notDefined = " is not defined"

// lackingGlobal says what evsim does not have where an error of the engine's says that
// a global is not defined which the runtime has; "" where it has none.
func (m *machine) lackingGlobal(message string) say.Text {
	name, ok := between(message, "", notDefined)
	if !ok {
		return ""
	}
	if m.web != nil {
		if pageNames()["window"][name] && m.policy.Name != "chrome69" {
			return say.Of("evsim does not have `%s`, which every page has", name)
		}
		return ""
	}
	for _, p := range lackingParts {
		if p.module == "" && among(" "+p.names+" ", name) && p.in(m.policy) {
			return say.Of("evsim does not have `%s`, which Node has since %s", name, strings.ReplaceAll(p.from, " ", ", "))
		}
	}
	return ""
}

// packageLooks reports whether what was caught is the error of a package that tried a
// global which evsim has not. Packages bring what takes its place then (core-js), so
// to them evsim is a release without it; if nothing catches the error, the run ends.
func (m *machine) packageLooks(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok || !isError(o) || isProxy(o) {
		return false
	}
	text := m.said(o)
	if !strings.HasSuffix(text, notDefined) || m.lackingGlobal(text) == "" {
		return false
	}
	at, ok := m.thrownAt(o)
	return ok && inPackage(at.File)
}

// endsLacking ends the run where an error says that a global is not defined which the
// runtime has: that it were not would be no runtime's answer.
func (m *machine) endsLacking(o *goja.Object, message string) {
	text := m.lackingGlobal(message)
	if text == "" || m.rt.Stopped() {
		return
	}
	stop := sim.Stop{Reason: sim.Abandoned, Label: inCode, Error: text}
	if at, ok := m.thrownAt(o); ok {
		stop.At, stop.Error = at, say.Of("%s (%s)", text, m.shown(at))
	}
	m.rt.Stop(stop)
	m.stopping()
}

// thrownAt is where code of the program made an error.
func (m *machine) thrownAt(o *goja.Object) (sim.Pos, bool) {
	stack, _ := m.ownStack(o)
	for line := range strings.SplitSeq(stack, "\n") {
		found := placedLine().FindStringSubmatch(line)
		if found == nil {
			continue
		}
		row, _ := strconv.Atoi(found[3])
		column, _ := strconv.Atoi(found[4])
		if at := m.program.pos(file.Position{Filename: found[2], Line: row, Column: column}); at.Line > 0 {
			return at, true
		}
	}
	return sim.Pos{}, false
}
