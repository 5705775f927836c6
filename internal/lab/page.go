package lab

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"net/http"
	"time"
)

// frame is the page before its script has run.
const frame = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="evsim-nonce" content="%s">
<title>evsim lab</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/lab.css">
<script src="/lab.js" defer></script>
</head>
<body>
<div id="lab"></div>
<noscript>The lab needs JavaScript.</noscript>
</body>
</html>
`

// policy lets the page load its own script and style sheet, ask its own server,
// and nothing else. The nonce is for the style element that the editor makes.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-%s'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// page writes the page. Each has a nonce of its own.
func page(w http.ResponseWriter, _ *http.Request) {
	nonce := rand.Text()
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", fmt.Sprintf(policy, nonce))
	fmt.Fprintf(w, frame, nonce)
}

// asset is a file that stays the same as long as the program does.
func asset(kind string, text []byte) http.Handler {
	tag := fmt.Sprintf(`"%x"`, sha256.Sum256(text))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Type", kind)
		h.Set("Cache-Control", "no-cache")
		h.Set("ETag", tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	})
}
