package syntax

import (
	"regexp"
	"strings"
	"sync"

	"evsim/internal/say"
	"evsim/scenario/diagnostic"
)

// CodeFile matches the names of files of code.
var CodeFile = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^\r\n]+\.[cm]?[jt]s$`)
})

// codeFile reads the name of the file that the scenario runs.
func (p *parser) codeFile(n *node) {
	p.sc.CodeFile, p.sc.CodePos = n.text, n.pos
	if len(p.functions) > 0 {
		p.failAt(n, say.Of("`functions` are for scripts of statements, and this one is %s", diagnostic.Code(n.text)), "write the functions there")
	}
	for _, part := range strings.Split(n.text, "/") {
		if part == ".." || strings.HasPrefix(n.text, "/") {
			p.failAt(n, say.Of("%s lies outside of the scenario's folder", diagnostic.Code(n.text)), "name a file beside the scenario or below, such as `./app.js`")
			return
		}
	}
}
