package syntax

import (
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
	"evsim/sim"
)

// Piece is a part of a file as it is written: for tools that deal with the
// file's YAML and not with what it means.
type Piece struct {
	Kind  PieceKind
	Style Style
	Text  string  // of a text or null, without its quotes
	Pos   sim.Pos // where it begins
	Kids  []Piece // the items of a list; key, value, key, value ... of a mapping
}

// PieceKind is what a piece is.
type PieceKind uint8

// The kinds of pieces.
const (
	PieceText    = PieceKind(nodeText)    // any scalar but null
	PieceNull    = PieceKind(nodeNull)    // null, or nothing at all
	PieceList    = PieceKind(nodeList)    // Kids are items
	PieceMapping = PieceKind(nodeMapping) // Kids are keys and values
)

// Style is how a piece is written.
type Style uint8

// The styles.
const (
	StylePlain  Style = iota // a text without quotes
	StyleDouble              // in double quotes
	StyleSingle              // in single quotes
	StyleBlock               // a text behind `|` or `>`; a list or mapping with a line for each entry
	StyleFlow                // a list or mapping in brackets
	StyleNone                // nothing is written, which is null
)

// Pieces reads the YAML of a file and nothing more: when the file has what the
// language takes no YAML for, the Piece is nil, and the Diagnostics say what.
func Pieces(file string, src []byte) (*Piece, diagnostic.List) {
	p := &parser{file: file, src: string(src), sc: &script.Tree{File: file}}
	var root *node
	if p.readable() {
		root = p.tree()
	}
	diags := p.diags.Sorted(p.missed)
	if diags.Failed() {
		return nil, diags
	}
	piece := root.piece()
	return &piece, diags
}

func (n *node) piece() Piece {
	piece := Piece{Kind: PieceKind(n.kind), Style: n.style, Text: n.text, Pos: n.pos}
	if n.style == StyleNone {
		piece.Text = ""
	}
	for i := range n.kids {
		piece.Kids = append(piece.Kids, n.kids[i].piece())
	}
	return piece
}
