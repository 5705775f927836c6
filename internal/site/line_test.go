package main

import (
	"bytes"
	"compress/gzip"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"evsim/internal/drive"

	"github.com/chromedp/chromedp"
)

// line is a way from a host: so many bits a second for all answers together, and
// so long before the first byte of each. A phone on 4G has 9 Mbit/s and 60 ms.
type line struct {
	bits  float64
	delay time.Duration

	mu   sync.Mutex
	free time.Time // when what was sent so far is through
}

// paced writes an answer as the line lets it through.
type paced struct {
	http.ResponseWriter
	*line
}

// parcel is how many bytes go at once, so that answers share the line.
const parcel = 8 << 10

func (p paced) Write(text []byte) (sent int, err error) {
	for part := range slices.Chunk(text, parcel) {
		p.mu.Lock()
		if now := time.Now(); p.free.Before(now) {
			p.free = now
		}
		p.free = p.free.Add(time.Duration(float64(len(part)) * 8 / p.bits * float64(time.Second)))
		free := p.free
		p.mu.Unlock()
		time.Sleep(time.Until(free))
		n, err := p.ResponseWriter.Write(part)
		if sent += n; err != nil {
			return sent, err
		}
		_ = http.NewResponseController(p.ResponseWriter).Flush()
	}
	return sent, nil
}

// behind is a host of the site's files at the end of the line, which compresses
// texts, as most do.
func (l *line) behind(t testing.TB, folder string) string {
	t.Helper()
	files := http.FileServer(http.Dir(folder))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(l.delay)
		name := r.URL.Path
		if strings.HasSuffix(name, "/") {
			name += "index.html"
		}
		text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(path.Clean("/"+name))))
		kind := mime.TypeByExtension(path.Ext(name))
		if err != nil || !strings.HasPrefix(kind, "text/") {
			files.ServeHTTP(paced{w, l}, r)
			return
		}
		var packed bytes.Buffer
		zip := gzip.NewWriter(&packed)
		_, _ = zip.Write(text) // a Buffer takes everything
		_ = zip.Close()
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = paced{w, l}.Write(packed.Bytes()) // who is gone misses nothing
	}))
	t.Cleanup(host.Close)
	return host.URL + "/lab/"
}

// BenchmarkFirstRun opens a lesson of the site at the end of such a line, in a
// browser that has never seen it, and runs it; then again, when the browser keeps
// the site; and then, warm, 21 times. Times are real, from when the page is asked
// for, or from the click.
func BenchmarkFirstRun(b *testing.B) {
	drive.Wanted(b)
	if err := madeOnce(); err != nil {
		b.Fatal(err)
	}
	const lesson, title = "#lesson=8", "Why Node 10 and 11 differ"
	ms := func(d time.Duration, name string) { b.ReportMetric(float64(d.Microseconds())/1000, "ms/"+name) }
	for b.Loop() {
		l := &line{bits: 9e6, delay: 60 * time.Millisecond}
		host := l.behind(b, filepath.Join(rooms, "site"))
		p := drive.Chromium{Width: 1280, Height: 720, Patience: patience, Own: func(url string) bool { return strings.HasPrefix(url, strings.TrimSuffix(host, "lab/")) }}.Open(b)
		for _, visit := range []string{"cold", "warm"} {
			p.Do(b, patience, chromedp.Navigate("about:blank"), chromedp.Navigate(host+lesson))
			ms(drive.Runnable(b, p, patience, title), visit+"-runnable")
			ms(drive.FirstCard(b, p, patience), visit+"-run-to-card")
			ms(drive.Age(b, p, patience), visit+"-card")
			p.Do(b, patience, chromedp.Evaluate(`navigator.serviceWorker.ready.then(() => 0)`, nil, drive.Awaited))
		}
		ms(drive.Median(b, p, patience, 21), "run-to-card-median")
		p.Quiet(b)
	}
	b.ReportMetric(0, "ns/op")
}
