package tabu

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

// contractMargin is the relative margin of a proof that an edge is not cut, far above the rounding errors.
const contractMargin = 1e-9

// blocks is a partition of the vertices into connected sets that are contracted, as a union-find structure.
type blocks struct {
	parent []int32
	count  int
}

func newBlocks(n int) *blocks {
	b := &blocks{parent: make([]int32, n), count: n}
	for i := range b.parent {
		b.parent[i] = int32(i)
	}
	return b
}

// root returns the vertex that stands for the block of vertex i.
func (b *blocks) root(i int32) int32 {
	for b.parent[i] != i {
		i = b.parent[i]
	}
	return i
}

// join unites the blocks of the roots i and j.
func (b *blocks) join(i, j int32) {
	b.parent[j] = i
	b.count--
}

// numbers returns the number of the block of every vertex.
func (b *blocks) numbers() []int32 {
	number, next := slices.Repeat([]int32{-1}, len(b.parent)), int32(0)
	block := make([]int32, len(b.parent))
	for i := range block {
		root := b.root(int32(i))
		if number[root] < 0 {
			number[root] = next
			next++
		}
		block[i] = number[root]
	}
	return block
}

// reduced returns the blocks that no partition of a criterion below value separates, and their number. Since B(m) ≤ M/k, an edge
// between two parts adds at least w k/M to the value, or w to the weight of the cut.
func (p *Problem) reduced(value float64) (block []int32, count int) {
	b := newBlocks(p.Graph.N())
	rate := float64(p.Criterion.K) / p.Criterion.Total
	if p.Criterion.Edges {
		rate = 1
	}
	for i := range p.Graph.N() {
		idx, w := p.Graph.Row(i)
		for e, j := range idx {
			if p.Fixed == nil && w[e]*rate > value*(1+contractMargin) { // w k/M > value
				if r, s := b.root(int32(i)), b.root(j); r != s {
					b.join(r, s)
				}
			}
		}
	}
	return b.numbers(), b.count
}

// reducedFully contracts the blocks of reduced until none is left, since parallel edges add up. It returns the contracted
// problem and the vertex of it that holds each vertex.
func (p *Problem) reducedFully(value float64) (*Problem, []int32) {
	all := newBlocks(p.Graph.N()).numbers()
	for q := p; ; {
		block, count := q.reduced(value)
		if count == q.Graph.N() {
			return q, all
		}
		q = q.contracted(block, count)
		for i, b := range all {
			all[i] = block[b]
		}
	}
}

// contracted returns the problem whose vertices are blocks.
func (p *Problem) contracted(block []int32, count int) *Problem {
	q := *p
	q.Mass = make([]float64, count)
	if p.Fixed != nil {
		q.Fixed = slices.Repeat([]int32{-1}, count)
	}
	var edges []graph.Edge
	for i, a := range block {
		q.Mass[a] += p.Mass[i]
		if p.Fixed != nil {
			q.Fixed[a] = max(q.Fixed[a], p.Fixed[i])
		}
		idx, w := p.Graph.Row(i)
		for e, j := range idx {
			if int(j) > i && block[j] != a {
				edges = append(edges, graph.Edge{I: int(a), J: int(block[j]), W: w[e]})
			}
		}
	}
	g, err := graph.FromEdges(count, edges)
	if err != nil {
		panic(err) // sums of weights in the safe range are valid weights
	}
	q.Graph = g
	return &q
}

// random returns the blocks that are left after contractions of random edges, drawn with probabilities proportional to their
// weights, as in D. R. Karger, "Global min-cuts in RNC", SODA 1993. There are at least the wanted number of them. No block has
// a fixed vertex and another vertex, or is heavier than a part may be. If within is given, no block spans two of its parts.
func (p *Problem) random(rng *rand.Rand, wanted int, within []int32) (block []int32, count int) {
	type drawn struct {
		key  float64
		i, j int32
	}
	var edges []drawn
	free := func(i int32) bool { return p.Fixed == nil || p.Fixed[i] < 0 }
	for i := range int32(p.Graph.N()) {
		idx, w := p.Graph.Row(int(i))
		for e, j := range idx {
			if j > i && w[e] > 0 && free(i) && free(j) && (within == nil || within[i] == within[j]) {
				edges = append(edges, drawn{rng.ExpFloat64() / w[e], i, j}) // the first of exponential times of rates w_e
			}
		}
	}
	slices.SortFunc(edges, func(x, y drawn) int { return cmp.Compare(x.key, y.key) })
	b, mass, most := newBlocks(p.Graph.N()), slices.Clone(p.Mass), slices.Max(p.Bounds.Most)
	for _, e := range edges {
		i, j := b.root(e.i), b.root(e.j)
		if b.count > wanted && i != j && mass[i]+mass[j] <= most {
			b.join(i, j)
			mass[i] += mass[j]
		}
	}
	return b.numbers(), b.count
}

// restricted returns the partition of count blocks that labels is, where block[i] is the block of vertex i.
func restricted(labels, block []int32, count int) []int32 {
	coarse := slices.Repeat([]int32{0}, count)
	for i, b := range block {
		coarse[b] = labels[i]
	}
	return coarse
}
