package core_test

import (
	"go/ast"
	"go/parser"
	"go/token"
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

// allowedImports lists the packages of core that each package of core may import. Test packages are not listed.
var allowedImports = map[string][]string{
	"graph":                {"internal/parallel"},
	"internal/parallel":    {},
	"internal/random":      {},
	"internal/memory":      {"graph"},
	"internal/objective":   {"graph", "internal/parallel"},
	"internal/kernel":      {"graph", "internal/parallel"},
	"internal/rof":         {"graph", "internal/kernel", "internal/parallel"},
	"internal/descent":     {"graph", "internal/objective", "internal/parallel", "internal/rof"},
	"internal/mincut":      {"graph", "internal/memory", "internal/objective", "internal/parallel"},
	"internal/queue":       {},
	"internal/evolution":   {"internal/parallel", "internal/random"},
	"internal/locality":    {"graph", "internal/memory", "internal/parallel"},
	"internal/deadline":    {},
	"internal/coarsen":     {"graph", "internal/memory", "internal/objective", "internal/parallel"},
	"internal/plan":        {"internal/memory"},
	"internal/multilevel":  {"graph", "internal/coarsen", "internal/evolution", "internal/memory", "internal/objective", "internal/parallel", "internal/plan", "internal/queue", "internal/random"},
	"internal/spectral":    {"graph", "internal/parallel"},
	"internal/direct":      {"graph", "internal/coarsen", "internal/deadline", "internal/evolution", "internal/memory", "internal/mincut", "internal/objective", "internal/parallel", "internal/plan", "internal/queue", "internal/random"},
	"internal/constrained": {"graph", "internal/coarsen", "internal/objective", "internal/parallel", "internal/queue", "internal/random"},
	"internal/separator":   {"graph", "internal/coarsen", "internal/queue"},
	"internal/ordering":    {"graph", "internal/objective", "internal/separator"},
	"internal/consensus":   {"graph", "internal/parallel", "internal/random"},
	"internal/isolation":   {"graph", "internal/direct", "internal/objective", "internal/plan"},
	"internal/modularity":  {"graph", "internal/coarsen", "internal/objective", "internal/parallel", "internal/queue"},
	"internal/exact":       {"graph", "internal/objective"},
	"internal/tree":        {"graph", "internal/objective"},
	"internal/limits":      {"internal/objective"},
	"internal/units":       {"graph", "internal/objective", "internal/parallel"},
	"internal/bisect":      {"graph", "internal/descent", "internal/direct", "internal/memory", "internal/mincut", "internal/multilevel", "internal/objective", "internal/parallel", "internal/plan", "internal/random", "internal/rof", "internal/spectral", "internal/tree"},
	"internal/portfolio":   {"graph", "internal/bisect", "internal/consensus", "internal/deadline", "internal/descent", "internal/direct", "internal/exact", "internal/memory", "internal/multilevel", "internal/objective", "internal/parallel", "internal/plan", "internal/random", "internal/tree"},
	"blocks":               {},
	"partition": {"graph", "internal/bisect", "internal/constrained", "internal/deadline", "internal/descent", "internal/direct", "internal/isolation", "internal/limits", "internal/locality", "internal/memory", "internal/modularity", "internal/multilevel", "internal/objective",
		"internal/ordering", "internal/parallel", "internal/plan", "internal/portfolio", "internal/random", "internal/rof", "internal/separator", "internal/spectral", "internal/tree", "internal/units"},
}

// goList runs go list with the given arguments and returns the lines of its output.
func goList(t *testing.T, args ...string) []string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1") // otherwise go list omits files that use cgo
	out, err := cmd.Output()
	if e, ok := err.(*exec.ExitError); ok {
		t.Fatalf("go list %v: %s", args, e.Stderr)
	}
	require.NoError(t, err)
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// packages returns the packages of core that have non-test files, relative to core.
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

func TestImportsAreAllowed(t *testing.T) {
	table, err := os.ReadFile("../CONTRIBUTING.md")
	require.NoError(t, err)
	const testPackage = "internal/testgraph"
	for _, name := range packages(t) {
		if name == testPackage {
			continue
		}
		assert.Contains(t, string(table), "| core/"+name+" |", "CONTRIBUTING.md says what a package holds")
		allowed, ok := allowedImports[name]
		if !assert.True(t, ok, "package %s is not in allowedImports", name) {
			continue
		}
		for _, dep := range goList(t, "-f", `{{join .Imports "\n"}}`, root+name) {
			if dep, ours := strings.CutPrefix(dep, root); ours {
				assert.Contains(t, allowed, dep, "%s must not import %s", name, dep)
			}
		}
	}
}

// Only the total-variation descent, and what runs it, depends on the package with assembly.
func TestOnlyTheDescentUsesAssembly(t *testing.T) {
	for name := range allowedImports {
		switch name {
		case "internal/kernel", "internal/rof", "internal/descent", "internal/bisect", "internal/portfolio", "partition":
			continue
		}
		assert.NotContains(t, goList(t, "-deps", root+name), root+"internal/kernel", name)
	}
}

// Users can import graph, partition and blocks only. All other packages are internal.
func TestPublicPackages(t *testing.T) {
	for _, name := range packages(t) {
		public := name == "graph" || name == "partition" || name == "blocks"
		assert.Equal(t, !public, strings.HasPrefix(name, "internal/"), name)
	}
}

// Packages of core do not print, do not read the environment and do not use cgo.
func TestNoOutputNoEnvironmentNoCgo(t *testing.T) {
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

// A type with more methods has several tasks. Functions that take it do not count.
func TestTypesHaveFewMethods(t *testing.T) {
	methods := map[string]int{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil {
				methods[filepath.Dir(path)+"."+receiver(f.Recv.List[0].Type)]++
			}
		}
		return err
	})
	require.NoError(t, err)
	for name, count := range methods {
		assert.LessOrEqual(t, count, 20, name)
	}
	assert.Contains(t, methods, "graph.CSR")
}

// receiver returns the name of the type of a receiver.
func receiver(x ast.Expr) string {
	switch e := x.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
