//go:build js

// Command engine answers what the lab asks, as a module of WebAssembly, which a
// page's worker runs. Built with the tag code it runs JavaScript, too. It gives the worker one function, evsimAnswer(method,
// path, body), which returns a promise of an array of status, Retry-After and
// body.
package main

import (
	"context"
	"syscall/js"

	"evsim/internal/lab/answer"
)

func main() {
	limits := answer.Default()
	limits.AtOnce = 1
	answers, err := answer.New(answer.Config{Limits: limits, Code: ofCode})
	if err != nil {
		panic("engine: " + err.Error())
	}
	js.Global().Set("evsimAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		method, path, body := args[0].String(), args[1].String(), args[2].String()
		return js.Global().Get("Promise").New(js.FuncOf(func(_ js.Value, settle []js.Value) any {
			go func() { // a callback of JavaScript must not wait
				a := answers.Answer(context.Background(), method, path, []byte(body))
				settle[0].Invoke([]any{a.Status, a.RetryAfter(), string(a.Body)})
			}()
			return nil
		}))
	}))
	js.Global().Call("evsimReady")
	select {}
}
