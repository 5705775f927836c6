package main

import (
	"io"
	"strings"
	"testing"
	"unicode"

	"evsim/internal/say"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func hasHan(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// TestHelpInChinese: what a command says of itself is in Chinese, and so are the
// library's own words around it.
func TestHelpInChinese(t *testing.T) {
	a := newApp(strings.NewReader(""), io.Discard, io.Discard)
	a.lang = say.Chinese()
	eachCommand(a.command(nil), func(c *cobra.Command) {
		var help strings.Builder
		c.SetOut(&help)
		if err := c.Help(); err != nil {
			t.Fatal(err)
		}
		for _, english := range []string{"(default", "Usage:", "Examples:", "Flags:", "Commands:", "help for", "Use \"evsim"} {
			if strings.Contains(help.String(), english) {
				t.Errorf("%s --help has %q:\n%s", c.CommandPath(), english, help.String())
			}
		}
		if parent := c.Parent(); parent != nil && parent.Name() == "completion" {
			return // the library's, of shells
		}
		for _, text := range []string{c.Short, c.Long} {
			if !hasHan(text) {
				t.Errorf("%s is not in Chinese: %q", c.CommandPath(), text)
			}
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !hasHan(f.Usage) {
				t.Errorf("%s --%s is not in Chinese: %q", c.CommandPath(), f.Name, f.Usage)
			}
		})
	})
}

// TestErrorsInChinese: what the libraries and the system say of a command line
// is in Chinese, and in English it stays as it was.
func TestErrorsInChinese(t *testing.T) {
	for _, test := range []struct{ line, english, chinese string }{
		{"rn", "unknown command \"rn\" for \"evsim\"\n\nDid you mean this?\n\trun\n", "没有命令 \"rn\"（\"evsim\"）\n\n您要的是不是：\n\t"},
		{"nothing-like-it", "unknown command \"nothing-like-it\" for \"evsim\"\n", "没有命令 \"nothing-like-it\"（\"evsim\"）\n"},
		{"run --bogus", "unknown flag --bogus (see evsim run --help)\n", "没有选项 --bogus（见 evsim run --help）\n"},
		{"run --seed=x a", "--seed cannot be \"x\": it is a whole number of at least 0 (see evsim run --help)\n", "--seed 不能是 \"x\"：应是不小于 0 的整数（见 evsim run --help）\n"},
		{"run a --format xml", "--format cannot be \"xml\": it is text, log or ndjson (see evsim run --help)\n", "--format 不能是 \"xml\"：可以是 text, log 或 ndjson（见 evsim run --help）\n"},
		{"test --quiet --verbose a", "these flags cannot be used together: --quiet and --verbose\n", "不能一起用的选项：--quiet 和 --verbose\n"},
		{"lab a b", "accepts at most 1 arg(s), received 2\n", "最多接受 1 个参数，而给了 2 个\n"},
		{"run", "a FILE is missing (see evsim run --help)\n", "缺少 FILE（见 evsim run --help）\n"},
		{"run not-there.yaml", "cannot read not-there.yaml: no such file or directory\n", "无法读取 not-there.yaml：没有这个文件或文件夹\n"},
		{"test --run (", "--run: this is not a regular expression: missing closing ): `(`\n", "--run: 这不是正则表达式：missing closing )：`(`\n"},
	} {
		for _, lang := range []struct{ flag, want string }{{"en", test.english}, {"zh", test.chinese}} {
			var said strings.Builder
			a := newApp(strings.NewReader(""), io.Discard, &said)
			if got := a.execute(t.Context(), append(strings.Fields(test.line), "--lang", lang.flag)); got != unusable {
				t.Errorf("%s: exit code %d", test.line, got)
			}
			if !strings.HasPrefix(said.String(), "evsim: "+lang.want) {
				t.Errorf("%s in %s:\n%s\nwant\n%s", test.line, lang.flag, said.String(), lang.want)
			}
		}
	}
}

// TestLanguageIsAskedFor: the texts of commands are made before the library
// reads the flags, so the language is found by hand, as it reads it.
func TestLanguageIsAskedFor(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"run a", "en"}, {"run --lang zh a", "zh-CN"}, {"run a --lang=zh_CN.UTF-8", "zh-CN"}, {"--lang zh run", "zh-CN"},
		{"run -- --lang zh", "en"}, {"run --lang", "en"}, {"run --lang fr", "en"}, {"run --lang zh --lang en", "en"},
	} {
		if got := askedFor(strings.Fields(test.line), nil).Tag(); got != test.want {
			t.Errorf("%s: %s, want %s", test.line, got, test.want)
		}
	}
}
