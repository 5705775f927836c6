package lab

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"evsim/internal/lab/answer"
)

// frame is the page before its script has run, with what stands in its head
// besides.
const frame = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="evsim-nonce" content="%s">%s
<title>evsim lab</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="lab.css">
<script src="lab.js" defer></script>
</head>
<body>
<div id="lab"></div>
<noscript>The lab needs JavaScript.</noscript>
</body>
</html>
`

// policy lets the page load its own script and style sheet, ask its own server,
// and nothing else. The nonce is for the style element that the editor makes.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-%s'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors %s"

// page writes the page. Each has a nonce of its own.
func (s *server) page(w http.ResponseWriter, _ *http.Request) {
	nonce := rand.Text()
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", fmt.Sprintf(policy, nonce, s.framers))
	fmt.Fprintf(w, frame, nonce, "")
}

// framers are who may show the page in a frame, as the policy names them.
func framers(origins []string) (string, error) {
	if len(origins) == 0 {
		return "'none'", nil
	}
	for _, origin := range origins {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.String() != u.Scheme+"://"+u.Host || strings.ContainsAny(u.Host, " ;,'\"*@") {
			return "", &NoOrigin{origin}
		}
	}
	return strings.Join(origins, " "), nil
}

// NoOrigin is a page that may frame the lab's and is none.
type NoOrigin struct{ Name string }

// Error says what is wanted.
func (e *NoOrigin) Error() string {
	return fmt.Sprintf("%s is no origin, such as https://course.example", e.Name)
}

// ofFiles is what the head of a page has that no server answers: the worker's
// script, the version of its files, and the policy, which a host of files sends
// no header for. The policy lets the page load its own files, and nothing else;
// the page keeps the compiled program, which Firefox lets it do only where it may
// compile one.
const ofFiles = `
<meta name="evsim-engine" content="worker.js">%s
<meta name="evsim-version" content="%s">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'nonce-%s'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'">
<link rel="preload" href="ready.json.gz" as="fetch" crossorigin>
<script src="early.js" defer></script>`

// PageOfFiles is the page for a host that only sends files. Its version, which
// has no characters but letters and digits, tells browsers when they are others.
// The nonce is no secret in a file; nothing that others write becomes a part of
// the page. With a folder its list lies beside the page.
func PageOfFiles(version string, folder bool) string {
	list := ""
	if folder {
		list = "\n" + `<meta name="evsim-folder" content="` + answer.PackedFile + `">`
	}
	return fmt.Sprintf(frame, version, fmt.Sprintf(ofFiles, list, version, version))
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
