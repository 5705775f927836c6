package answer

import (
	"encoding/json"
	"errors"

	"evsim/internal/say"
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
	Status int
	Says   say.Text
	Hint   say.Text
}

// Error is what is wrong.
func (r *Refusal) Error() string { return r.Says.String() }

// Told is the same, in every language: see [say.OfError].
func (r *Refusal) Told() say.Text { return r.Says }

// Refuse is a refusal with a status of HTTP.
func Refuse(status int, hint say.Text, format say.Format, args ...any) *Refusal {
	return &Refusal{status, say.Of(format, args...), hint}
}

// Answer is the refusal as an answer.
func (r *Refusal) Answer() Answer {
	text, err := json.Marshal(struct {
		Error say.Both `json:"error"`
		Hint  say.Both `json:"hint"`
	}{say.InBoth(r.Says), say.InBoth(r.Hint)})
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
