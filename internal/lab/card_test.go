package lab_test

import (
	"strings"
	"testing"

	"evsim/internal/drive"

	"github.com/chromedp/chromedp"
)

// BenchmarkFirstCard runs lesson 8 in the page of evsim lab 21 times, and reports
// how long it is in the median from the click on Run to the first card that moves,
// in real time.
func BenchmarkFirstCard(b *testing.B) {
	s := visited(b)
	for b.Loop() {
		p := drive.Chromium{Width: 1280, Height: 720, Patience: patience, Own: func(url string) bool { return strings.HasPrefix(url, s.URL+"/") }}.Open(b)
		p.Do(b, patience, chromedp.Navigate(s.URL+"/#lesson=8"))
		drive.Runnable(b, p, patience, "Why Node 10 and 11 differ")
		first := drive.FirstCard(b, p, patience)
		b.ReportMetric(float64(first.Microseconds())/1000, "ms/first-run-to-card")
		b.ReportMetric(float64(drive.Median(b, p, patience, 21).Microseconds())/1000, "ms/run-to-card-median")
		p.Quiet(b)
	}
	b.ReportMetric(0, "ns/op")
}
