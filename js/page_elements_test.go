package js

import (
	"strings"
	"testing"

	"evsim/program"
	"evsim/sim"
)

// TestMembersOfElements: what elements of a tag have and evsim has not ends the run, and is
// neither undefined nor an error of the program's. The rest is what Chromium 156 says.
func TestMembersOfElements(t *testing.T) {
	for text, want := range map[string]string{
		"console.log(new Array(make('input').value, make('input').checked, make('textarea').value, make('input').type, make('button').type, make('img').alt).join())": ",false,,text,submit,",
		"const i = make('input'); i.type = 'checkbox'; i.click(); console.log(i.checked, i.value)":                                                                    "true on",
		"const i = make('input'); i.setAttribute('value', 'a'); console.log(i.value); i.value = 5; console.log(i.value + 1)":                                          "a,51",
		"console.log(make('div').value, make('div').src, make('p').rows)":                                                                                             "undefined undefined undefined",
		"console.log(location.href, location.pathname)":                                                                                                               "https://page.example/ /",

		"make('img').src = '/a'": "!`src of <img>`", "make('canvas').getContext('2d')": "!`getContext of <canvas>`", "make('form').submit()": "!`submit of <form>`",
		"make('video').play()": "!`play of <video>`", "console.log(make('a').href)": "!`href of <a>`", "make('img').setAttribute('src', '/a')": "!`the attribute src of <img>`",
		"document.body.innerHTML = '<img src=\"/a\">'": "!`the attribute src of <img>`", "make('dialog').showModal()": "!`showModal of <dialog>`",
		"const s = make('script'); s.textContent = 'f()'; document.body.append(s)": "!`a <script> that is put into the page`",
		"location.href = '/b'": "!what leaves the page, as `location` does here", "location = '/b'": "!what leaves the page, as `location` does here", "window.location = '/b'": "!what leaves the page, as `location` does here",
		"location.reload()": "!what leaves the page, as `location` does here", "location.hash = 'a'": "!what leaves the page, as `location` does here",
	} {
		p := load(t, "app.js", "const make = (tag) => document.createElement(tag); "+text)
		l, stop := run(t, p, "browser", nil, program.Options{})
		if refused, ends := strings.CutPrefix(want, "!"); ends {
			if len(l.lines) > 0 || !strings.HasPrefix(stop.Error.String(), "evsim does not have "+refused) {
				t.Errorf("%s: %q, %s", text, l.lines, stop.Error.String())
			}
		} else if strings.Join(l.lines, ",") != want || stop.Reason != sim.Ended {
			t.Errorf("%s: %q, %s", text, l.lines, stop.Error.String())
		}
	}
}
