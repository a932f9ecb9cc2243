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

// Limits of minimum cuts. bandShare is the share of the vertices in the widest band for a cut of the multilevel search, and
// in the first band for the best cut at the end. bandEffort and finalEffort are the largest numbers of half-edges visited
// for these cuts, relative to those of the graph. A minimum cut of a whole graph near its optimum visits about 4 to 20
// times its half-edges.
const (
	bandShare   = 1. / 16
	bandEffort  = 5
	finalEffort = 24
)

// Numbers of tries of the multilevel search, unless NStarts or FastEffort determines the number.
//
// On graphs with at most recombinedGraph vertices, and for more than two parts, each try is combined with the best cut so
// far, and the search ends after patience consecutive tries that do not lower C. For more than two parts of graphs with more
// than largeGraph vertices it ends after largePatience of them.
//
// For two parts of larger graphs, all tries come first. They end once cutAgreement tries have found the lowest C, since more
// tries hardly ever lower it then. The tries are then combined, and the regions in which the best of them differ are searched
// again, which lowers C more than further tries in the same time. If the tries have nothing in common, up to communityTries
// tries within communities follow. If the best try cuts at most unionEdges edges, unions of communities are combined with them:
// cuts of meshes and neighbour graphs with more vertices have more edges.
//
// For two parts of graphs with more than cheapGraph vertices, the number of tries is triedVertices over the number of
// vertices, but at least fewestTries and at most mostTries. The tries of a large graph (memory.IsLarge) run one after the
// other. To keep the time from rising abruptly at this size, there are only triesInTurn of them, and none within communities.
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
	unions          = 4
	unionEdges      = 64
)

// For two parts of graphs with more than recombinedGraph and at most cheapGraph vertices, other numbers give the lowest C in the
// same time. Sets grown on the coarsest graph take a quarter of a try there, and few of them find cuts as good as many do. The time
// is better spent on annealing, of one of annealedTries tries: on random graphs and networks it lowers C by up to some percent. Tries agree
// more often by chance. Unions of communities follow whatever the number of edges of the cut, and more of them.
const (
	smallAgreement = 5
	smallGrowths   = 8
	annealedTries  = 6
	smallUnions    = 16
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

// shortPaths is the share of the vertices that the level separator of a graph with short paths has at least. The share is
// 0.2 to 0.7 in random graphs, and 0.06 or less in meshes.
const shortPaths = 0.1

// spectralCut returns the level set of lowest C of an approximate Fiedler vector. On a graph with a small separator, such as
// a mesh, it returns nil: the eigensolver would take many steps there, and its cut would have a higher C than that of a try.
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

// searchOptions returns the options of the multilevel search without its callbacks. If the user gives the number of tries,
// all of them are made.
func (r *bisector) searchOptions() multilevel.Options {
	n := r.graph.N()
	opt := multilevel.Options{Tries: r.opt.numStarts(n, mediumGraph), Threads: r.opt.NumThreads(), Patience: patience}
	opt.Seed, opt.Part, opt.Profile = r.opt.Seed, r.stream, r.profile
	switch {
	case r.opt.NClusters == 2:
		r.setRecombination(&opt)
	case n > largeGraph:
		opt.Patience = largePatience
	}
	if r.opt.NStarts.Present {
		opt.Patience, opt.Agreement, opt.PolishTries = opt.Tries, opt.Tries, opt.Recombine
	}
	return opt
}

// setRecombination sets the options of the search for two parts.
func (r *bisector) setRecombination(opt *multilevel.Options) {
	n := r.graph.N()
	if n > cheapGraph {
		opt.Tries = cutTries(n, r.graph.NNZ())
	}
	opt.Tries = r.opt.tries(opt.Tries)
	if !r.opt.NStarts.Present && !memory.IsLarge(r.graph) {
		opt.CommunityTries, opt.Unions, opt.UnionEdges = communityTries, unions, unionEdges
	}
	if n <= recombinedGraph {
		return
	}
	opt.Recombine, opt.Agreement = true, cutAgreement
	if n <= cheapGraph {
		opt.Agreement, opt.Growths, opt.Anneals = smallAgreement, smallGrowths, opt.Tries/annealedTries
	}
	if n <= cheapGraph && !r.opt.NStarts.Present {
		opt.Unions, opt.UnionEdges = smallUnions, r.graph.NNZ()
	}
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
