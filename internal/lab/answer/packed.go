package answer

import (
	"encoding/json"
	"fmt"
	"io/fs"

	"evsim/internal/escape"
	"evsim/internal/say"
)

// Packed is a folder as it was when it was packed into files, for a page that no
// server answers. What lessons keep lies in files of their own, so that it is not
// sent before somebody asks for it.
type Packed struct {
	Examples []example         `json:"examples"`
	Notes    []both            `json:"notes"`
	Files    map[string]string `json:"files"` // of what lessons keep, by their ids

	kept map[string]*withheld
}

// PackedFile is the name of the file that lists a folder.
const PackedFile = "folder.json"

// Pack packs a folder: every file by its name, and what was left out, and why.
func Pack(f *Folder, l Limits) (files map[string][]byte, notes []both, err error) {
	p := Packed{Files: map[string]string{}}
	p.Examples, p.Notes = f.list(l)
	files = map[string][]byte{}
	for _, e := range p.Examples {
		if e.Lesson == nil {
			continue
		}
		kept, err := f.lesson(e.ID, l)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", e.ID, err)
		}
		name := fmt.Sprintf("lessons/%d.json", len(p.Files)+1)
		if files[name], err = escape.JSON(kept); err != nil {
			return nil, nil, err
		}
		p.Files[e.ID] = name
	}
	files[PackedFile], err = escape.JSON(p)
	return files, p.Notes, err
}

// Unpack reads the list of a packed folder.
func Unpack(text []byte) (*Packed, error) {
	p := &Packed{kept: map[string]*withheld{}}
	if err := json.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("the list of the folder: %w", err)
	}
	return p, nil
}

// Give gives it what a lesson keeps, as its file has it.
func (p *Packed) Give(id string, text []byte) error {
	kept := &withheld{}
	if err := json.Unmarshal(text, kept); err != nil {
		return fmt.Errorf("what %s keeps: %w", id, err)
	}
	p.kept[id] = kept
	return nil
}

func (p *Packed) list(Limits) ([]example, []both) { return p.Examples, p.Notes }

func (p *Packed) lesson(id string, _ Limits) (*withheld, error) {
	if kept := p.kept[id]; kept != nil {
		return kept, nil
	}
	if p.Files[id] != "" {
		return nil, say.Errorf("its file was not loaded")
	}
	return nil, fs.ErrNotExist
}
