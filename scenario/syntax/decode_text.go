package syntax

import (
	"strings"

	"evsim/internal/say"
	"evsim/model"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
)

// The holes that every text may have. Their names cannot be those of marks.
var holes = []string{"now", "n", "error", "frame", "args"}

// template reads a text with holes.
func (p *parser) template(n *node, taker string, in scope) script.TextID {
	if n.kind != nodeText || hasBreak(n.text) {
		p.line(n, say.Of("what %s takes", diagnostic.Code(taker))) // which says what is wrong
		p.broken = true
		return script.None
	}
	prog := &p.sc.Script
	id := script.TextID(len(prog.Texts))
	prog.Texts = append(prog.Texts, script.Text{Parts: p.parts(n, n.text, in)})
	return id
}

// parts takes a text apart at its holes. `$${` is the text `${`.
func (p *parser) parts(n *node, text string, in scope) []script.TextPart {
	before, rest, found := strings.Cut(text, "${")
	if !found {
		return []script.TextPart{{Text: text, Mark: script.None}}
	}
	var parts []script.TextPart
	var fixed strings.Builder
	for found {
		if literal, ok := strings.CutSuffix(before, "$"); ok {
			fixed.WriteString(literal + "${")
		} else if name, after, closed := strings.Cut(rest, "}"); closed {
			fixed.WriteString(before)
			parts = appendFixed(parts, &fixed)
			parts = append(parts, p.hole(n, name, in))
			rest = after
		} else {
			p.broken = true
			p.failIn(n, "${", "a `${` without its `}`", "write `$${` to mean the two characters")
			return nil
		}
		before, rest, found = strings.Cut(rest, "${")
	}
	fixed.WriteString(before)
	return appendFixed(parts, &fixed)
}

func appendFixed(parts []script.TextPart, fixed *strings.Builder) []script.TextPart {
	if fixed.Len() > 0 {
		parts = append(parts, script.TextPart{Text: fixed.String(), Mark: script.None})
		fixed.Reset()
	}
	return parts
}

// hole reads the name in `${name}`.
func (p *parser) hole(n *node, name string, in scope) script.TextPart {
	part := script.TextPart{Mark: script.None}
	switch name {
	case "now":
		part.Hole = script.HoleNow
	case "n":
		part.Hole = script.HoleCount
	case "error":
		part.Hole = script.HoleError
		if !in.caught {
			p.failIn(n, "${error}", "`${error}` outside of a `catch` or `on` body", "")
		}
	case "frame":
		part.Hole = script.HoleFrame
		if !in.framed {
			p.failIn(n, "${frame}", "`${frame}` outside of the body of `requestAnimationFrame`", "")
		}
	case "args":
		part.Hole, part.Text = script.HoleArgs, in.args
		if !in.argued {
			p.failIn(n, "${args}", "`${args}` outside of a callback with arguments", "`setTimeout`, `setInterval`, `setImmediate` and `nextTick` pass the values under `args` to their callbacks")
		}
	default:
		if of, ok := strings.CutSuffix(name, refSuffix); ok {
			part.Hole = script.HoleHasRef
			part.Mark = p.useName(n, of, script.VerbNone, "`hasRef` is of", kindsOf(script.HandleTimer, script.HandleImmediate))
			p.need(some(model.HasRef), "hasRef", n.pos)
			break
		}
		if of, ok := strings.CutSuffix(name, stateSuffix); ok {
			part.Hole = script.HoleReadyState
			part.Mark = p.useName(n, of, script.VerbNone, "`readyState` is of", kindsOf(script.HandleTarget))
			p.requested = append(p.requested, requestUse{part.Mark, n, true})
			break
		}
		part.Hole = script.HoleMark
		part.Mark = p.useName(n, name, useHole, "", kindsOf(script.HandleMark))
	}
	return part
}

// What holes of names end in that are no marks.
const (
	refSuffix   = ".hasRef"
	stateSuffix = ".readyState"
)

// arguments reads what a callback is given.
func (c *call) arguments(n *node) []string {
	if !c.isList(n, "`args`", "such as `[a, b]`") {
		return nil
	}
	args := make([]string, len(n.kids))
	for i := range n.kids {
		args[i], _ = c.line(&n.kids[i], "an argument")
	}
	return args
}

// argumentsText is what JavaScript makes of an array of them.
func argumentsText(n *node) string {
	if n == nil {
		return ""
	}
	args := make([]string, len(n.kids))
	for i := range n.kids {
		args[i] = n.kids[i].text
	}
	return strings.Join(args, ",")
}
