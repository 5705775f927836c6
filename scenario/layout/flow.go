package layout

// bracket is an open bracket: where further lines of what is in it stand, and
// where it closes on a line of its own.
type bracket struct{ inner, outer int }

// farRight is the column behind which brackets do not align their lines.
const farRight = 60

// flowPrinter writes what stands in brackets. Lines break where they broke.
type flowPrinter struct {
	*printer
	open []bracket
	last byte // what was written last: a sign, # for a comment, a for a scalar
}

// flow writes a list or mapping in brackets.
func (p *printer) flow(indent int) {
	f := flowPrinter{printer: p, open: []bracket{{inner: indent}}}
	for f.token(); len(f.open) > 1; f.token() {
	}
}

// token writes the next token.
func (f *flowPrinter) token() {
	switch t := &f.tokens[0]; {
	case t.aside():
		f.aside(t)
	case t.sign == ',':
		f.comma()
	case t.sign == ':':
		f.attach(":")
	case t.sign == ']' || t.sign == '}':
		f.closes(t)
	default:
		f.begins(t)
	}
}

func (f *flowPrinter) inner() int { return f.open[len(f.open)-1].inner }

func (f *flowPrinter) aside(t *token) {
	if t.lines == 0 && f.last != '#' { // behind a comma that is left out, it has no line yet
		f.write(" ")
	} else {
		f.breaks(t, f.inner())
	}
	f.write(t.comment)
	f.tokens, f.last = f.tokens[1:], '#'
}

// breaks begins a line. Right behind an opening bracket no blank line comes.
func (f *flowPrinter) breaks(t *token, indent int) {
	f.opened = f.last == '[' || f.last == '{'
	f.newline(t, indent)
}

// attach writes a sign right behind what is before it.
func (f *flowPrinter) attach(sign string) {
	if f.last == '#' {
		f.breaks(&f.tokens[0], f.inner())
	}
	if f.last == ':' {
		f.write(" ") // behind the key of a null that is left out
	}
	f.write(sign)
	f.tokens, f.last = f.tokens[1:], sign[0]
}

// comma writes a comma, if anything comes behind it.
func (f *flowPrinter) comma() {
	comma := f.tokens
	f.tokens = f.tokens[1:]
	if after := f.peek(); after.sign == ']' || after.sign == '}' {
		return
	}
	f.tokens = comma
	f.attach(",")
}

func (f *flowPrinter) closes(t *token) {
	switch {
	case t.lines > 0 || f.last == '#':
		f.opened = true
		f.newline(t, f.open[len(f.open)-1].outer)
	case f.last == ':':
		f.write(" ")
	}
	f.write(string(t.sign))
	f.open, f.tokens, f.last = f.open[:len(f.open)-1], f.tokens[1:], t.sign
}

// begins writes a scalar or an opening bracket.
func (f *flowPrinter) begins(t *token) {
	switch {
	case f.last == 0: // its place is the caller's
	case t.lines > 0 || f.last == '#':
		f.breaks(t, f.inner())
	case f.last == ',' || f.last == ':':
		f.write(" ")
	}
	if t.scalar != nil {
		f.scalar(f.inner(), true)
		f.last = 'a'
		return
	}
	f.write(string(t.sign))
	f.tokens, f.last = f.tokens[1:], t.sign
	f.open = append(f.open, f.opens())
}

// opens is the bracket that was just written: what is in it is aligned behind
// it, if it begins on its line.
func (f *flowPrinter) opens() bracket {
	if next := &f.tokens[0]; next.lines == 0 && !next.aside() && f.column <= farRight {
		return bracket{inner: f.column, outer: f.column - 1}
	}
	return bracket{inner: f.inner() + step, outer: f.inner()}
}
