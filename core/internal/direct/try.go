package direct

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/deadline"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/random"
)

// try finds partitions, in memory that it reuses.
type try struct {
	ctx      context.Context
	bounds   context.Context // ends later, so that partitions found by then are within their bounds
	opt      Options
	builder  coarsen.Builder
	work     *workspace
	rng      *rand.Rand
	seed     uint64 // of the functions in Options.Initial
	number   int    // number of the try or of the combination
	growths  int    // starts of growth for each cut of a coarsest graph in two
	cutEvery int    // one in cutEvery tries on a very small coarsest graph starts from cuts
	bisector *try   // bisects the coarsest graph for more than two parts
	threads  int    // goroutines within a try
	coarse   bool   // whether the graph is already a coarsest graph, where the cheaper refinements suffice
}

// newTry returns a try with the given number of goroutines within it.
func newTry(ctx context.Context, p *Problem, opt Options, threads int) *try {
	t := &try{ctx: ctx, bounds: deadline.Extended(ctx), opt: opt, threads: threads, growths: growths, cutEvery: cutEvery,
		work: newWorkspace(p.Graph.N(), p.Criterion.K)}
	if p.Criterion.Edges && p.Graph.N() > randomVertices {
		t.cutEvery = oftenCutEvery
	}
	if p.Criterion.K > 2 {
		t.bisector = &try{ctx: ctx, bounds: t.bounds, coarse: true, growths: growthsForParts}
		t.bisector.opt.LocalOnly = opt.LocalOnly
		if !p.Criterion.Edges || opt.LocalOnly {
			t.bisector.growths = fewGrowths
		}
	}
	return t
}

// numbered makes t the try with the given number, which determines its random choices.
func (t *try) numbered(number int) *try {
	t.rng = random.New(t.opt.Seed, random.Try, t.opt.Part, number)
	t.seed, t.number = t.opt.Seed+uint64(number), number
	return t
}

// join returns the combination of two partitions, or the first one if that is no worse. The number determines the random choices, and
// the other arguments are as in combine.
func (t *try) join(p *Problem, number int, a, b candidate, overload bool) candidate {
	t.rng, t.number = random.New(t.opt.Seed, random.Combination, t.opt.Part, number), number
	return t.joined(p, a, b, overload)
}

// joined is join with the random stream of the try.
func (t *try) joined(p *Problem, a, b candidate, overload bool) candidate {
	if combined := t.combine(p, a.labels, b.labels, overload); combined.precedes(a) {
		return combined
	}
	return a
}

// pass coarsens the graph, cuts the coarsest graph and refines the partition on every level. If CoarseTries is positive, it also
// searches a coarse level again. It returns nil if ctx ends before the coarsest graph is cut. Where the bounds are tight, some tries
// bisect the whole graph instead.
func (t *try) pass(p *Problem) []int32 {
	if bisects(t, p) {
		return bisected(t, p)
	}
	opt := coarsen.Options{Block: t.blocks(p)}
	memory.Collect(p.Graph)
	h := t.coarsen(p, opt, math.MaxInt)
	if t.ctx.Err() != nil {
		return nil
	}
	memory.Collect(p.Graph)
	coarsest := t.coarsest(p, h)
	if t.bisector != nil {
		t.bisector.rng, t.bisector.work = t.rng, newWorkspace(coarsest.Graph.N(), 2)
	}
	best := t.bestInitial(coarsest)
	if best == nil {
		return nil
	}
	u := t.uncoarsening(p, h, best, true)
	if level := coarseLevel(h); level > 0 && t.opt.CoarseTries > 0 && t.ctx.Err() == nil {
		u.to(level)
		t.searchAgain(p, u.state)
	}
	u.to(0)
	return u.labels
}

// blocks returns the sets of vertices within which vertices are contracted: communities, or the fixed vertices of each part
// and the free vertices. It returns nil, for one set, where the graph is already a coarsest graph.
func (t *try) blocks(p *Problem) []int32 {
	switch {
	case p.Fixed != nil:
		block := make([]int32, len(p.Fixed))
		for i, r := range p.Fixed {
			block[i] = r + 1
		}
		return block
	case t.coarse:
		return nil
	}
	defer t.gather().Close()
	community, _ := t.builder.Communities(t.ctx, p.Graph, 1, t.rng)
	return community
}

// combine refines a partition on a hierarchy in which only vertices are contracted that two partitions both keep together.
// On the coarsest graph, regions in which the two differ can change parts as a whole. It is the combine operator of
// P. Sanders and C. Schulz, "Distributed evolutionary graph partitioning", ALENEX 2012. overload says whether searches with
// overload are made. In combinations of tries they are not: they took a tenth of the time of all tries and combinations, and
// lowered the weight between parts by a thousandth.
func (t *try) combine(p *Problem, a, b []int32, overload bool) candidate {
	h := t.coarsen(p, coarsen.Options{Block: intersections(a, b)}, max(1, p.Graph.N()/combinedShare))
	u := t.uncoarsening(p, h, slices.Clone(coarsen.Restrict(h, a)), overload) // on one level, Restrict returns a itself
	u.to(0)
	return p.candidate(u.labels)
}

// intersections numbers the sets of vertices that two partitions both keep together, and returns the number of every
// vertex.
func intersections(a, b []int32) []int32 {
	block, number := make([]int32, len(a)), map[[2]int32]int32{}
	for i := range a {
		pair := [2]int32{a[i], b[i]}
		if i > 0 && pair == [2]int32{a[i-1], b[i-1]} { // often, and faster than the map
			block[i] = block[i-1]
			continue
		}
		n, known := number[pair]
		if !known {
			n = int32(len(number))
			number[pair] = n
		}
		block[i] = n
	}
	return block
}

// coarsen builds a hierarchy for a problem, whose coarsest graph has about the given number of vertices at most, or more for a
// part that may be no heavier than such a vertex.
func (t *try) coarsen(p *Problem, opt coarsen.Options, most int) *coarsen.Hierarchy {
	opt.Clusters, opt.Saving = true, coarsen.SavingFor(p.Graph)
	opt.Coarsest = min(most, max(minCoarsest, verticesPerPart*p.Criterion.K))
	opt.Limit = vertexLimit(t, p, p.Criterion.Total/float64(opt.Coarsest))
	defer t.gather().Close()
	return t.builder.Build(t.ctx, p.Graph, p.Mass, opt, t.rng)
}

// vertexLimit returns the largest mass of a coarse vertex for the mean mass of the vertices of the coarsest graph, so that its
// partitions can keep the bounds. For the weight between parts a tiny part can have a coarse vertex in every second try, since it
// would only be cut off on fine levels otherwise. For the value that gains nothing.
func vertexLimit(t *try, p *Problem, mean float64) float64 {
	switch {
	case p.Criterion.Edges && t.number%2 == 0 && hasTinyPart(p, mean):
		return slices.Min(p.Bounds.Most)
	case p.Criterion.Edges && p.Criterion.K > 2:
		return cutVertexShare * mean
	}
	return maxVertexShare * mean
}

// hasTinyPart reports whether some part must be lighter than a heavy vertex of a coarsest graph whose vertices have the given mean
// mass.
func hasTinyPart(p *Problem, mean float64) bool {
	return slices.Min(p.Bounds.Most) < maxVertexShare*mean
}

// gather returns the goroutines that coarsen a graph.
func (t *try) gather() *parallel.Team {
	t.builder.Team = parallel.NewTeam(t.threads)
	return t.builder.Team
}
