// Package shim is what a real Node loads in place of evsim's own module, so
// that the same file runs there with real waits.
package shim

import _ "embed" // the files are data

// World is the module evsim, in CommonJS: io and busy.
//
//go:embed world.js
var World []byte

// Module is the same as an ECMAScript module, where Preload is loaded before.
//
//go:embed world.mjs
var Module []byte

// Preload is loaded before a program that is observed.
//
//go:embed preload.js
var Preload []byte

// Manifest makes a folder with World and Module a package.
const Manifest = `{"name": "evsim", "main": "world.js", "exports": {"import": "./world.mjs", "require": "./world.js"}}` + "\n"
