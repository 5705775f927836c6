package scenario

import "strings"

// The holes that every text may have. Their names cannot be those of marks.
var holes = []string{"now", "n", "error", "frame"}

// template reads a text with holes.
func (p *parser) template(n *node, taker string, in scope) TextID {
	text, ok := p.line(n, "what "+code(taker)+" takes")
	if !ok {
		p.broken = true
		return None
	}
	prog := &p.sc.Script
	id := TextID(len(prog.Texts))
	prog.Texts = append(prog.Texts, Text{Parts: p.parts(n, text, in)})
	return id
}

// parts takes a text apart at its holes. `$${` is the text `${`.
func (p *parser) parts(n *node, text string, in scope) []TextPart {
	before, rest, found := strings.Cut(text, "${")
	if !found {
		return []TextPart{{Text: text, Mark: None}}
	}
	var parts []TextPart
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

func appendFixed(parts []TextPart, fixed *strings.Builder) []TextPart {
	if fixed.Len() > 0 {
		parts = append(parts, TextPart{Text: fixed.String(), Mark: None})
		fixed.Reset()
	}
	return parts
}

// hole reads the name in `${name}`.
func (p *parser) hole(n *node, name string, in scope) TextPart {
	part := TextPart{Mark: None}
	switch name {
	case "now":
		part.Hole = HoleNow
	case "n":
		part.Hole = HoleCount
	case "error":
		part.Hole = HoleError
		if !in.caught {
			p.failIn(n, "${error}", "`${error}` outside of a `catch` or `on` body", "")
		}
	case "frame":
		part.Hole = HoleFrame
		if !in.framed {
			p.failIn(n, "${frame}", "`${frame}` outside of the body of `requestAnimationFrame`", "")
		}
	default:
		part.Hole = HoleMark
		part.Mark = p.useName(n, name, useHole, "", kindsOf(HandleMark))
	}
	return part
}
