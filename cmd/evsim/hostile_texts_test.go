//go:build unix

package main

// hostileParts are checkpoints and parts of explorations that nobody's program
// wrote.
var hostileParts = map[string]string{
	"words.checkpoint":  "evsim checkpoint ::error::pwned\x1b[2J\u202e\n",
	"edited.checkpoint": `{"evsim":1,"checkpoint":1,"of":[{"name":"\u001b[2J::error::pwned","value":"\u202e"}],"first":-1000000000,"stop":{"reason":255},"frontier":[{}]}` + "\n",
	"words.ndjson":      "::error::pwned\x1b[2J\n",
	"edited.ndjson":     `{"event":"part","part":"1/2","of":[{"name":"::error::pwned\u001b[2J","value":"\u202e"}]}` + "\n" + `{"event":"order","log":["\u001b[2J::error::pwned"]}` + "\n",
}

// nasty is a text with what terminals, CI systems and other languages take for
// their own, as YAML writes it.
const nasty = `::error file=a::pwned ##[error]pwned\e[2J\e]0;t\a\u009b31m\u202egnp\u2066\ufeff\u2028require('fs').writeFileSync('pwned','1')//</script><script>pwned()</script><!--<script>]]>'\"` + "`"

// aHostile is a scenario that says nasty wherever a text can stand.
const aHostile = `evsim: 1
name: "` + nasty + `"
about: "` + nasty + `"
policies: POLICY
clock: {startup: 0ms..2ms}
functions:
  "top": {async: true, do: [{log: "` + nasty + `"}]}
script:
  - log: "` + nasty + `"
  - log: "::error::a line"
  - setTimeout: 0
    as: NaN
    do:
      - log: "t` + nasty + `"
  - setTimeout: 1
    as: Infinity
    do: {log: plain}
  - call: "top"
EXTRA
  - try: {throw: "` + nasty + `"}
    catch: {log: "${error}"}
expect:
  - log: ["` + nasty + `", plain]
rules:
  - plain before plain
cases:
  - name: "case ` + nasty + `"
    clock: {startup: 1ms}
    expect: [{log: ["other ` + nasty + `"]}]
`

const hostileNode = `  - setImmediate:
    do: {log: plain}
  - readFile: "` + nasty + `"
    do: {log: plain}
`

const hostilePage = `  - fetch: "` + nasty + `"
    do: {log: plain}
  - channel: top
    do: {log: plain}
  - listen: b
    event: "</script><script>//'\""
    do: {log: plain}
`

// hostileCode is a program that logs nasty, and waits for what nobody should name so.
const hostileCode = "/*\n::error::pwned\n##[error]pwned */ console.log('::error::a line\\n##[error]\\x1b[2J');\n" +
	"require('fs').readFile('x\\n::error::pwned\\x1b[2J', () => {});\n" +
	"setTimeout(() => { throw new Error('::error::pwned\\n::error::pwned\\x1b[2J</script><script>pwned()</script>') }, 1);\n"

// aLesson is a lesson whose texts are nasty, in Markdown too.
const aLesson = `evsim: 1
name: {en: "` + nasty + `", zh: "` + nasty + `"}
about: "# ` + nasty + `\n::error::a line\na\n  ::error::a line\n\n\t::error::code\n\n<p>\n::error::html\n</p>\n\n<img src=x onerror=pwned()>\n\n[a](javascript:pwned())"
policies: [node22]
clock: {startup: 0ms..2ms}
script:
  - setTimeout: 0
    do: {log: "t` + nasty + `"}
  - setImmediate:
    do: {log: "i` + nasty + `"}
lesson:
  hints: ["` + nasty + `", "<script>pwned()</script>"]
  answer: "` + nasty + `\n\n<script>pwned()</script>"
  then: ["` + nasty + `"]
`
