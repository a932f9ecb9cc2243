package partition

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/isolation"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/modularity"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/random"
)

// AutoClusters, as Options.NClusters, stands for the number of clusters that Run finds in the graph. Result.Evidence has Plateau and
// Stability, on which it depends.
const AutoClusters = 0

// withCount returns the options with a number of parts, and the stage that found it. opt.NClusters is AutoClusters.
func (p Problem) withCount(ctx context.Context, opt Options) (Options, modularity.Estimate, Stage, error) {
	start := time.Now()
	if err := p.checkCounted(&opt); err != nil {
		return opt, modularity.Estimate{}, Stage{}, err
	}
	e := p.count(ctx, &opt)
	e.K = min(e.K, p.numPositive())
	opt.NClusters = e.K
	return opt, e, Stage{Name: "number of clusters", Seconds: time.Since(start).Seconds(), Before: math.Inf(1), After: math.Inf(1)}, nil
}

// checkCounted returns *OptionError or *InputError if an option or an input is not valid, or says more about the parts than that their
// number is not known.
func (p Problem) checkCounted(opt *Options) error {
	one := *opt
	one.NClusters = 1
	with := ""
	switch {
	case p.Fixed != nil:
		with = "fixed"
	case p.PartWeights != nil:
		with = "part_weights"
	case p.Labels != nil || p.Starts != nil:
		with = "init"
	case opt.Asymmetry != 1:
		with = "asymmetry"
	default:
		return p.validate(one)
	}
	if err := one.Validate(p.Graph.N()); err != nil {
		return err
	}
	return &OptionError{"n_clusters", "an integer with " + with, "auto"}
}

// count returns the number of clusters: see modularity.Count. Vertices in pieces of less than Isolation.Vertices of mean mass are set
// aside. A graph of such pieces has one cluster.
func (p Problem) count(ctx context.Context, opt *Options) modularity.Estimate {
	numbers, whole := &opt.plan.Clusters, &kept{problem: p}
	mass, _ := p.measure(p.Graph, counted, 0)
	if pieces := isolation.NewPieces(p.Graph, mass); pieces != nil {
		vertices, _ := pieces.Kept(float64(opt.plan.Isolation.Vertices) * pieces.Total / float64(p.Graph.N()))
		if len(vertices) == 0 {
			return modularity.Estimate{K: 1}
		}
		whole.problem.Graph, whole.problem.VertexWeight = graph.Subgraph(p.Graph, vertices), graph.Values(p.VertexWeight, vertices)
	}
	g, mass := whole.inUnits(opt, counted)
	if objective.Total(g.Data) == 0 {
		return modularity.Estimate{K: 1}
	}
	threads := opt.NumThreads()
	if memory.IsLarge(g) {
		threads = 1
	}
	runs, tries := numbers.Runs, numbers.Tries
	if g.N() > numbers.LargeGraph {
		runs, tries = numbers.LargeRuns, 1
	}
	return modularity.Count(ctx, modularity.Partition{Graph: g, Mass: mass, Sweeps: numbers.Sweeps}, modularity.CountOptions{
		Runs: runs, Tries: tries, Floor: numbers.Floor, Plateau: numbers.Plateau, Stable: numbers.Stable, Threads: threads,
		Random: func(run int) *rand.Rand { return random.New(opt.Seed, random.Clusters, 0, run) }})
}
