package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/CycloneDX/cyclonedx-go"
)

// materials writes the bill of materials, in the format of CycloneDX 1.6: Go,
// each module that is linked on any system, and each package of the pages.
func (r *release) materials(ctx context.Context) error {
	parts, err := r.modules(ctx)
	if err != nil {
		return err
	}
	pages, err := r.pagePackages()
	if err != nil {
		return err
	}
	own := component(cyclonedx.ComponentTypeApplication, "evsim", r.version, "pkg:golang/evsim@"+r.version)
	parts = append(parts, pages...)
	slices.SortFunc(parts, func(a, b cyclonedx.Component) int { return strings.Compare(a.PackageURL, b.PackageURL) })
	parts = slices.CompactFunc(parts, func(a, b cyclonedx.Component) bool { return a.PackageURL == b.PackageURL })
	bill := cyclonedx.NewBOM()
	bill.Metadata = &cyclonedx.Metadata{Timestamp: r.date.Format(time.RFC3339), Component: &own}
	bill.Components = &parts
	var out bytes.Buffer
	encoder := cyclonedx.NewBOMEncoder(&out, cyclonedx.BOMFileFormatJSON).SetPretty(true)
	if err := encoder.EncodeVersion(bill, cyclonedx.SpecVersion1_6); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, "evsim-"+r.version+".cdx.json"), out.Bytes(), 0o644)
}

func component(kind cyclonedx.ComponentType, name, version, url string) cyclonedx.Component {
	return cyclonedx.Component{BOMRef: url, Type: kind, Name: name, Version: version, PackageURL: url}
}

// modules asks Go what it links.
func (r *release) modules(ctx context.Context) ([]cyclonedx.Component, error) {
	version, err := output(ctx, r.root, "go", "env", "GOVERSION")
	if err != nil {
		return nil, err
	}
	version = strings.TrimPrefix(version, "go")
	parts := []cyclonedx.Component{component(cyclonedx.ComponentTypeLibrary, "std", version, "pkg:golang/std@"+version)}
	for _, t := range r.targets {
		list, err := output(ctx, r.root, "env", "GOOS="+t.system, "GOARCH="+t.processor, "CGO_ENABLED=0",
			"go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "./cmd/evsim")
		if err != nil {
			return nil, err
		}
		for line := bufio.NewScanner(strings.NewReader(list)); line.Scan(); {
			if name, version, ok := strings.Cut(line.Text(), " "); ok {
				parts = append(parts, component(cyclonedx.ComponentTypeLibrary, name, version, "pkg:golang/"+name+"@"+version))
			}
		}
	}
	return parts, nil
}

// pagePackages are those of npm that are in the pages: the ones of package.json
// whose sources are kept beside them.
func (r *release) pagePackages() ([]cyclonedx.Component, error) {
	viewer := filepath.Join(r.root, "internal", "viewer")
	text, err := os.ReadFile(filepath.Join(viewer, "package.json"))
	if err != nil {
		return nil, err
	}
	var p struct{ DevDependencies map[string]string }
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, err
	}
	var parts []cyclonedx.Component
	for name, version := range p.DevDependencies {
		if _, err := os.Stat(filepath.Join(viewer, "vendor", filepath.FromSlash(name))); err == nil {
			url := "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + version
			parts = append(parts, component(cyclonedx.ComponentTypeLibrary, name, version, url))
		}
	}
	return parts, nil
}
