package viewer

import (
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// BuildForTest bundles a module that stands in a string, as if it were a file
// of this folder.
func BuildForTest(t *testing.T, source string) string {
	t.Helper()
	return string(build(t, api.BuildOptions{Stdin: &api.StdinOptions{Contents: source, ResolveDir: ".", Loader: api.LoaderTS}}))
}
