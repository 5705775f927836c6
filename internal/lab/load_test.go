package lab_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"evsim/internal/lab"
)

// ask sends a scenario and says what came of it, in a form that every answer
// has.
func ask(s *httptest.Server, path string, q asked) (status int, err error) {
	body, err := json.Marshal(q)
	if err != nil {
		return 0, err
	}
	r, err := s.Client().Post(s.URL+path, "application/json", strings.NewReader(string(body)))
	if err != nil {
		return 0, err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return 0, err
	}
	var said struct{ Error *english }
	if err := json.Unmarshal(text, &said); err != nil {
		return 0, fmt.Errorf("status %d: %w: %.200s", r.StatusCode, err, text)
	}
	busy := r.StatusCode == http.StatusServiceUnavailable
	if (r.StatusCode == http.StatusOK) != (said.Error == nil) || said.Error != nil && *said.Error == "" || busy != (r.Header.Get("Retry-After") != "") {
		return 0, fmt.Errorf("status %d: %.200s", r.StatusCode, text)
	}
	return r.StatusCode, nil
}

// with is a question about a scenario.
func with(q asked, source string) asked {
	q = maps.Clone(q)
	q["source"] = source
	return q
}

// use is what a program holds once all that is dead is collected.
type use struct {
	heap       uint64
	goroutines int
}

func held() use {
	runtime.GC()
	runtime.GC() // what finalizers and pools let go of
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return use{m.HeapAlloc, runtime.NumGoroutine()}
}

// Bounds on what may be left of any load.
const (
	leftHeap       = 8 << 20
	leftGoroutines = 4
)

