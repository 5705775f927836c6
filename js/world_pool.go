package js

import (
	"math"
	"net/netip"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"evsim/ecma"
	"evsim/internal/say"
	"evsim/model"
	"evsim/program"
)

// dnsModule is dns. A lookup asks the system, in a thread of the pool; its
// length is that of the host in `network`.
func (m *machine) dnsModule(o *goja.Object) {
	m.method(o, "lookup", 2, func(call goja.FunctionCall) goja.Value {
		host, options, done := m.hostName(call), call.Argument(1), call.Argument(2)
		if len(call.Arguments) == 2 {
			options, done = goja.Undefined(), options
		}
		fn := m.callable("callback", done)
		all := wantsAll(options)
		m.lookup(host, false, func(err, found goja.Value) (goja.Value, error) {
			switch {
			case err != nil:
				return fn(goja.Undefined(), err)
			case all:
				return fn(goja.Undefined(), goja.Null(), m.array([]goja.Value{found}))
			}
			address := found.(*goja.Object)
			return fn(goja.Undefined(), goja.Null(), address.Get("address"), address.Get("family"))
		})
		return goja.Undefined()
	})
	if (appearance{from: "10.6"}).in(m.policy) {
		promises := m.vm.NewObject()
		m.dnsPromises(promises)
		m.promisesOf(o, "dns", promises)
	}
}

// dnsPromises is dns/promises.
func (m *machine) dnsPromises(o *goja.Object) {
	m.method(o, "lookup", 2, func(call goja.FunctionCall) goja.Value {
		host := m.hostName(call)
		id, all := saw(m, m.rt.NewPromise()), wantsAll(call.Argument(1))
		m.lookup(host, true, func(err, found goja.Value) (goja.Value, error) {
			switch {
			case err != nil:
				m.reject(id, err)
			case all:
				m.resolve(id, m.array([]goja.Value{found}))
			default:
				m.resolve(id, found)
			}
			return goja.Undefined(), nil
		})
		return m.promiseObject(id)
	})
}

// hostName is the name that a lookup is given. Without one Node calls back with no address,
// in a tick and with a warning, and since 25 throws.
func (m *machine) hostName(call goja.FunctionCall) string {
	host := call.Argument(0)
	switch {
	case !truth(host):
		m.lacks(say.Of("evsim does not have `%s` without a name", "dns.lookup"))
	case !goja.IsString(host):
		m.throwCoded("TypeError", "ERR_INVALID_ARG_TYPE", `The "hostname" argument must be of type string. Received `+m.received(host))
	}
	return host.String()
}

// wantsAll reports whether the options of a lookup want every address.
func wantsAll(options goja.Value) bool {
	o, ok := options.(*goja.Object)
	return ok && o.Get("all") != nil && o.Get("all").ToBoolean()
}

// lookup finds the address of a host. What is an address already needs no
// thread: it comes back in a tick, or to a promise at once (lib/dns.js,
// lib/internal/dns/promises.js).
func (m *machine) lookup(host string, promised bool, done func(err, found goja.Value) (goja.Value, error)) {
	if at, err := netip.ParseAddr(host); err == nil {
		found := m.addressObject(host, at.Is6())
		if promised {
			_, err := done(nil, found)
			m.rethrow(err)
			return
		}
		m.queue(nodeTick{label: "lookup " + host, run: func() (goja.Value, error) { return done(nil, found) }})
		return
	}
	entry, known := m.entryOf(waitNetwork, host, "dns.lookup("+quoted(host)+")")
	if !known {
		return
	}
	m.inPool("lookup "+host, model.SlowWork, entry, func() (goja.Value, error) {
		if entry.Missing {
			return done(m.notFound(host), nil)
		}
		return done(nil, m.addressObject("192.0.2.1", false))
	})
}

func (m *machine) addressObject(address string, six bool) *goja.Object {
	o := m.vm.NewObject()
	family := 4
	if six {
		family = 6
	}
	_ = o.Set("address", address)
	_ = o.Set("family", family)
	return o
}

// notFound is the error of a host that is not there.
func (m *machine) notFound(host string) goja.Value {
	o := m.newError("Error", "getaddrinfo ENOTFOUND "+host)
	_ = o.Set("errno", -3008)
	_ = o.Set("code", "ENOTFOUND")
	_ = o.Set("syscall", "getaddrinfo")
	_ = o.Set("hostname", host)
	return o
}

