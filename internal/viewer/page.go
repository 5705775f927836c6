// Package viewer shows runs in a browser: a page that steps through them,
// forwards and back, with every queue and the reason of each step. The page is
// TypeScript (src), bundled (dist) and embedded; what it shows is a [Document].
package viewer

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"evsim/internal/escape"
)

//go:embed dist/report.js
var script string

//go:embed dist/report.css
var style string

// Script is the viewer's code, and Style its style sheet, as a page includes
// them.
func Script() string { return script }

// Style is the viewer's style sheet.
func Style() string { return style }

//go:embed dist/lab.js
var labScript string

//go:embed dist/lab.css
var labStyle string

// LabScript is the code of the page of evsim lab, and LabStyle its style sheet,
// which has the viewer's in it. The page has an element with the id "lab", and
// a meta element "evsim-nonce" whose content the policy allows to styles.
func LabScript() string { return labScript }

// LabStyle is the style sheet of the page of evsim lab.
func LabStyle() string { return labStyle }

//go:embed dist/worker.js
var workerScript string

//go:embed dist/early.js
var earlyScript string

//go:embed dist/offline.js
var offlineScript string

//go:embed src/first.yaml
var firstText string

// FirstText is the scenario that stands in the lab's editor at first.
func FirstText() string { return firstText }

// WorkerScript is the worker that runs the lab's program in a page of files.
func WorkerScript() string { return workerScript }

// EarlyScript starts that worker, before the page's own script is there.
func EarlyScript() string { return earlyScript }

// OfflineScript is the service worker that keeps such a page's files.
func OfflineScript() string { return offlineScript }

//go:embed dist/book.js
var bookScript string

//go:embed dist/book.css
var bookStyle string

// BookScript is the code of the documents' pages, and BookStyle their style
// sheet.
func BookScript() string { return bookScript }

// BookStyle is the style sheet of the documents' pages.
func BookStyle() string { return bookStyle }

// frameBegin and frameEnd are the page around the document. The order of its
// parts: title, policy, style sheet, the document, script.
const (
	frameBegin = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>%s</title>
<meta http-equiv="Content-Security-Policy" content="%s">
<style>%s</style>
</head>
<body>
<div id="viewer"></div>
<noscript>This page shows a run step by step; it needs JavaScript.</noscript>
<script id="document" type="application/octet-stream">`
	frameEnd = `</script>
<script>%s</script>
</body>
</html>
`
)

// WriteReport writes a document as one page that needs nothing else: no
// network, no other file. Its policy lets it run its own script, and load
// nothing.
func WriteReport(w io.Writer, d *Document) error {
	if err := beginReport(w, escape.HTML(d.Title.En)); err != nil {
		return err
	}
	if err := writePacked(w, d); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, frameEnd, script)
	return err
}

// EmptyReport is such a page before its document stands in it: a page of the lab
// puts that there, deflated and in base 64, behind the tag that opens its place.
func EmptyReport() string {
	var b strings.Builder
	_ = beginReport(&b, "evsim") // a Builder takes everything
	fmt.Fprintf(&b, frameEnd, script)
	return b.String()
}

func beginReport(w io.Writer, title string) error {
	policy := fmt.Sprintf("default-src 'none'; script-src '%s'; style-src '%s'; base-uri 'none'; form-action 'none'", hash(script), hash(style))
	_, err := fmt.Fprintf(w, frameBegin, title, policy, style)
	return err
}

// hash names a script or style sheet for a Content-Security-Policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
