//go:build js

// Command engine answers what the lab asks, as a module of WebAssembly, which a
// page's worker runs. Built with the tag code it runs JavaScript, too. It gives
// the worker evsimAnswer(method, path, body), which returns a promise of an array
// of status, Retry-After and body. Before that, the worker may give it the list of
// a packed folder, in the variable evsimFolder; and what a lesson keeps, by
// evsimLesson(id, text), before it asks for that.
package main

import (
	"context"
	"syscall/js"

	"evsim/internal/lab/answer"
)

func main() {
	limits := answer.Default()
	limits.AtOnce = 1
	config := answer.Config{Limits: limits, Code: ofCode}
	if list := js.Global().Get("evsimFolder"); list.Type() == js.TypeString {
		packed, err := answer.Unpack([]byte(list.String()))
		if err != nil {
			panic("engine: " + err.Error())
		}
		config.Folder = packed
		js.Global().Set("evsimLesson", js.FuncOf(func(_ js.Value, args []js.Value) any {
			return packed.Give(args[0].String(), []byte(args[1].String())) == nil
		}))
	}
	answers, err := answer.New(config)
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
