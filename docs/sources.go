package docs

import (
	"regexp"
	"strings"
	"sync"
)

// Source is a part of where a rule is written down.
type Source struct {
	Text string
	URL  string // where that stands in the web; "" when nowhere
}

// standards are what specifications call their parts, and where these stand.
var standards = []Source{
	{"HTML, perform a microtask checkpoint", html + "webappapis.html#perform-a-microtask-checkpoint"},
	{"HTML, clean up after running script", html + "webappapis.html#clean-up-after-running-script"},
	{"HTML, event loop processing model", html + "webappapis.html#event-loop-processing-model"},
	{"update the rendering", html + "webappapis.html#update-the-rendering"},
	{"HTML, message ports", html + "web-messaging.html#message-ports"},
	{"window post message steps", html + "web-messaging.html#window-post-message-steps"},
	{"broadcasting to other browsing contexts", html + "web-messaging.html#broadcasting-to-other-browsing-contexts"},
	{"HTML, notify about rejected promises", html + "webappapis.html#notify-about-rejected-promises"},
	{"HTML, report an exception", html + "webappapis.html#report-an-exception"},
	{"HTML, run steps after a timeout", html + "timers-and-user-prompts.html#run-steps-after-a-timeout"},
	{"HTML, run the animation frame callbacks", html + "imagebitmap-and-animations.html#run-the-animation-frame-callbacks"},
	{"HTML, task queues", html + "webappapis.html#task-queue"},
	{"HTML, timer initialization steps", html + "timers-and-user-prompts.html#timer-initialisation-steps"},
	{"HTML, user interaction task source", html + "webappapis.html#user-interaction-task-source"},
	{"HTML networking task source", html + "webappapis.html#networking-task-source"},
	{"DOM, dispatch", "https://dom.spec.whatwg.org/#concept-event-dispatch"},
	{"DOM, queue a mutation observer microtask", "https://dom.spec.whatwg.org/#queue-a-mutation-observer-compound-microtask"},
	{"notify mutation observers", "https://dom.spec.whatwg.org/#notify-mutation-observers"},
	{"Fetch", "https://fetch.spec.whatwg.org/"},
	{"Web IDL, long", "https://webidl.spec.whatwg.org/#js-long"},
	{"UI Events", "https://www.w3.org/TR/uievents/"},
	{"Cooperative Scheduling of Background Tasks", "https://www.w3.org/TR/requestidlecallback/"},
	{"invoke idle callback timeout algorithm", "https://www.w3.org/TR/requestidlecallback/#dfn-invoke-idle-callback-timeout-algorithm"},
	{"Prioritized Task Scheduling, effective priority", "https://wicg.github.io/scheduling-apis/#scheduler-task-effective-priority"},
	{"epoll_wait(2)", "https://man7.org/linux/man-pages/man2/epoll_wait.2.html"},
}

const html = "https://html.spec.whatwg.org/multipage/"

// clauses are the anchors of ECMA-262 by the numbers of today's edition.
var clauses = map[string]string{
	"7.4.13": "sec-asynciteratorclose", "9.5": "sec-jobs", "14.7.5.6": "sec-runtime-semantics-forin-div-ofbodyevaluation-lhs-stmt-iterator-lhskind-labelset",
	"14.10.1": "sec-return-statement-runtime-semantics-evaluation", "15.5.5": "sec-generator-function-definitions-runtime-semantics-evaluation",
	"16.2.1.5.3.1": "sec-execute-async-module", "27.1.6.2.3": "sec-%25asyncfromsynciteratorprototype%25.throw",
	"27.1.6.4": "sec-asyncfromsynciteratorcontinuation", "27.2.1.3.2": "sec-promise-resolve-functions", "27.2.1.8": "sec-triggerpromisereactions",
	"27.2.2.1": "sec-newpromisereactionjob", "27.2.2.2": "sec-newpromiseresolvethenablejob", "27.2.3.1": "sec-promise-executor",
	"27.2.4": "sec-properties-of-the-promise-constructor", "27.2.4.7.1": "sec-promise-resolve", "27.2.5.3": "sec-promise.prototype.finally",
	"27.2.5.4.1": "sec-performpromisethen", "27.6.3.2": "sec-asyncgeneratorstart", "27.6.3.4": "sec-asyncgeneratorenqueue",
	"27.6.3.7": "sec-asyncgeneratorunwrapyieldresumption", "27.6.3.8": "sec-asyncgeneratoryield", "27.6.3.9": "sec-asyncgeneratorawaitreturn",
	"27.7.5.1": "sec-async-functions-abstract-operations-async-function-start", "27.7.5.3": "await",
}

