package multilevel

import "github.com/tvcut/tvcut/core/internal/plan"

// Options are the parameters of Cut. A field with its zero value has its default. The defaults find the best known cuts
// of meshes within about one percent, in about the time of eight coarsenings.
type Options struct {
	plan.CutSearch
	Seed    uint64 // seed of all random choices
	Part    int    // number of the graph among those cut under the same seed: each has random streams of its own
	Steps   int    // steps of Evolve
	Threads int    // goroutines; the result does not depend on it; default 1

	Coarsest int // vertices of the coarsest graph; default 60
	Carried  int // cuts kept while uncoarsening, fewer on the larger levels; default 2

	// Spectral, if not nil, returns a set S = {low} or nil. With Recombine it is called if the tries, and those within
	// communities, have nothing in common. The cut is refined and combined with those of the tries. On sparse random graphs
	// with two blocks, contraction leads to an arbitrary one of many cuts.
	Spectral func() []bool

	Profile *Profile // if not nil, records the cuts that are met, for λ = 1

	// Observe, if not nil, is called with the C of each try before it is combined, and the fraction of the search that is done.
	Observe func(value, fraction float64)
	// ObserveStep, if not nil, is called with the lowest C so far and the fraction of the search that is done: after every step
	// of Evolve, of Combine or of the evolution that follows the tries, after every annealing, and at the end of tries without an
	// evolution.
	ObserveStep func(value, fraction float64)
}

func (o Options) orDefaults() Options {
	set := func(v *int, value int) {
		if *v == 0 {
			*v = value
		}
	}
	set(&o.Tries, 4)
	set(&o.Patience, 3)
	set(&o.Agreement, o.Tries)
	set(&o.Threads, 1)
	set(&o.Coarsest, 60)
	set(&o.Growths, 24)
	set(&o.Carried, 2)
	return o
}
