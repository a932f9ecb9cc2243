package coarsen

import (
	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/memory"
)

// Saving says how a hierarchy saves memory. Unless weights are rounded, the levels do not depend on it, except for the order of
// the edges in a rebuilt level that was contracted in two steps.
//
// Rebuilding rounds weights to 16 bits unless all weights of a level are small whole numbers. The relative error of a weight
// is at most 2⁻⁹ for each level, and that of a cut with many edges is much smaller. The finest level and the rebuilt level
// have exact weights.
type Saving uint8

const (
	NoSaving   Saving = iota
	Packing           // weights of coarser levels are kept in fewer bits, and memory for a contraction is freed after it
	Rebuilding        // also, the second graph is computed again when it is needed, and its memory serves coarser levels
)

// sampled is the number of weights of a graph that Packing looks at. Weights that need 64 bits mostly do so from the first one.
const sampled = 1 << 10

// SavingFor returns how hierarchies of g save memory: by Packing, which takes no measurable time, unless g is small, and by
// Rebuilding, which takes some, if it is large.
func SavingFor(g *graph.CSR) Saving {
	switch {
	case memory.IsLarge(g):
		return Rebuilding
	case memory.IsCollected(g):
		return Packing
	}
	return NoSaving
}

// mode returns where the weights of the levels of g are computed first.
func (s Saving) mode(g *graph.CSR) mode {
	if s == Rebuilding || s == Packing && leastWidth(g.Data[:min(sampled, len(g.Data))]) != fullWidth {
		return inFewBits
	}
	return inGraph
}
