package partition

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/mincut"
	"github.com/tvcut/tvcut/core/internal/multilevel"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// Limits of minimum cuts. bandEffort and finalEffort are the largest number of half-edges visited, relative to those of
// the graph, for a cut of the multilevel search and for the best cut at the end. A minimum cut of a whole graph near its
// optimum visits about 4 to 20 times its half-edges.
const (
	bandShare   = 1. / 16 // share of the vertices in the widest band for a cut of the multilevel search, and in the first for the best cut
	bandEffort  = 5
	finalEffort = 24
)

// On graphs with at most recombinedGraph vertices, and for more than two parts, the number of tries is an upper limit: the
// multilevel search stops after patience consecutive tries that do not lower C, largePatience on graphs with more than largeGraph
// vertices. For two parts of larger graphs it makes all tries, and then searches the regions in which the best of them differ. In the
// same time that gains more than further tries. On graphs with more than cheapGraph vertices it makes tries of triedVertices vertices
// together, but fewestTries to mostTries. If cutAgreement tries have found the lowest C, more of them hardly ever lower it. Tries of
// large graphs follow one another instead of running at the same time; there are triesInTurn of them, so that the time does not rise
// by a step, and none within communities.
const (
	patience        = 16
	largePatience   = 1
	largeGraph      = 28000
	recombinedGraph = 300
	cheapGraph      = 4000
	triedVertices   = 240000
	fewestTries     = 4
	triesInTurn     = 3
	mostTries       = 16
	cutAgreement    = 3
	communityTries  = 4
)

// multilevel cuts the graph by the multilevel search. Without polishing, which would follow, it then runs the
// total-variation descent from the indicator of the cut.
func (r *bisector) multilevel() *bisection {
	opt := r.searchOptions()
	switch {
	case r.opt.Polish != MinCut:
	case opt.Recombine:
		opt.Polish = r.polishAlone
	default:
		opt.Polish = r.polishBand
	}
	opt.Observe = func(value, fraction float64) {
		r.startValues = append(r.startValues, value)
		r.reportSearch(value, fraction)
	}
	opt.ObserveStep = r.reportSearch
	opt.Spectral = r.spectralCut
	low, value := r.search(opt)
	b := &bisection{low: low, value: value}
	if r.opt.Polish == MinCut {
		return b
	}
	f0 := make([]float64, len(low))
	objective.Indicate(low, f0)
	d := r.newDescent()
	d.Start(f0)
	status := d.Explore(r.ctx, r.observer(d, 0, 0))
	r.totalInner += d.NInner
	return r.follow(d, status, 0)
}

// shortPaths is the least share of the vertices in the separators of graphs in which paths are short: 0.2 to 0.7 in random graphs,
// 0.06 and less in meshes.
const shortPaths = 0.1

// spectralCut returns the low of the level set of an approximate Fiedler vector that has the lowest C. On a graph with a small
// separator, such as a mesh, it returns nil: the eigensolver would take many steps there, and its cut would have a higher C than
// that of a try.
func (r *bisector) spectralCut() []bool {
	if float64(graph.LevelSeparator(r.graph)) < shortPaths*float64(r.graph.N()) {
		return nil
	}
	x := r.fiedler(0, triedMaxIter)
	_, threshold := objective.NewSweeper(r.energy).Best(x)
	low := make([]bool, len(x))
	for i, y := range x {
		low[i] = y <= threshold
	}
	if !slices.Contains(low, true) || !slices.Contains(low, false) { // the eigenvector has overflowed
		return nil
	}
	return low
}

// searchOptions returns the options of the multilevel search but its callbacks. A number of tries that the user gives is
// made in full.
func (r *bisector) searchOptions() multilevel.Options {
	n := r.graph.N()
	opt := multilevel.Options{Tries: r.opt.numStarts(n, mediumGraph), Threads: r.opt.NumThreads(), Patience: patience}
	opt.Seed, opt.Part, opt.Profile = r.opt.Seed, r.stream, r.profile
	if r.opt.NClusters == 2 {
		if n > recombinedGraph {
			opt.Recombine, opt.Agreement = true, cutAgreement
		}
		if n > cheapGraph {
			opt.Tries = cutTries(n, r.graph.NNZ())
		}
		if !r.opt.NStarts.Present && !memory.IsLarge(r.graph) {
			opt.CommunityTries, opt.Unions = communityTries, true
		}
		opt.Tries = r.opt.tries(opt.Tries)
	} else if n > largeGraph {
		opt.Patience = largePatience
	}
	if r.opt.NStarts.Present {
		opt.Patience, opt.Agreement, opt.PolishTries = opt.Tries, opt.Tries, opt.Recombine
	}
	return opt
}

// cutTries returns the largest number of tries for two parts of a graph with n vertices, more than cheapGraph, and the given
// number of half-edges.
func cutTries(n, halfEdges int) int {
	if memory.IsLargeSize(halfEdges) {
		return triesInTurn
	}
	return min(mostTries, max(fewestTries, triedVertices/n))
}

// polishBand lowers C of a cut of the graph by minimum cuts in a band around its border.
func (r *bisector) polishBand(_ *graph.CSR, _ []float64, low []bool, _ int) {
	r.polishIn(r.energy, low)
}

// polishAlone is polishBand on threads of its own, for calls at the same time. g is the graph or a smaller one made of it, and
// the band has the same number of vertices in both.
func (r *bisector) polishAlone(g *graph.CSR, mass []float64, low []bool, threads int) {
	rows := parallel.NewRows(g.Indptr, threads)
	defer rows.Close()
	r.polishIn(objective.NewEnergy(g, mass, r.lambda, rows), low)
}

// polishIn lowers C of a cut by minimum cuts in a band around its border.
func (r *bisector) polishIn(energy *objective.Energy, low []bool) {
	share := bandShare * float64(r.graph.N()) / float64(len(low))
	mincut.Improve(r.ctx, energy, low, mincut.Reach{From: min(1, share/4), To: min(1, share), Effort: bandEffort})
}

// polish lowers C of a cut by minimum cuts until they no longer lower it. If C became lower, or if there is no f yet, f
// becomes the indicator of the cut. Its status is Critical if the minimum cuts prove that it is a critical point of E.
func (r *bisector) polish(b *bisection) {
	value, status := r.polishFully(b.low)
	if value >= b.value && b.trace != nil {
		return
	}
	r.settle(b, value)
	b.status = status
}

// polishFully lowers C of S = {low}, in place, by minimum cuts until they no longer lower it. It returns C and Critical if the
// minimum cuts prove that the cut is a critical point of E, else Converged.
func (r *bisector) polishFully(low []bool) (value float64, status Status) {
	value, critical := mincut.Improve(r.ctx, r.energy, low, mincut.Reach{From: bandShare, To: 1, Effort: finalEffort})
	if critical {
		return value, Critical
	}
	return value, Converged
}

// settle makes f the centered indicator of the cut, whose C is the given value. E(f) is C.
func (r *bisector) settle(b *bisection, value float64) {
	b.value, b.energy, b.f = value, value, make([]float64, len(b.low))
	r.energy.CenterIndicator(b.low, b.f, r.opt.Descent.norm(r.energy.Total)*math.Sqrt(r.energy.Total))
	b.trace, b.status = append(b.trace, value), Converged
}
