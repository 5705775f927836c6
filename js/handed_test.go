package js

import (
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
)

// TestRequireHandedOn runs modules that hand their require to a function, as Node does
// (https://github.com/umdjs/umd, https://github.com/amdjs/amdjs-api/wiki/AMD): each of
// these logs was Node's, too.
func TestRequireHandedOn(t *testing.T) {
	packages := map[string]string{
		"leaf":   "module.exports = 'leaf'",
		"thrown": "throw new RangeError('as it loads')",
		"amd": `'use strict';
(function (define) { define(function (require) { var leaf = require('leaf'); return { leaf: leaf, strict: (function () { return this === undefined })() } }) })(
  typeof define === 'function' && define.amd ? define : function (factory) { module.exports = factory(require) })`,
		"typescript": `(function (factory) {
  if (typeof module === 'object' && typeof module.exports === 'object') { var v = factory(require, exports); if (v !== undefined) module.exports = v }
  else if (typeof define === 'function' && define.amd) define(['require', 'exports', 'amd'], factory)
})(function (require, exports) { exports.of = require("amd").leaf })`,
		"nowhere": "(function (f) { f(require) })(function (require) { try { require('no-such-package') } catch (e) { exports.code = e.code } })",
		"throws":  "(function (f) { f(require) })(function (require) { try { require('thrown') } catch (e) { exports.name = e.name } })",
		"ring":    "(function (f) { f(require) })(function (require) { exports.first = 1; exports.seen = require('back').seen })",
		"back":    "(function (f) { f(require) })(function (require) { exports.seen = require('ring').first })",
	}
	p, err := packed(t, `
(function (load) { load(require) })(function (require) {
  console.log(require('amd').leaf, require('amd').strict, require('amd') === require('amd'));
  console.log(require('typescript').of, require('nowhere').code, require('throws').name, require('ring').seen);
});
`, packages)
	if err != nil {
		t.Fatal(err)
	}
	l, stop := runUnder(t, p, model.MustLookup("node22"), &p.world, program.Options{})
	if got, want := strings.Join(l.lines, "\n"), "leaf true true\nleaf MODULE_NOT_FOUND RangeError 1"; got != want {
		t.Errorf("%q (%s), want %q", got, stop.Error, want)
	}
}

// TestRequireHandedOnKeepsPlaces has the places of a file be those of its own text.
func TestRequireHandedOnKeepsPlaces(t *testing.T) {
	p, err := packed(t, "(function (f) { f(require) })(function (require) { require('leaf'); null.x });", map[string]string{"leaf": ""})
	if err != nil {
		t.Fatal(err)
	}
	_, stop := runUnder(t, p, model.MustLookup("node22"), &p.world, program.Options{})
	if got, want := stop.Label+stop.Error.String(), "(app.js:1:74)"; !strings.Contains(got, want) {
		t.Errorf("%q, want %s", got, want)
	}
}
