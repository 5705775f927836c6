package say

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

var test = &Language{"test", map[string]string{
	"a list":                    "列表",
	"%s is a text, not %s":      "%s 应是文本，而不是%s",
	"line %d of %s":             "%[2]s 的第 %[1]d 行",
	"cannot read %s: %w":        "读不了 %s：%w",
	"it is %d%% of a list":      "是列表的 %d%%",
	"100% sure":                 "百分之百确定",
	"nothing was found":         "什么也没有找到",
	"%.1f ms, of which %5d: %q": "%.1f 毫秒，其中 %5d：%q",
}}

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		text             Text
		english, chinese string
	}{
		{"", "", ""},
		{"a list", "a list", "列表"},
		{"not in the catalogue", "not in the catalogue", "not in the catalogue"},
		{Of("%s is a text, not %s", "`x`", Text("a list")), "`x` is a text, not a list", "`x` 应是文本，而不是列表"},
		{Of("line %d of %s", 3, "a"), "line 3 of a", "a 的第 3 行"},
		{Of("it is %d%% of a list", 5), "it is 5% of a list", "是列表的 5%"},
		{Of("100%% sure"), "100% sure", "百分之百确定"},
		{Of("%.1f ms, of which %5d: %q", 1.25, 7, "x"), `1.2 ms, of which     7: "x"`, `1.2 毫秒，其中     7："x"`},
		{Word("100%d"), "100%d", "100%d"},
		{Of("%s: %s", "a %s", Of("line %d of %s", 1, "\uFDD0w3:b")), "a %s: line 1 of \uFDD0w3:b", "a %s: \uFDD0w3:b 的第 1 行"},
		{Join([]Text{"a list", "a list", Word("x")}, ", "), "a list, a list, x", "列表, 列表, x"},
		{Of("line %d of %s", 3), "line 3 of %!%s(MISSING)", "%!%s(MISSING) 的第 3 行"},
		{Of("a list", 3), "a list%!(EXTRA 3)", "列表%!(EXTRA 3)"},
		{OfError(Errorf("cannot read %s: %w", "f", fs.ErrNotExist)), "cannot read f: file does not exist", "读不了 f：file does not exist"},
	} {
		if got := c.text.String(); got != c.english {
			t.Errorf("%q in English is %q", c.english, got)
		}
		if got := test.Say(c.text); got != c.chinese {
			t.Errorf("%q is %q, want %q", c.english, got, c.chinese)
		}
	}
}

func TestWritersSeeEnglish(t *testing.T) {
	text := Of("line %d of %s", 3, "a")
	if got, err := json.Marshal(struct{ T Text }{text}); err != nil || string(got) != `{"T":"line 3 of a"}` {
		t.Errorf("%s, %v", got, err)
	}
	if got := fmt.Sprintf("%s|%v|%q|%-12s|", text, text, text, text); got != `line 3 of a|line 3 of a|"line 3 of a"|line 3 of a |` {
		t.Error(got)
	}
	var l *Language
	if got := l.Sayf("%s: %5d|%-3s|", text, 7, "x"); got != "line 3 of a:     7|x  |" {
		t.Error(got)
	}
	var b strings.Builder
	test.Fprintf(&b, "line %d of %s", 1, Text("a list"))
	if b.String() != "列表 的第 1 行" {
		t.Error(b.String())
	}
}

func TestErrors(t *testing.T) {
	err := Errorf("cannot read %s: %w", "f", fs.ErrNotExist)
	if !errors.Is(err, fs.ErrNotExist) || err.Error() != "cannot read f: file does not exist" {
		t.Error(err)
	}
	outer := Errorf("%s: %w", "x", err)
	if got := test.Say(OfError(outer)); got != "x: 读不了 f：file does not exist" {
		t.Error(got)
	}
	if got := test.Say(OfError(errors.New("plain"))); got != "plain" {
		t.Error(got)
	}
}

// FuzzTexts holds texts against package fmt: what goes in comes out, whatever
// it is.
func FuzzTexts(f *testing.F) {
	f.Add("%s", "x", 1)
	f.Add("a\uFDD0t3:abc", "\uFDD0", -1)
	f.Fuzz(func(t *testing.T, a, b string, n int) {
		want := fmt.Sprintf("%s and %d: %s (%q)", a, n, fmt.Sprintf("<%s>", b), a)
		if got := Of("%s and %d: %s (%q)", a, n, Of("<%s>", b), a).String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