// trees are where the files of a project stand, in a version; "" is the newest.
var trees = map[string]func(version, path string) string{
	"Node": func(version, path string) string {
		major, _, _ := strings.Cut(version, ".")
		branch := "main"
		if major != "" {
			branch = "v" + major + ".x"
		}
		return github("nodejs/node", branch, path)
	},
	"libuv": func(version, path string) string {
		branch := "v1.x"
		if version != "" {
			branch = "v" + version
		}
		return github("libuv/libuv", branch, path)
	},
	"Linux":    func(_, path string) string { return github("torvalds/linux", "master", path) },
	"Firefox":  func(_, path string) string { return "https://searchfox.org/mozilla-central/source/" + path },
	"Chromium": func(_, path string) string { return chromium + path },
}

const chromium = "https://source.chromium.org/chromium/chromium/src/+/main:"

// github is a file there, or, for a pattern, the folder that has the files.
func github(repository, branch, path string) string {
	kind := "blob"
	if folder, _, pattern := strings.Cut(path, "/*"); pattern {
		kind, path = "tree", folder
	}
	return "https://github.com/" + repository + "/" + kind + "/" + branch + "/" + path
}

var (
	clause  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^§[\d.]*\d`) })
	project = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(Node|libuv|Linux|Firefox|Chromium|WebKit)\b(?: (\d+(?:\.\d+)*))?`)
	})
	file = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:[\w.*-]+/)+[\w.*-]+\.(?:js|cc|cpp|c|h)\b|^dom_timer\.cc\b`)
	})
)

// Sources is the rule's source in parts, which together are its text. Parts
// that the web has, as far as it is known where, have an address.
func (r Rule) Sources() []Source {
	var out []Source
	s := scanner{}
	plain := 0 // where the text begins that has no address yet
	for at := 0; at < len(r.Source); {
		if !wordBegins(r.Source, at) {
			at++
			continue
		}
		length, url := s.next(r.Source[at:])
		if url != "" {
			if plain < at {
				out = append(out, Source{Text: r.Source[plain:at]})
			}
			out = append(out, Source{r.Source[at : at+length], url})
			plain = at + length
		}
		at += max(length, 1)
	}
	if plain < len(r.Source) {
		out = append(out, Source{Text: r.Source[plain:]})
	}
	return out
}

// wordBegins reports whether a name can begin at a place of a text.
func wordBegins(text string, at int) bool {
	return at == 0 || strings.IndexByte(" (", text[at-1]) >= 0
}

// scanner knows of which project the files are that a source names next.
type scanner struct{ project, version string }

// next is how long the name is with which a text begins, and its address.
func (s *scanner) next(text string) (length int, url string) {
	if number := clause().FindString(text); number != "" {
		if anchor := clauses[strings.TrimPrefix(number, "§")]; anchor != "" {
			return len(number), "https://tc39.es/ecma262/#" + anchor
		}
		return len(number), ""
	}
	if m := project().FindStringSubmatch(text); m != nil {
		s.project, s.version = m[1], m[2]
		return len(m[0]), ""
	}
	if path := file().FindString(text); path != "" && trees[s.project] != nil {
		return len(path), trees[s.project](s.version, strings.Replace(path, "dom_timer.cc", "third_party/blink/renderer/core/scheduler/dom_timer.cc", 1))
	}
	for _, part := range standards {
		if strings.HasPrefix(text, part.Text) {
			return len(part.Text), part.URL
		}
	}
	return 0, ""
}