// settled waits until a program holds about what it held before: goroutines of
// connections that were closed take a moment to end.
func settled(t *testing.T, s *httptest.Server, before use) {
	t.Helper()
	var after use
	for range 200 {
		s.CloseClientConnections()
		if after = held(); after.goroutines <= before.goroutines+leftGoroutines && after.heap <= before.heap+leftHeap {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("before: %d KB, %d goroutines; after: %d KB, %d", before.heap>>10, before.goroutines, after.heap>>10, after.goroutines)
}

// peak watches how large the heap becomes.
func peak(done <-chan struct{}) <-chan uint64 {
	most := make(chan uint64, 1)
	go func() {
		var m runtime.MemStats
		top := uint64(0)
		for {
			runtime.ReadMemStats(&m)
			top = max(top, m.HeapAlloc)
			select {
			case <-done:
				most <- top
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	}()
	return most
}

// mostHeap is what the heap may reach while requests are worked on two at a
// time.
const mostHeap = 700 << 20

// mostAnswered is how long an answer may take, and mostWithout how long work may
// go on for a client that has gone.
const (
	mostAnswered = 5 * time.Second
	mostWithout  = 500 * time.Millisecond
)

// TestManyAtOnce sends 200 requests at once, of all kinds, to a server that
// works on two of them at a time and lets eight wait: each is answered or told
// to come again, the server keeps serving, and nothing is left.
func TestManyAtOnce(t *testing.T) {
	const rounds = 200
	c := config()
	c.AtOnce, c.Waiting, c.Wait = 2, 8, 300*time.Millisecond
	c.Check, c.Run, c.Explore = 50*time.Millisecond, 50*time.Millisecond, 50*time.Millisecond
	s := serve(t, c)
	if _, err := ask(s, "/api/run", asked{"source": race}); err != nil {
		t.Fatal(err)
	}
	before := held()
	done := make(chan struct{})
	most := peak(done)
	var work sync.WaitGroup
	var statuses sync.Map
	for i, send := range requests(t, s, rounds) {
		work.Go(func() {
			status, err := send()
			if err != nil {
				t.Errorf("request %d: %v", i, err)
			}
			statuses.Store(i, status)
		})
	}
	work.Wait()
	close(done)
	count := map[any]int{}
	for _, status := range statuses.Range {
		count[status]++
	}
	if count[http.StatusOK] == 0 || count[http.StatusServiceUnavailable] == 0 || count[http.StatusBadRequest] == 0 || count[http.StatusRequestEntityTooLarge] == 0 || len(count) > 6 {
		t.Errorf("statuses: %v", count)
	}
	if top := <-most; top > before.heap+mostHeap {
		t.Errorf("the heap came to %d MB", top>>20)
	}
	if status, err := ask(s, "/api/run", asked{"source": race}); status != http.StatusOK {
		t.Errorf("afterwards: status %d, %v", status, err)
	}
	settled(t, s, before)
}

// requests are of all kinds: good ones, hostile ones, and such that are none.
func requests(t *testing.T, s *httptest.Server, n int) (out []func() (int, error)) {
	all, paths := hostile(), slices.Sorted(maps.Keys(endpoints))
	names := slices.Sorted(maps.Keys(all))
	for i := range n {
		path, name := paths[i%len(paths)], names[i/len(paths)%len(names)]
		switch {
		case i%10 == 7:
			out = append(out, func() (int, error) { return raw(t.Context(), s, path, `{"source":`) })
		case i%10 == 8:
			out = append(out, func() (int, error) { return raw(t.Context(), s, path, strings.Repeat(" ", 1<<20)) })
		case i%10 == 9: // nobody waits for it
			out = append(out, func() (int, error) {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
				defer cancel()
				status, err := raw(ctx, s, path, encoded(t, with(endpoints[path], all[name])))
				if errors.Is(err, context.DeadlineExceeded) {
					return 0, nil
				}
				return status, err
			})
		case i%3 == 0:
			out = append(out, func() (int, error) { return ask(s, path, with(endpoints[path], race)) })
		default:
			out = append(out, func() (int, error) { return ask(s, path, with(endpoints[path], all[name])) })
		}
	}
	return out
}

func encoded(t *testing.T, q asked) string {
	t.Helper()
	body, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// raw sends a body as it is.
func raw(ctx context.Context, s *httptest.Server, path, body string) (int, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+path, strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", "application/json")
	got, err := s.Client().Do(r)
	if err != nil {
		return 0, err
	}
	defer got.Body.Close()
	_, err = io.Copy(io.Discard, got.Body)
	return got.StatusCode, err
}

// TestGivenUp: work ends when nobody waits for its answer any more. Its time is
// an hour, and there is no other place to work at.
func TestGivenUp(t *testing.T) {
	c := config()
	c.AtOnce, c.Waiting, c.Wait, c.Check, c.Run, c.Explore = 1, 0, 0, time.Hour, time.Hour, time.Hour
	c.Single.Statements, c.Searched.Statements, c.Paths, c.Memory = 1<<60, 1<<60, 1<<30, 1<<40
	s := serve(t, c)
	before := held()
	for path, name := range map[string]string{"/api/run": "statements", "/api/lines": "statements", "/api/explore": "orders", "/api/predict": "orders"} {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		status, err := raw(ctx, s, path, encoded(t, with(endpoints[path], hostile()[name])))
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: status %d, %v", path, status, err)
			continue
		}
		gone := time.Now()
		for status := 0; status != http.StatusOK; time.Sleep(5 * time.Millisecond) {
			if status, err = ask(s, "/api/run", asked{"source": race}); err != nil {
				t.Fatal(err)
			}
			if time.Since(gone) > time.Minute {
				t.Fatalf("%s: it works on for a client that has gone", path)
			}
		}
		if took := time.Since(gone); took > mostWithout {
			t.Errorf("%s: it worked on for %v", path, took)
		}
	}
	settled(t, s, before)
}

// drained reads to the end. Nothing that comes for a minute is an error; many
// answers may take longer together on a busy machine.
func drained(conn net.Conn) error {
	for buf := make([]byte, 64<<10); ; {
		if err := conn.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			return err
		}
		if _, err := conn.Read(buf); err != nil {
			return err
		}
	}
}

// TestSlowClients: one that sends a byte and waits, one that sends half of its
// body, and one that does not take its answer lose their connection, and nobody
// else waits for them.
func TestSlowClients(t *testing.T) {
	c := config()
	c.Run = 20 * time.Millisecond
	h, err := lab.New(c)
	if err != nil {
		t.Fatal(err)
	}
	const short = 200 * time.Millisecond
	s := httptest.NewUnstartedServer(h)
	s.Config = lab.Patience{Header: short, Read: short, Write: 2 * short, Idle: short}.Server(h)
	s.Start()
	t.Cleanup(s.Close)
	before := held()
	body := encoded(t, with(endpoints["/api/run"], hostile()["interval"]))
	head := fmt.Sprintf("POST /api/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", len(body))
	var work sync.WaitGroup
	for name, sent := range map[string]string{"a byte": "P", "half a header": head[:40], "half a body": head + body[:40], "all, and takes nothing": strings.Repeat(head+body, 20)} {
		for range 10 {
			work.Go(func() {
				conn, err := net.Dial("tcp", s.Listener.Addr().String())
				if err != nil {
					t.Error(err)
					return
				}
				defer conn.Close()
				if tcp, ok := conn.(*net.TCPConn); ok {
					_ = tcp.SetReadBuffer(4096)
				}
				_, _ = io.WriteString(conn, sent)
				if strings.HasPrefix(name, "all") {
					time.Sleep(3 * short) // longer than its answer may take
				}
				if errors.Is(drained(conn), os.ErrDeadlineExceeded) {
					t.Errorf("%s: it hangs", name)
				}
			})
		}
	}
	get(t, s, "/api/policies", http.StatusOK)
	work.Wait()
	if status, err := ask(s, "/api/run", asked{"source": race}); status != http.StatusOK {
		t.Errorf("afterwards: status %d, %v", status, err)
	}
	settled(t, s, before)
}

// TestShutDown ends when it is told to, though somebody has it work for ever.
func TestShutDown(t *testing.T) {
	c := config()
	c.Run, c.Single.Statements = time.Hour, 1<<60
	h, err := lab.New(c)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &httptest.Server{URL: "http://" + listener.Addr().String(), Config: lab.Patient().Server(h)}
	asks := make(chan bool, 100)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) { asks <- state == http.StateActive }
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- lab.Serve(ctx, s.Config, listener, 4*time.Second) }()
	answered := make(chan error, 1)
	client := &http.Client{}
	go func() {
		r, err := client.Post(s.URL+"/api/run", "application/json", strings.NewReader(encoded(t, asked{"source": hostile()["statements"], "policies": []string{"node22"}})))
		if err == nil {
			_, err = io.Copy(io.Discard, r.Body)
			r.Body.Close()
		}
		answered <- err
	}()
	for !<-asks {
	}
	time.Sleep(100 * time.Millisecond) // it is at work
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if err := <-answered; err != nil {
		t.Errorf("the request that was under way: %v", err)
	}
	if _, err := client.Get(s.URL + "/"); err == nil {
		t.Error("it still serves")
	}
}
