package plan

import (
	"fmt"
	"slices"
	"strings"
)

// The names of stages, and of steps of them, that a search can do without.
const (
	MinimumCuts       = "minimum cuts"
	MulticlassDescent = "multiclass total-variation descent"
	EarlierPartition  = "refinement of an earlier partition"
	WithoutFixed      = "search without fixed vertices"
	Evolution         = "evolution"
	Exhaustive        = "exhaustive search"
	BranchAndBound    = "branch and bound"

	PairCuts     = "minimum cuts between parts" // steps of the direct search, as the next three
	BorderSearch = "search from all borders"
	Transfers    = "transfers"
	Bisections   = "bisections of the whole graph"

	DirectForTwo = "direct search for two parts" // beside the multilevel search, where parts have no bounds
)

// optional returns the names of all of them.
func optional() []string {
	return []string{MinimumCuts, MulticlassDescent, EarlierPartition, WithoutFixed, Evolution, Exhaustive, BranchAndBound, PairCuts,
		BorderSearch, Transfers, Bisections, DirectForTwo}
}

// Omits reports whether the stage of the given name is left out.
func (p *Plan) Omits(name string) bool { return slices.Contains(p.omitted, name) }

// omit leaves out a stage. Its name may have underscores for spaces.
func (p *Plan) omit(name string) error {
	name = strings.ReplaceAll(name, "_", " ")
	if !slices.Contains(optional(), name) {
		return fmt.Errorf("only these stages can be omitted: %s", strings.Join(optional(), ", "))
	}
	p.omitted = append(slices.Clone(p.omitted), name)
	return nil
}