// cryptoModule is crypto: what a thread of the pool does, and chance. The
// length of pbkdf2 and of scrypt is that of their name in `io`.
func (m *machine) cryptoModule(o *goja.Object) {
	m.method(o, "randomUUID", 0, func(goja.FunctionCall) goja.Value { return m.vm.ToValue(m.uuid()) })
	m.method(o, "pbkdf2", 6, func(call goja.FunctionCall) goja.Value {
		digest, done := call.Argument(4), call.Argument(5)
		if o, ok := digest.(*goja.Object); ok && isFunction(o) {
			digest, done = goja.Undefined(), digest
		}
		m.demandDigest(digest)
		m.calledBack("callback", done)
		if name := strings.TrimPrefix(strings.ToLower(digest.String()), "rsa-"); !among(digests, name) {
			m.throwCoded("TypeError", "ERR_CRYPTO_INVALID_DIGEST", "Invalid digest: "+digest.String())
		}
		return m.derive("pbkdf2", call, 3, done)
	})
	m.method(o, "scrypt", 4, func(call goja.FunctionCall) goja.Value {
		return m.derive("scrypt", call, 2, call.Argument(max(3, len(call.Arguments)-1)))
	})
}

// digests are the hashes that Node's OpenSSL has, of one release or another, in small letters.
const digests = " md4 md5 md5-sha1 mdc2 ripemd ripemd160 rmd160 sha1 sha224 sha256 sha384 sha512 sha512-224 sha512-256 sha512/224 sha512/256 sha3-224 sha3-256 sha3-384 sha3-512 " +
	"shake128 shake256 blake2b512 blake2s256 sm3 ssl3-md5 ssl3-sha1 whirlpool "

// demandDigest refuses what is no name of a hash.
func (m *machine) demandDigest(v goja.Value) {
	if goja.IsString(v) {
		return
	}
	kinds := "of type string"
	switch {
	case !since(m.policy, 12):
		kinds = "one of type string or null"
	case !since(m.policy, 14):
		kinds = "of type string or null"
	}
	m.throwCoded("TypeError", "ERR_INVALID_ARG_TYPE", `The "digest" argument must be `+kinds+". Received "+m.received(v))
}

// derive derives a key in a thread of the pool. One argument is its length.
func (m *machine) derive(name string, call goja.FunctionCall, lengthAt int, done goja.Value) goja.Value {
	fn := m.calledBack("callback", done)
	length := call.Argument(lengthAt).ToInteger()
	if length < 0 || length > maxKey {
		m.throwCoded("RangeError", "ERR_OUT_OF_RANGE", "evsim derives keys of 0 to 65536 bytes, and this one would have "+call.Argument(lengthAt).String())
	}
	entry, known := m.entryOf(waitIO, name, "crypto."+name)
	if !known {
		return goja.Undefined()
	}
	m.inPool(name, model.PoolWork, entry, func() (goja.Value, error) {
		if entry.Missing {
			return fn(goja.Undefined(), m.newError("Error", orAnonymous(entry.Failure, name+" failed")))
		}
		return fn(goja.Undefined(), goja.Null(), m.key(int(length)))
	})
	return goja.Undefined()
}

// maxKey bounds a derived key, in bytes.
const maxKey = 1 << 16

// key is a derived key: bytes of 0, since no world says what is in it.
func (m *machine) key(length int) goja.Value {
	made, err := m.vm.New(m.kept("Uint8Array"), m.vm.ToValue(length))
	m.rethrow(err)
	return made
}

// inPool has a thread of the pool do something.
func (m *machine) inPool(label string, kind model.OperationKind, entry program.Latency, done func() (goja.Value, error)) {
	m.makeThreads(kind)
	m.node.Start(model.Operation{Kind: kind, Latency: entry.Latency, Trips: 1, Callback: m.add(callback{
		kind: kindNative, label: label, from: m.from(), native: func(ecma.Value) (goja.Value, error) { return done() },
	})})
}

// threadsVariable is the size of the pool (libuv's documentation, "Thread pool work scheduling").
const threadsVariable = "UV_THREADPOOL_SIZE"

// makeThreads comes before an operation starts: the first of the pool makes its threads, as many
// as the environment says by then.
func (m *machine) makeThreads(kind model.OperationKind) {
	if kind > model.FileWork || m.process.pooled {
		return
	}
	m.process.pooled = true
	if m.process.env == nil || !m.mentions(threadsVariable) {
		return
	}
	if v := m.process.env.Get(threadsVariable); v != nil {
		m.node.SetThreads(m.threads(leadingNumber(v.String())))
	}
}

// threads is how many threads the environment asks for, as far as the model knows no lower
// limit. A number below 0 is a large one to libuv (src/threadpool.c, init_threads).
func (m *machine) threads(asked int) int {
	if asked < 0 {
		asked = math.MaxInt32
	}
	if !(appearance{from: "10.20 12.6"}).in(m.policy) { // libuv before 1.30
		return min(asked, 128)
	}
	return asked
}

// leadingNumber is the number with which a text begins, as atoi reads it; 0 without one.
func leadingNumber(text string) int {
	text = strings.TrimLeft(text, " \t\n\v\f\r")
	sign := 0
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") {
		sign = 1
	}
	digits := len(text) - len(strings.TrimLeft(text[sign:], "0123456789"))
	n, _ := strconv.Atoi(text[:digits])
	return n
}
