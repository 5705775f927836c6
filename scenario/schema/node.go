package schema

import (
	"bytes"
	"encoding/json"
)

// node is a JSON Schema, of the keywords that scenarios need, in the order in
// which it is written.
type node struct {
	Schema       string   `json:"$schema,omitempty"`
	Title        string   `json:"title,omitempty"`
	Description  string   `json:"description,omitempty"`
	Ref          string   `json:"$ref,omitempty"`
	Type         any      `json:"type,omitempty"` // a string or a list of them
	Const        any      `json:"const,omitempty"`
	Enum         []any    `json:"enum,omitempty"`
	Pattern      string   `json:"pattern,omitempty"`
	PatternError string   `json:"patternErrorMessage,omitempty"` // what editors say; no keyword of JSON Schema
	MinLength    int      `json:"minLength,omitempty"`
	MaxLength    int      `json:"maxLength,omitempty"`
	Minimum      *int64   `json:"minimum,omitempty"`
	Maximum      *int64   `json:"maximum,omitempty"`
	Items        *node    `json:"items,omitempty"`
	MinItems     int      `json:"minItems,omitempty"`
	Unique       bool     `json:"uniqueItems,omitempty"`
	Properties   members  `json:"properties,omitempty"`
	Names        *node    `json:"propertyNames,omitempty"`
	Required     []string `json:"required,omitempty"`
	Least        int      `json:"minProperties,omitempty"`
	Most         int      `json:"maxProperties,omitempty"`
	Others       any      `json:"additionalProperties,omitempty"` // false or a *node
	AllOf        []*node  `json:"allOf,omitempty"`
	AnyOf        []*node  `json:"anyOf,omitempty"`
	OneOf        []*node  `json:"oneOf,omitempty"`
	Not          *node    `json:"not,omitempty"`
	If           *node    `json:"if,omitempty"`
	Then         *node    `json:"then,omitempty"`
	Else         *node    `json:"else,omitempty"`
	Definitions  members  `json:"definitions,omitempty"`
}

// members are schemas by name, in their order.
type members []member

type member struct {
	name string
	node *node
}

// MarshalJSON keeps the order, which a map would lose (json.Marshaler).
func (ms members) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range ms {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := marshal(m.name)
		if err != nil {
			return nil, err
		}
		value, err := marshal(m.node)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// marshal is json.Marshal with < and > as they are: people read schemas.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// never is what no value fits.
const never = false

func ref(name string) *node { return &node{Ref: "#/definitions/" + name} }

func text(pattern string) *node { return &node{Type: "string", Pattern: pattern} }

func words(list []string) []any {
	out := make([]any, len(list))
	for i, w := range list {
		out[i] = w
	}
	return out
}

func needs(keys ...string) *node { return &node{Required: keys} }
