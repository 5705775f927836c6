package syntax

import (
	"regexp"
	"strings"
	"sync"

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
		p.failAt(n, "`functions` are for scripts of statements, and this one is "+diagnostic.Code(n.text), "write the functions there")
	}
	for _, part := range strings.Split(n.text, "/") {
		if part == ".." || strings.HasPrefix(n.text, "/") {
			p.failAt(n, diagnostic.Code(n.text)+" lies outside of the scenario's folder", "name a file beside the scenario or below, such as `./app.js`")
			return
		}
	}
}
