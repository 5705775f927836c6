package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// entry is a file of an archive.
type entry struct {
	name string // with slashes
	mode fs.FileMode
	data []byte
}

func fileEntry(path, name string, mode fs.FileMode) (entry, error) {
	data, err := os.ReadFile(path)
	return entry{name, mode, data}, err
}

// archive packs the files of one target: as zip for Windows, else as tar.gz,
// below a folder that names the release.
func (r *release) archive(t target, entries []entry) error {
	top := fmt.Sprintf("evsim-%s-%s", r.version, t)
	pack, ending := tarball, ".tar.gz"
	if t.system == "windows" {
		pack, ending = zipped, ".zip"
	}
	data, err := pack(top, entries, r.date)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, top+ending), data, 0o644)
}

// inOrder sorts entries by name, so that the order in which they were made does
// not show.
func inOrder(entries []entry) []entry {
	entries = slices.Clone(entries)
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	return entries
}

// tarball is a gzipped archive of POSIX tar whose files have no owner and the
// given time.
func tarball(top string, entries []entry, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(zip)
	for _, e := range inOrder(entries) {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: top + "/" + e.name, Mode: int64(e.mode), Size: int64(len(e.data)), ModTime: at, Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := archive.Write(e.data); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	err = zip.Close()
	return out.Bytes(), err
}

func zipped(top string, entries []entry, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, e := range inOrder(entries) {
		h := &zip.FileHeader{Name: top + "/" + e.name, Method: zip.Deflate, Modified: at}
		h.SetMode(e.mode)
		w, err := archive.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(e.data); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return out.Bytes(), err
}

// checksums writes SHA256SUMS, as sha256sum -c reads it.
func (r *release) checksums(context.Context) error {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(r.out, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(data), e.Name())
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(text.String()), 0o644)
}
