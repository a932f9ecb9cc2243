// Package modularity computes and raises the modularity of a partition into a given number of parts.
package modularity

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// Of returns the modularity
//
//	Q = Σ_r (w(A_r, A_r)/W − (vol(A_r)/W)²),   w(A_r, A_r) = Σ_{i,j∈A_r} w_ij,   vol(A_r) = Σ_{i∈A_r} deg_i,   W = Σ_i deg_i
//
// of a partition into k parts: M. E. J. Newman and M. Girvan, "Finding and evaluating community structure in networks",
// Physical Review E 69, 026113 (2004), eq. 5, for weighted edges. It is NaN for a graph without edges.
func Of(g *graph.CSR, labels []int32, k int) float64 {
	volume, inside, total := make([]float64, k), 0.0, 0.0
	for i, a := range labels {
		idx, w := g.Row(i)
		for e, j := range idx {
			volume[a] += w[e]
			if labels[j] == a {
				inside += w[e]
			}
		}
	}
	for _, v := range volume {
		total += v
	}
	q := inside / total
	for _, v := range volume {
		q -= (v / total) * (v / total)
	}
	return q
}

// OfChance returns about the largest modularity of the partitions of a sparse random graph of the same density:
//
//	0.97/√d,   d = (Σ_ij w_ij)²/(n Σ_ij w_ij²)
//
// by J. Reichardt and S. Bornholdt, "When are networks truly modular?", Physica D 224 (2006). For equal weights d is the mean
// number of neighbours; edges of small weight count less.
func OfChance(g *graph.CSR) float64 {
	sum, squares := 0.0, 0.0
	for _, w := range g.Data {
		sum += w
		squares += w * w
	}
	return 0.97 * math.Sqrt(float64(g.N())*squares) / sum
}

// Partition is a partition whose modularity is to be raised.
type Partition struct {
	Graph  *graph.CSR
	Mass   []float64 // m_i > 0
	Labels []int32   // part of each vertex; not changed
	K      int
	Least  float64 // least mass of a part; a lighter part loses no vertices
	Sweeps int     // largest number of sweeps over all vertices of a graph
}

// Raise moves single vertices, in random order, to the part of one of their neighbours for which the modularity rises most, until
// none does or ctx ends. It is the local moving of V. D. Blondel, J.-L. Guillaume, R. Lambiotte and E. Lefebvre, "Fast unfolding of
// communities in large networks", J. Stat. Mech. P10008 (2008), at a fixed number of parts.
func Raise(ctx context.Context, p Partition, rng *rand.Rand) []int32 {
	s := newState(p)
	s.sweep(ctx, rng)
	return s.labels
}

// state is a partition while its modularity is raised.
type state struct {
	Partition
	labels []int32
	degree []float64
	volume []float64 // vol(A_r)
	size   []float64 // m(A_r)
	total  float64   // W
	toward []float64 // weight between a vertex and each part, all 0 between uses
	parts  []int32   // parts with a neighbour of a vertex
}

func newState(p Partition) *state {
	degree := p.Graph.Degrees()
	return &state{Partition: p, labels: slices.Clone(p.Labels), degree: degree, volume: objective.Sizes(degree, p.Labels, p.K),
		size: objective.Sizes(p.Mass, p.Labels, p.K), total: objective.Total(degree), toward: make([]float64, p.K)}
}

// verticesPerLook is the number of vertices that a sweep visits between two looks at the context.
const verticesPerLook = 1 << 13

// sweep moves vertices until none raises the modularity.
func (s *state) sweep(ctx context.Context, rng *rand.Rand) {
	for range s.Sweeps {
		moved := false
		for visited, i := range rng.Perm(s.Graph.N()) {
			if visited%verticesPerLook == verticesPerLook-1 && ctx.Err() != nil {
				return
			}
			moved = s.moveBest(int32(i)) || moved
		}
		if !moved || ctx.Err() != nil {
			return
		}
	}
}

// moveBest moves vertex i to the part for which the modularity rises most, and reports whether it rises.
func (s *state) moveBest(i int32) bool {
	a := s.labels[i]
	if s.size[a]-s.Mass[i] < s.Least {
		return false
	}
	s.gather(i)
	best, most := a, s.attraction(i, a, s.volume[a]-s.degree[i])
	least := most + objective.Rounding*s.degree[i] // a smaller rise is a rounding error
	for _, b := range s.parts {
		if x := s.attraction(i, b, s.volume[b]); b != a && x > max(most, least) {
			best, most = b, x
		}
	}
	for _, b := range s.parts {
		s.toward[b] = 0
	}
	if best == a {
		return false
	}
	s.labels[i] = best
	s.volume[a] -= s.degree[i]
	s.volume[best] += s.degree[i]
	s.size[a] -= s.Mass[i]
	s.size[best] += s.Mass[i]
	return true
}

// gather sums the weights between vertex i and each part with a neighbour of it.
func (s *state) gather(i int32) {
	s.parts = s.parts[:0]
	idx, w := s.Graph.Row(int(i))
	for e, j := range idx {
		b := s.labels[j]
		if s.toward[b] == 0 {
			s.parts = append(s.parts, b)
		}
		s.toward[b] += w[e]
	}
}

// attraction returns w(i, A_b) − deg_i vol(A_b)/W for a part of the given volume without vertex i. A move from part a to part b raises Q
// by 2/W times the difference of their attractions.
func (s *state) attraction(i, b int32, volume float64) float64 {
	return s.toward[b] - s.degree[i]*volume/s.total
}
