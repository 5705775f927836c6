package explore

import (
	"fmt"
	"strconv"
	"strings"
)

// Identity names an exploration: everything that its result depends on, property
// after property. What was written of one exploration must not be taken for a
// part of another.
type Identity []Property

// Property is one thing that a result depends on.
type Property struct {
	Name  string `json:"name"` // as a user knows it, such as --set
	Value string `json:"value"`
}

// Differs says in words what is not the same in another identity; "": nothing.
func (d Identity) Differs(other Identity) string {
	var words []string
	for _, p := range d {
		was, has := other.value(p.Name)
		switch {
		case !has:
			words = append(words, fmt.Sprintf("%s is %s, and nothing is said of it there", p.Name, shownValue(p.Value)))
		case was != p.Value:
			words = append(words, fmt.Sprintf("%s is %s, and there it is %s", p.Name, shownValue(p.Value), shownValue(was)))
		}
	}
	for _, p := range other {
		if _, has := d.value(p.Name); !has {
			words = append(words, fmt.Sprintf("%s is not known here, and there it is %s", shownValue(p.Name), shownValue(p.Value)))
		}
	}
	return strings.Join(words, "; ")
}

// Value is that of a property; "" if it is not there.
func (d Identity) Value(name string) string {
	value, _ := d.value(name)
	return value
}

func (d Identity) value(name string) (value string, has bool) {
	for _, p := range d {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

// shownSize is how much of a value is shown, in bytes.
const shownSize = 80

func shownValue(text string) string {
	if text == "" {
		return "not given"
	}
	if len(text) > shownSize {
		text = text[:shownSize] + "..."
	}
	return strconv.Quote(text)
}
