package lint

import "evsim/scenario/script"

// halfTranslated finds texts that lack a language which others of the file have.
func (l *linter) halfTranslated() {
	in := map[bool]bool{} // by whether it is Chinese
	translated := false
	for _, s := range l.Spoken() {
		in[false] = in[false] || s.En != ""
		in[true] = in[true] || s.Zh != ""
		translated = translated || s.En != s.Zh
	}
	if !translated || !in[false] || !in[true] {
		return
	}
	for _, s := range l.Spoken() {
		l.half(s)
	}
}

func (l *linter) half(s script.Spoken) {
	switch {
	case s.En == "" && s.Zh != "":
		l.report(s.Pos, "this text is in Chinese alone, and others are in English, too", "add `en`")
	case s.Zh == "" && s.En != "":
		l.report(s.Pos, "this text is in English alone, and others are in Chinese, too", "add `zh`")
	}
}
