package browser

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"evsim/internal/say"
)

// Browser is an installed browser.
type Browser struct {
	Name     string // chromium, firefox or webkit
	Path     string
	Patience time.Duration // for one page, beyond what it needs itself; 0: fifteen seconds
}

// kind is what is special about a browser.
type kind struct {
	name    string
	names   []string // of its program, on the path
	places  []string // patterns of where else it is
	display bool     // it needs an X server
	command func(profile, url string) (args, env []string, err error)
}

func kinds() []kind {
	return []kind{
		{name: "chromium", names: []string{"chromium", "chromium-browser", "google-chrome"}, command: chromium},
		{name: "firefox", names: []string{"firefox-esr", "firefox"}, command: firefox},
		{
			name: "webkit", names: []string{"MiniBrowser"}, display: true, command: webkit,
			places: []string{"/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/libexec/webkit2gtk-4.*/MiniBrowser", "/usr/lib/*/webkitgtk-6.*/MiniBrowser"},
		},
	}
}

// Names lists the browsers that there can be.
func Names() (names []string) {
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return names
}

func (b Browser) kind() kind {
	all := kinds()
	return all[slices.IndexFunc(all, func(k kind) bool { return k.name == b.Name })]
}

// Find is a browser by its name, at a path or, if that is empty, where such
// browsers are usually installed.
func Find(name, path string) (Browser, error) {
	b := Browser{Name: name, Path: path}
	if !slices.Contains(Names(), name) {
		return b, say.Errorf("no browser %q: there are %s", name, strings.Join(Names(), ", "))
	}
	candidates := []string{path}
	if path == "" {
		candidates = b.kind().candidates()
	}
	for _, candidate := range candidates {
		if found, err := exec.LookPath(candidate); err == nil {
			b.Path = found
			return b, nil
		}
	}
	if path != "" {
		return b, say.Errorf("%s=%s: no such program", name, path)
	}
	return b, say.Errorf("%s is not installed: none of %s", name, strings.Join(append(b.kind().names, b.kind().places...), ", "))
}

func (k kind) candidates() (all []string) {
	all = slices.Clone(k.names)
	for _, pattern := range k.places {
		found, _ := filepath.Glob(pattern) // the pattern is well formed
		all = append(all, found...)
	}
	return all
}

var versionNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\d+(\.\d+)+`)
})

// Version is what the browser says that it is, such as 140.0.7339.16.
func (b Browser) Version(ctx context.Context) (string, error) {
	var out []byte
	err := b.with(ctx, func(ctx context.Context, env []string) (err error) {
		c := exec.CommandContext(ctx, b.Path, "--version")
		c.Env = append(os.Environ(), env...)
		out, err = c.Output()
		return err
	})
	if err != nil {
		return "", say.Errorf("%s --version: %w", b.Path, err)
	}
	number := versionNumber().FindString(string(out))
	if number == "" {
		return "", say.Errorf("%s --version names no version", b.Path)
	}
	return number, nil
}

// with calls f with what the browser needs around it.
func (b Browser) with(ctx context.Context, f func(ctx context.Context, env []string) error) error {
	if !b.kind().display || os.Getenv("DISPLAY") != "" {
		return f(ctx, nil)
	}
	return withDisplay(ctx, f)
}

// chromium runs without a window. As root it cannot have its sandbox.
func chromium(profile, url string) (args, env []string, err error) {
	return []string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-extensions", "--no-proxy-server", "--mute-audio",
		"--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows",
		"--user-data-dir=" + profile, url,
	}, nil, nil
}

// firefoxPreferences keep Firefox from talking to anybody, let it tell the time
// exactly, and let a loaded page come to rest at once.
const firefoxPreferences = `user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.healthreport.uploadEnabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.update.enabled", false);
user_pref("layout.keep_ticking_after_load_ms", 0);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("network.proxy.type", 0);
user_pref("privacy.reduceTimerPrecision", false);
user_pref("toolkit.telemetry.enabled", false);
`

func firefox(profile, url string) (args, env []string, err error) {
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(firefoxPreferences), 0o600); err != nil {
		return nil, nil, err
	}
	return []string{"--headless", "--no-remote", "--profile", profile, url}, []string{"MOZ_CRASHREPORTER_DISABLE=1"}, nil
}

// webkit draws in software, so that any X server will do.
func webkit(_, url string) (args, env []string, err error) {
	return []string{url}, []string{"LIBGL_ALWAYS_SOFTWARE=1", "WEBKIT_DISABLE_DMABUF_RENDERER=1", "NO_AT_BRIDGE=1", "GSETTINGS_BACKEND=memory"}, nil
}

var errNoXvfb = say.Errorf("webkit needs an X server: set DISPLAY, or install Xvfb")
