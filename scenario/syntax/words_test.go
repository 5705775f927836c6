package syntax

import (
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"evsim/scenario/diagnostic"
)

// TestMessagesAreInOurWords breaks the files of testdata and looks for words of
// the libraries in what is said of them. EVSIM_BROKEN is how many texts are
// tried.
func TestMessagesAreInOurWords(t *testing.T) {
	texts := 1500
	if more, err := strconv.Atoi(os.Getenv("EVSIM_BROKEN")); err == nil {
		texts = more
	}
	var files [][]byte
	for _, pattern := range []string{"testdata/bad/*.yaml", "testdata/good/*.yaml"} {
		for _, file := range glob(t, pattern) {
			if src := read(t, file); len(src) < 4000 {
				files = append(files, src)
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	failed := 0
	for range texts {
		src := broken(random, files[random.IntN(len(files))])
		_, diags := Parse("x.yaml", src)
		if diags.Failed() {
			failed++
		}
		checkWords(t, src, diags)
	}
	if failed < texts/2 {
		t.Errorf("only %d of %d texts were wrong", failed, texts)
	}
}

// signs are what broken puts into a text.
var signs = []string{":", "- ", "\t", "\"", "'", "{", "}", "[", "]", ",", "#", "&", "*", "!", "|", ">", "%", "@", "`", "\n", "  ", "? ", "<<", "---", "...", "\u00a0", "\u2028", "\ufeff", "\x07", "\\", "~", "0x", "1e999", "99999999999999999999"}

// broken is a text with a few places changed.
func broken(random *rand.Rand, src []byte) []byte {
	text := string(src)
	for range 1 + random.IntN(3) {
		at := random.IntN(len(text) + 1)
		end := min(at+random.IntN(4), len(text))
		switch random.IntN(4) {
		case 0:
			text = text[:at] + text[end:]
		case 1:
			text = text[:at]
		default:
			text = text[:at] + signs[random.IntN(len(signs))] + text[end:]
		}
	}
	return []byte(text)
}

// quotedParts is what messages quote from the file.
var quotedParts = regexp.MustCompile("`[^`]*`?|\"[^\"]*\"?")

// libraryWords are what messages of libraries have in them, and ours do not.
var libraryWords = []string{"yaml:", "yaml.", "strconv", "json", "unmarshal", "cobra", "pflag", "parsing", "invalid syntax", "did not find", "found unexpected", "found character", "not allowed in this context",
	"runtime error", "panic", "%!", "!!", "0xc0", "<nil>", "mapping values", "token", "scanner", "block sequence"}

func checkWords(t *testing.T, src []byte, diags diagnostic.List) {
	t.Helper()
	for _, d := range diags {
		said := strings.ToLower(quotedParts.ReplaceAllString(d.Message.String()+" "+d.Hint.String(), ""))
		for _, word := range libraryWords {
			if strings.Contains(said, word) {
				t.Errorf("%q in %s (hint: %s) of\n%s", word, d, d.Hint, src)
			}
		}
		if d.Message == "" || d.Pos.Line == 0 && !strings.Contains(d.Message.String(), "more") && !strings.Contains(d.Message.String(), "bytes") {
			t.Errorf("no place or message: %+v of\n%s", d, src)
		}
	}
}
