package graph_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

func TestSubgraphAgainstDense(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for range 200 {
		g := testgraph.Random(rng, 1+rng.IntN(25), rng.Float64())
		var vertices []int32
		for i := range g.N() {
			if rng.IntN(2) == 0 {
				vertices = append(vertices, int32(i))
			}
		}
		if len(vertices) == 0 {
			continue
		}
		if rng.IntN(2) == 0 { // unsorted
			rng.Shuffle(len(vertices), func(a, b int) { vertices[a], vertices[b] = vertices[b], vertices[a] })
		}
		whole := dense(g)
		want := make([][]float64, len(vertices))
		for a, u := range vertices {
			want[a] = make([]float64, len(vertices))
			for b, v := range vertices {
				want[a][b] = whole[u][v]
			}
		}
		sub := graph.Subgraph(g, vertices)
		require.Equal(t, want, dense(sub))
		_, err := graph.New(sub.Indptr, sub.Indices, sub.Data)
		require.NoError(t, err)
	}
}

func TestMirroredReturnsTheSubgraphAndItsMirrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for range 100 {
		n := 2 + rng.IntN(30)
		g, vertices := testgraph.Random(rng, n, 0.3), make([]int32, n)
		for i := range vertices {
			vertices[i] = int32(i)
		}
		rng.Shuffle(n, func(a, b int) { vertices[a], vertices[b] = vertices[b], vertices[a] })
		for _, some := range [][]int32{vertices, vertices[:n/2]} {
			want := graph.Subgraph(g, some)
			sub, mirror := graph.Mirrored(g, some, nil)
			require.Equal(t, want.Indptr, sub.Indptr)
			for a := range some {
				for e := want.Indptr[a]; e < want.Indptr[a+1]; e++ { // the same row, possibly in another order
					at := slices.Index(sub.Indices[want.Indptr[a]:want.Indptr[a+1]], want.Indices[e])
					require.GreaterOrEqual(t, at, 0)
					k := int(want.Indptr[a]) + at
					require.Equal(t, want.Data[e], sub.Data[k])
					require.EqualValues(t, a, sub.Indices[mirror[k]])
					require.EqualValues(t, k, mirror[mirror[k]])
				}
			}
		}
	}
}

// An Extractor makes the same subgraphs of one graph after another as a new one for each.
func TestExtractorIsReusable(t *testing.T) {
	rng, x := rand.New(rand.NewPCG(9, 0)), new(graph.Extractor)
	for range 200 {
		n := 1 + rng.IntN(200)
		g := testgraph.Random(rng, n, 0.1)
		vertices := make([]int32, 0, n)
		for _, i := range rng.Perm(n)[:1+rng.IntN(n)] {
			vertices = append(vertices, int32(i))
		}
		require.Equal(t, graph.Subgraph(g, vertices), x.Subgraph(g, vertices))
		want, wantMirror := graph.Mirrored(g, vertices, nil)
		sub, mirror := x.Mirrored(g, vertices)
		require.Equal(t, want, sub)
		require.Equal(t, wantMirror, mirror)
	}
}
