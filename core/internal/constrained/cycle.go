package constrained

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// improve repairs a partition and improves it. It returns the best partition found and its score.
func (p *Problem) improve(ctx context.Context, opt Options, rng *rand.Rand, labels []int32) ([]int32, Score) {
	best := slices.Clone(labels)
	score := p.Score(best)
	current := slices.Clone(labels)
	team := parallel.NewTeam(opt.Threads)
	defer team.Close()
	b := &coarsen.Builder{Team: team}
	failed := 0
	for range opt.Cycles {
		p.separate(ctx, current)
		if p.Connected {
			p.connect(current)
		}
		occupy(p, current)
		current = p.cycle(ctx, b, rng, current)
		if s := p.Score(current); s.Precedes(score) {
			score, failed = s, 0
			copy(best, current)
		} else {
			failed++
		}
		if ctx.Err() != nil || failed > 1 {
			break
		}
	}
	return best, score
}

const (
	verticesPerPart = 30  // vertices of the coarsest graph for each part
	leastCoarsest   = 120 // least number of vertices of the coarsest graph
)

// fresh returns a partition that is found by a multilevel search: the coarsest graph is cut by recursive bisection.
func (p *Problem) fresh(ctx context.Context, opt Options, rng *rand.Rand) []int32 {
	team := parallel.NewTeam(opt.Threads)
	defer team.Close()
	return p.cycle(ctx, &coarsen.Builder{Team: team}, rng, nil)
}

// cycle improves a partition on the levels of a hierarchy along it, from the coarsest to the finest.
func (p *Problem) cycle(ctx context.Context, b *coarsen.Builder, rng *rand.Rand, labels []int32) []int32 {
	h := b.Build(ctx, p.Graph, weightsOf(p), coarsen.Options{Coarsest: max(leastCoarsest, verticesPerPart*p.Criterion.K),
		Clusters: true, Adjacent: true, Block: blocksOf(p, labels)}, rng)
	problems := []*Problem{p}
	fine := [][]int32{make([]int32, p.Graph.N())}
	copy(fine[0], labels)
	for level := 1; level < len(h.Levels); level++ {
		problems = append(problems, coarserProblem(problems[level-1], h, level))
		coarse := make([]int32, len(h.Levels[level].Mass))
		for i, c := range h.Levels[level-1].Parent {
			coarse[c] = fine[level-1][i]
		}
		fine = append(fine, coarse)
	}
	if labels == nil {
		coarsest := *problems[len(problems)-1]
		coarsest.Graph = h.Coarsest().Graph
		start := coarsest.bisected(ctx, rng)
		if fine[len(fine)-1] = start; p.Connected {
			coarsest.connect(start)
		}
		occupy(&coarsest, start)
	}
	for level := len(h.Levels) - 1; level >= 0; level-- {
		if level < len(h.Levels)-1 {
			for i, c := range h.Levels[level].Parent {
				fine[level][i] = fine[level+1][c]
			}
		}
		problems[level].refine(ctx, h.At(level).Graph, fine[level])
	}
	return fine[0]
}

// passes is the largest number of passes on a level.
const passes = 6

// refine improves a partition of one level in place.
func (p *Problem) refine(ctx context.Context, g *graph.CSR, labels []int32) {
	q := *p
	q.Graph = g
	s := newState(ctx, &q, labels)
	s.relieve()
	widen(s)
	for range 2 {
		price := firstPrice(s)
		for t := range 4 * passes {
			if improved := s.pass(price); ctx.Err() != nil || !improved && t > 2 && (s.excess() == 0 || t >= passes) {
				break
			}
			price *= 2
		}
		if s.excess() == 0 {
			break
		}
		s.relieve()
	}
}

// firstPrice returns the price of a unit of excess in the first pass: a vertex of mean mass has a quarter of the mean share of a border vertex in
// the value.
func firstPrice(s *state) float64 {
	border := 1
	for i, a := range s.labels {
		if n := s.links.size[i]; n > 1 || n == 1 && s.links.of(int32(i))[0].part != a {
			border++
		}
	}
	return 0.25 * s.value() / float64(border) * float64(len(s.labels))
}

// widen sets the mass by which a part may exceed its upper bounds within a pass: that of the heaviest vertex, but at most a share of the
// mean mass of a part.
func widen(s *state) {
	const share = 0.05
	for c, column := range s.Columns {
		lightest, heaviest := column.Mass[0], 0.0
		for _, m := range column.Mass {
			lightest, heaviest = min(lightest, m), max(heaviest, m)
		}
		s.room[c] = min(heaviest, max(lightest, share*s.total[c]/float64(s.k)))
	}
}

// weightsOf returns the mass of each vertex by which coarsening limits the vertices of coarser graphs: Σ_c m_ic/M_c.
func weightsOf(p *Problem) []float64 {
	if len(p.Columns) == 1 {
		return p.Columns[0].Mass
	}
	sum := make([]float64, p.Graph.N())
	for _, c := range p.Columns {
		total := objective.Total(c.Mass)
		for i, m := range c.Mass {
			if total > 0 {
				sum[i] += m / total
			}
		}
	}
	return sum
}

// blocksOf returns the blocks of vertices that may be contracted: those of one part and one home. Without a partition, vertices that are
// fixed in different parts are in different blocks, and each vertex that must lie apart from others is in a block of its own.
func blocksOf(p *Problem, labels []int32) []int32 {
	k, n := int32(p.Criterion.K), int32(p.Graph.N())
	if labels != nil && p.Home == nil {
		return labels
	}
	block := make([]int32, n)
	for i := range n {
		switch {
		case labels != nil:
			block[i] = labels[i]
		case p.Fixed != nil && p.Fixed[i] >= 0:
			block[i] = p.Fixed[i]
		default:
			block[i] = k
		}
		if p.Home != nil {
			block[i] = block[i]*k + p.Home[i]
		}
		if labels == nil && len(p.Apart.Of(i)) > 0 {
			block[i] = -i - 1
		}
	}
	return block
}

// coarserProblem returns the problem on the given level of a hierarchy, without its graph. The problem is that of the level before.
func coarserProblem(p *Problem, h *coarsen.Hierarchy, level int) *Problem {
	q, parent, n := *p, h.Levels[level-1].Parent, len(h.Levels[level].Mass)
	q.Graph, q.Volume = nil, nil
	if p.Volume != nil {
		q.Criterion.Edges = true
	}
	q.Columns = slices.Clone(p.Columns)
	for c := range q.Columns {
		q.Columns[c].Mass = make([]float64, n)
		for i, m := range p.Columns[c].Mass {
			q.Columns[c].Mass[parent[i]] += m
		}
	}
	q.Fixed, q.Home, q.Component = inherited(p.Fixed, parent, n), inherited(p.Home, parent, n), inherited(p.Component, parent, n)
	if p.Apart != nil {
		var pairs [][2]int32
		for i := range int32(len(parent)) {
			for _, j := range p.Apart.Of(i) {
				if i < j {
					pairs = append(pairs, [2]int32{parent[i], parent[j]})
				}
			}
		}
		q.Apart = NewPairs(n, pairs)
	}
	return &q
}

// inherited returns the largest of the values of the vertices in each coarse vertex; nil for nil.
func inherited(fine, parent []int32, n int) []int32 {
	if fine == nil {
		return nil
	}
	coarse := slices.Repeat([]int32{-1}, n)
	for i, c := range parent {
		coarse[c] = max(coarse[c], fine[i])
	}
	return coarse
}
