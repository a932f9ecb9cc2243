package isolation

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// cliques returns cliques of the given sizes in a chain, each joined to the next by an edge of the given weight, and the clique
// of every vertex.
func cliques(sizes []int, link float64) (*graph.CSR, []int32) {
	var edges []graph.Edge
	var labels []int32
	for r, size := range sizes {
		first := len(labels)
		for i := range size {
			for j := range i {
				edges = append(edges, graph.Edge{I: first + j, J: first + i, W: 1})
			}
			labels = append(labels, int32(r))
		}
		if r > 0 && link > 0 {
			edges = append(edges, graph.Edge{I: first - 1, J: first, W: link})
		}
	}
	g, err := graph.FromEdges(len(labels), edges)
	if err != nil {
		panic(err)
	}
	return g, labels
}

func partition(g *graph.CSR, labels []int32, k int, least float64) Partition {
	return Partition{Graph: g, Mass: testgraph.Ones(g.N()), Labels: labels, K: k, Least: least, Threads: 1}
}

// exactGap computes the gap by trying all cuts within each part.
func exactGap(p Partition) Gap {
	inner, outer, linked := make([]float64, p.K), make([]float64, p.K), make([][]bool, p.K)
	for r := range int32(p.K) {
		var members []int
		inside, cut := 0.0, 0.0
		for i, a := range p.Labels {
			if a == r {
				members, inside = append(members, i), inside+p.Mass[i]
			}
		}
		linked[r] = make([]bool, p.K)
		linked[r][r] = true
		for _, i := range members {
			idx, w := p.Graph.Row(i)
			for e, j := range idx {
				if s := p.Labels[j]; s != r {
					cut, linked[r][s] = cut+w[e], true
				}
			}
		}
		outer[r], inner[r] = cut/min(inside, objective.Total(p.Mass)-inside), math.Inf(1)
		for set := 1; set < 1<<len(members)-1; set++ {
			link, low := 0.0, 0.0
			for a, i := range members {
				if set>>a&1 == 0 {
					continue
				}
				low += p.Mass[i]
				idx, w := p.Graph.Row(i)
				for e, j := range idx {
					if b := slices.Index(members, int(j)); b >= 0 && set>>b&1 == 0 {
						link += w[e]
					}
				}
			}
			if smaller := min(low, inside-low); smaller >= min(p.Least, inside/3)-1e-9 {
				inner[r] = min(inner[r], link/smaller)
			}
		}
	}
	gaps := make([]float64, p.K)
	for r := range gaps {
		weakest := inner[r]
		for s, is := range linked[r] {
			if is {
				weakest = min(weakest, inner[s])
			}
		}
		gaps[r] = weakest / outer[r]
	}
	slices.Sort(gaps)
	return Gap{slices.Min(inner) / slices.Max(outer), gaps[max(0, p.K/2-1)]}
}

// The gap is that of all cuts within the parts, where no part has to be cut.
func TestGapAgainstAllCuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	compared := 0
	for range 200 {
		k := 2 + rng.IntN(5)
		sizes := make([]int, k)
		for r := range sizes {
			sizes[r] = 4 + rng.IntN(5)
		}
		g, labels := cliques(sizes, math.Pow(10, -2*rng.Float64()))
		for e := range g.Data {
			i, j := row(g, e), int(g.Indices[e])
			g.Data[e] *= 0.5 + math.Mod(math.Abs(math.Sin(float64(i+1)*float64(j+1))), 0.5) // symmetric
		}
		p := partition(g, labels, k, 1+rng.Float64())
		if want := exactGap(p); want.All >= 1 {
			found, gap := Separate(t.Context(), p)
			compared++
			require.InEpsilonSlice(t, []float64{want.All, want.Most}, []float64{gap.All, gap.Most}, 1e-9, "%v", sizes)
			require.Equal(t, labels, found)
		}
	}
	assert.Greater(t, compared, 100)
}

