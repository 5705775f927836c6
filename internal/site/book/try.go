package book

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"path"
	"strings"

	"evsim/internal/escape"
)

// tryIt is a link that opens a scenario or a program in the lab, and runs it
// there; "" for other files. The link carries the text, as those do that the lab
// makes itself.
func tryIt(name string, text []byte) string {
	kind := ""
	switch path.Ext(name) {
	case ".yaml":
		if bytes.HasPrefix(text, []byte("evsim:")) {
			kind = "yaml"
		}
	case ".js":
		kind = "javascript"
	case ".ts":
		kind = "typescript"
	}
	if kind == "" {
		return ""
	}
	up := strings.Repeat("../", strings.Count(address(name), "/"))
	return fmt.Sprintf("<p><a href=\"%slab/index.html%s\">Run it in the lab <span lang=\"zh-CN\">在实验室里运行</span></a></p>\n", up, fragment(string(text), kind))
}

// runs has the lab run what a link carries, as a link of its own may have it
// predicted first.
const runs = 2

// fragment is what internal/viewer/src/lab-share.ts reads: a text, its policies
// (those that it names), its case, what to do with it, and its kind.
func fragment(text, kind string) string {
	said, err := escape.JSON([]any{text, "", "", runs, kind})
	if err != nil {
		panic("book: " + err.Error()) // strings and a number are JSON
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err == nil {
		_, err = w.Write(said)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("book: " + err.Error()) // a buffer takes all
	}
	return "#code=" + base64.RawURLEncoding.EncodeToString(packed.Bytes())
}
