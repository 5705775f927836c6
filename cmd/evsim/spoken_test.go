package main

import "testing"

func TestLanguageOfTheEnvironment(t *testing.T) {
	for _, test := range []struct{ all, messages, lang, want string }{
		{"", "", "", "en"},
		{"", "", "zh_CN.UTF-8", "zh-CN"},
		{"", "", "zh_SG.UTF-8", "zh-CN"},
		{"", "", "zh", "zh-CN"},
		{"", "", "de_DE.UTF-8", "en"},
		{"", "", "en_GB.UTF-8@euro", "en"},
		{"", "", "no such thing", "en"},
		{"C", "zh_CN", "zh_CN", "en"},
		{"POSIX", "", "zh_CN", "en"},
		{"zh_CN", "en_US", "en_US", "zh-CN"},
		{"", "zh_CN.GB18030", "en_US", "zh-CN"},
		{"", "en_US", "zh_CN", "en"},
	} {
		env := map[string]string{"LC_ALL": test.all, "LC_MESSAGES": test.messages, "LANG": test.lang}
		if got := spoken(func(name string) string { return env[name] }).Tag(); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
	for _, name := range []string{"fr", "english", "", "zz"} {
		if _, known := speaking(name); known {
			t.Errorf("%q is taken for a language that evsim speaks", name)
		}
	}
}
