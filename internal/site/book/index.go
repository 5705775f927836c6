package book

import (
	"fmt"

	"evsim/internal/escape"
)

// index is a script with the texts of the documents in one language, which
// searches read: pages as title and address, passages as the number of their
// page, the anchor, the heading and the words. A script is what a page may load
// that was opened from a disk.
func (b *book) index(language string) ([]byte, error) {
	pages, passages := [][2]string{}, [][4]any{}
	for _, d := range b.sorted() {
		if d.language != language || d.passages == nil {
			continue
		}
		for _, p := range d.passages {
			passages = append(passages, [4]any{len(pages), p.id, p.heading, p.text})
		}
		pages = append(pages, [2]string{d.title, address(d.name)})
	}
	text, err := escape.JSON(map[string]any{"pages": pages, "passages": passages})
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "(globalThis.evsimBook ??= {})[%s] = %s;\n", escape.JSString(language), text), nil
}