// Two of many clusters may be close to each other, but not as close as vertices of one cluster are.
func TestTwoOfManyClustersAreClose(t *testing.T) {
	const size, inner = 12, 6.0 // a half of a clique of 12 has 6·6 edges to the other
	for _, c := range []struct {
		k            int
		weight, want float64 // of the edge between the last two cliques, and the gap
	}{
		{3, 9, inner / (9.01 / size)},
		{4, 9, inner / (9.0 / size)},
		{5, 9, inner / (9.0 / size)},
		{6, 9, inner / (0.02 / size)},
	} {
		g, labels := cliques(slices.Repeat([]int{size}, c.k), 0.01)
		last := (c.k - 1) * size
		for e := range g.Data {
			if i, j := row(g, e), int(g.Indices[e]); min(i, j) == last-1 && max(i, j) == last {
				g.Data[e] = c.weight
			}
		}
		found, gap := Separate(t.Context(), partition(g, labels, c.k, 3))
		assert.InEpsilon(t, c.want, gap.Most, 1e-9, "%d cliques, weight %g", c.k, c.weight)
		assert.InEpsilon(t, inner/((c.weight+0.01)/size), gap.All, 1e-9)
		assert.Equal(t, labels, found)
	}
}

// row returns the row of a half-edge.
func row(g *graph.CSR, e int) int {
	at, found := slices.BinarySearch(g.Indptr, int64(e))
	if !found {
		return at - 1
	}
	for g.Indptr[at+1] == int64(e) {
		at++
	}
	return at
}

// Cliques of unequal size that a partition confuses are found again.
func TestConfusedClustersAreSeparated(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		link  float64
		wrong func(i int, r int32) int32
	}{
		{[]int{60, 10}, 0.01, func(i int, r int32) int32 { return int32(i / 35) }},
		{[]int{60, 10}, 0, func(i int, r int32) int32 { return int32(i / 35) }},
		{[]int{40, 12, 8}, 0.01, func(i int, r int32) int32 { return int32(i / 20) }},
		{[]int{40, 12, 8, 30}, 0.001, func(i int, r int32) int32 { return max(r-1, 0) + int32(i/75)*(3-max(r-1, 0)) }},
	} {
		g, want := cliques(c.sizes, c.link)
		wrong := make([]int32, len(want))
		for i, r := range want {
			wrong[i] = c.wrong(i, r)
		}
		labels, gap := Separate(t.Context(), partition(g, wrong, len(c.sizes), 5))
		assert.Greater(t, gap.All, 10.0, "%v", c.sizes)
		for i, r := range want {
			first := slices.Index(want, r)
			require.Equal(t, labels[first], labels[i], "%v, vertex %d", c.sizes, i)
		}
		assert.Len(t, slices.Compact(slices.Sorted(slices.Values(labels))), len(c.sizes))
	}
}

// A part that falls into pieces, is empty or too light has no gap.
func TestNoGap(t *testing.T) {
	g, labels := cliques([]int{20, 20, 20, 20}, 0)
	united := slices.Clone(labels)
	for i, r := range united {
		united[i] = min(r, 2) // the last two cliques are one part
	}
	_, gap := Separate(t.Context(), partition(g, united, 3, 5))
	assert.Zero(t, gap, "four cliques in three parts")
	_, gap = Separate(t.Context(), partition(g, labels, 4, 25))
	assert.Zero(t, gap, "lighter than Least")
	_, gap = Separate(t.Context(), partition(g, labels, 4, 5))
	assert.Equal(t, Gap{math.Inf(1), math.Inf(1)}, gap)
	h, labels := cliques([]int{20, 20}, 0.01)
	_, gap = Separate(t.Context(), partition(h, labels, 3, 5))
	assert.Zero(t, gap, "an empty part")
}

// The gap has no unit, and neither the threads nor a context that has not ended change it.
func TestGapHasNoUnit(t *testing.T) {
	g, labels := cliques([]int{50, 20, 8}, 0.05)
	p := partition(g, labels, 3, 4)
	_, want := Separate(t.Context(), p)
	for _, exp := range []int{-100, 3, 100} {
		q := p
		q.Graph, q.Mass = g.Scaled(exp), slices.Repeat([]float64{math.Ldexp(1, exp)}, g.N())
		q.Least, q.Threads = math.Ldexp(p.Least, exp), 3
		_, gap := Separate(t.Context(), q)
		assert.Equal(t, want, gap)
	}
	_, gap := Separate(testgraph.NewExpiring(0), p)
	assert.Zero(t, gap)
}
