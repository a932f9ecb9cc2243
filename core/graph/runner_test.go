package graph_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// threads runs every task on a goroutine of its own.
type threads int

func (t threads) Threads() int { return int(t) }

func (t threads) Run(count int, task func(k int)) {
	var group sync.WaitGroup
	for k := range count {
		group.Go(func() { task(k) })
	}
	group.Wait()
}

// Border, Band and Mirrored return the same on any number of threads, on a graph that is large enough to be divided.
func TestResultsDoNotDependOnThreads(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	g := testgraph.Grid(400, 300)
	side := testgraph.RandomSet(rng, g.N())
	all := testgraph.Permutation(rng, g.N())
	for _, vertices := range [][]int32{all, all[:g.N()/2], slices.Sorted(slices.Values(all[:g.N()/3]))} {
		sub, mirror := graph.Mirrored(g, vertices, nil)
		for a := range vertices {
			for e := sub.Indptr[a]; e < sub.Indptr[a+1]; e++ {
				m := mirror[e]
				if int32(a) != sub.Indices[m] || sub.Indptr[sub.Indices[e]] > int64(m) || int64(m) >= sub.Indptr[sub.Indices[e]+1] {
					require.Fail(t, "a half-edge has no mirror", "%d of vertex %d: %d", e, a, m)
				}
			}
		}
		for _, run := range []threads{1, 2, 3, 7} {
			other, mirrors := graph.Mirrored(g, vertices, run)
			assert.Equal(t, sub, other)
			assert.Equal(t, mirror, mirrors)
		}
	}
	for _, run := range []threads{1, 2, 3, 7} {
		assert.Equal(t, graph.Border(g, side, nil), graph.Border(g, side, run))
		assert.Equal(t, graph.Band(g, side, 10, 1, nil), graph.Band(g, side, 10, 1, run))
	}
}
