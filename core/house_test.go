package core_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const root = "github.com/tvcut/tvcut/core/"

// layers lists the packages of core from the lowest up. A package may import those of lower layers only,
// so that arrows run one way. Packages for tests alone are not listed.
var layers = [][]string{
	{"internal/par"},
	{"graph"},
	{"kernel"},
	{"rof"},
	{"cut"},
	{"mincut", "multilevel", "spectral"},
	{"multiclass"},
	{"partition"},
}

// goList runs go list and returns its lines.
func goList(t *testing.T, args ...string) []string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1") // without cgo its files would be hidden
	out, err := cmd.Output()
	if e, ok := err.(*exec.ExitError); ok {
		t.Fatalf("go list %v: %s", args, e.Stderr)
	}
	require.NoError(t, err)
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// packages returns the packages of core with program files, without the root.
func packages(t *testing.T) []string {
	var names []string
	for _, path := range goList(t, "-f", "{{if .GoFiles}}{{.ImportPath}}{{end}}", "./...") {
		name := strings.TrimPrefix(path, root)
		if path != "" {
			names = append(names, name)
		}
	}
	return names
}

func TestNoCgo(t *testing.T) {
	for _, line := range goList(t, "-f", "{{.ImportPath}} {{.CgoFiles}}", "./...") {
		assert.True(t, strings.HasSuffix(line, " []"), line)
	}
	format := "{{if not .Standard}}{{.ImportPath}} {{.CgoFiles}}{{end}}"
	for _, line := range goList(t, "-deps", "-f", format, "./...") {
		assert.True(t, strings.HasSuffix(line, " []"), line)
	}
}

func TestArrowsRunOneWay(t *testing.T) {
	height := map[string]int{}
	for h, names := range layers {
		for _, name := range names {
			height[name] = h
		}
	}
	const tests = "internal/testgraph"
	for _, name := range packages(t) {
		if name == tests {
			continue
		}
		h, ok := height[name]
		if !assert.True(t, ok, "package %s has no layer", name) {
			continue
		}
		for _, dep := range goList(t, "-deps", root+name) {
			dep, ours := strings.CutPrefix(dep, root)
			if !ours || dep == name {
				continue
			}
			lower, ok := height[dep]
			assert.True(t, ok && lower < h, "%s must not depend on %s", name, dep)
		}
	}
}

func TestSilentAndHermetic(t *testing.T) {
	forbidden := []string{"fmt.Print", "os.Getenv", "os.LookupEnv", `import "C"`, `"os"`, `"log"`, "println("}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, f := range forbidden {
			assert.NotContains(t, string(text), f, path)
		}
		return err
	})
	require.NoError(t, err)
}
