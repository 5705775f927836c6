//go:build js

// Command engine is the lab's server as a module of WebAssembly, which a page's
// worker runs. It gives the worker one function, evsimAnswer(method, path,
// body), which returns an array of status, Retry-After and body.
package main

import (
	"io"
	"net/http"
	"strings"
	"syscall/js"

	"evsim/internal/lab"
)

// host is the name under which the handler is asked.
const host = "localhost"

func main() {
	limits := lab.Default()
	limits.AtOnce = 1
	handler, err := lab.New(lab.Config{Limits: limits})
	if err != nil {
		panic("engine: " + err.Error())
	}
	js.Global().Set("evsimAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		method, path, body := args[0].String(), args[1].String(), args[2].String()
		return js.Global().Get("Promise").New(js.FuncOf(func(_ js.Value, settle []js.Value) any {
			go func() { settle[0].Invoke(answer(handler, method, path, body)) }() // a callback of JavaScript must not wait
			return nil
		}))
	}))
	js.Global().Call("evsimReady")
	select {}
}

// answer has the handler answer one request.
func answer(handler http.Handler, method, path, body string) []any {
	r, err := http.NewRequest(method, "http://"+host+path, strings.NewReader(body))
	if err != nil {
		return []any{http.StatusBadRequest, "", "{}"}
	}
	r.Header.Set("Content-Type", "application/json")
	w := &written{header: http.Header{}, status: http.StatusOK}
	handler.ServeHTTP(w, r)
	return []any{w.status, w.header.Get("Retry-After"), w.body.String()}
}

// written is what the handler writes.
type written struct {
	header http.Header
	status int
	body   strings.Builder
}

func (w *written) Header() http.Header         { return w.header }
func (w *written) WriteHeader(status int)      { w.status = status }
func (w *written) Write(b []byte) (int, error) { return w.body.Write(b) }

var _ io.Writer = (*written)(nil)
