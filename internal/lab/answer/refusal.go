package answer

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Statuses of answers are those of HTTP (RFC 9110, section 15), whichever way
// an answer takes.
const (
	statusOK                  = 200
	statusBadRequest          = 400
	statusNotFound            = 404
	statusTooLarge            = 413
	statusMethodNotAllowed    = 405
	statusServiceUnavailable  = 503
	statusInsufficientStorage = 507
)

// Refusal is an answer that is an error: what is wrong in one sentence, and
// what to do about it.
type Refusal struct {
	Status int    `json:"-"`
	Says   string `json:"error"`
	Hint   string `json:"hint"`
}

// Error is what is wrong.
func (r *Refusal) Error() string { return r.Says }

// Refuse is a refusal with a status of HTTP.
func Refuse(status int, hint, format string, args ...any) *Refusal {
	return &Refusal{status, fmt.Sprintf(format, args...), hint}
}

// Answer is the refusal as an answer.
func (r *Refusal) Answer() Answer {
	text, err := json.Marshal(r)
	if err != nil {
		panic("answer: a refusal is two texts: " + err.Error())
	}
	return Answer{r.Status, text}
}

// Failed is an error as an answer.
func Failed(err error) Answer {
	var r *Refusal
	if !errors.As(err, &r) {
		r = Refuse(statusServiceUnavailable, "", "%s", err)
	}
	return r.Answer()
}

// Shortened is a text from outside, for a message.
func Shortened(text string) string {
	const most = 100
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}
