package consensus

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// options returns options for k parts on one thread, under which the consensus is the clustering that starts from the vote.
func options(k int) Options {
	return Options{K: k, Threads: 1, Value: func([]int32) float64 { return 0 }}
}

// blocks returns the labels of k parts of consecutive vertices.
func blocks(k, size int) []int32 {
	labels := make([]int32, k*size)
	for i := range labels {
		labels[i] = int32(i / size)
	}
	return labels
}

// renumbered returns labels with the numbers of the parts permuted.
func renumbered(labels []int32, rng *rand.Rand, k int) []int32 {
	number, result := rng.Perm(k), make([]int32, len(labels))
	for i, a := range labels {
		result[i] = int32(number[a])
	}
	return result
}

// requireSameParts requires that two labellings differ in the numbers of the parts only.
func requireSameParts(t *testing.T, want, got []int32, message ...any) {
	t.Helper()
	require.Len(t, got, len(want))
	number := map[int32]int32{}
	for i, a := range want {
		b, known := number[a]
		if !known {
			number[a], b = got[i], got[i]
		}
		require.Equal(t, b, got[i], message...)
	}
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(got))), len(number), message...)
}

func TestEqualPartitionsAreTheirConsensus(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		k := 2 + rng.IntN(6)
		g, want := testgraph.Cliques(k, 12, 0.1), blocks(k, 12)
		partitions := [][]int32{want}
		for range 4 {
			partitions = append(partitions, renumbered(want, rng, k))
		}
		require.Equal(t, want, vote(partitions, k), "the first partition keeps its numbers")
		requireSameParts(t, want, Of(t.Context(), g, partitions, options(k)), "seed %d", seed)
	}
}

// Every partition has a fifth of the vertices in wrong parts, not the same ones in all.
func TestConsensusIsBetterThanEachPartition(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 2))
		k := 2 + rng.IntN(4)
		g, want := testgraph.Cliques(k, 20, 0.1), blocks(k, 20)
		partitions := make([][]int32, 7)
		for p := range partitions {
			wrong := slices.Clone(want)
			for i := range wrong {
				if rng.IntN(5) == 0 {
					wrong[i] = int32(rng.IntN(k))
				}
			}
			partitions[p] = renumbered(wrong, rng, k)
		}
		requireSameParts(t, want, Of(t.Context(), g, partitions, options(k)), "seed %d", seed)
	}
}

// plurality is the vote by brute force for partitions whose numbers agree.
func plurality(partitions [][]int32, i, k int) int32 {
	votes := make([]int, k)
	for _, labels := range partitions {
		votes[labels[i]]++
	}
	return int32(slices.Index(votes, slices.Max(votes)))
}

func TestVoteIsThePluralityOfPartitionsThatAgree(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 3))
		k := 2 + rng.IntN(4)
		partitions := make([][]int32, 1+rng.IntN(6))
		for p := range partitions {
			partitions[p] = blocks(k, 30)
			for range 5 * k {
				partitions[p][rng.IntN(30*k)] = int32(rng.IntN(k))
			}
		}
		for i, a := range vote(partitions, k) {
			require.Equal(t, plurality(partitions, i, k), a, "seed %d, vertex %d", seed, i)
		}
	}
}

func TestMatchIsAPermutation(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	for range 100 {
		k := 1 + rng.IntN(8)
		shared := make([]int, k*k)
		var pairs []Overlap
		for at := range shared {
			if shared[at] = rng.IntN(4); shared[at] > 0 {
				pairs = append(pairs, Overlap{Part: int32(at / k), Number: int32(at % k), Count: shared[at]})
			}
		}
		number := Match(pairs, k)
		sorted := slices.Clone(number)
		slices.Sort(sorted)
		for a, b := range sorted {
			require.Equal(t, int32(a), b)
		}
		best := slices.Index(shared, slices.Max(shared))
		require.Equal(t, int32(best%k), number[best/k], "the largest overlap is matched")
	}
}

// smoothed computes the vectors with dense matrices in float64.
func smoothed(g *graph.CSR, partitions [][]int32, k int) [][]float64 {
	n := g.N()
	x := make([][]float64, n)
	for i := range x {
		x[i] = make([]float64, len(partitions)*k)
		for p, labels := range partitions {
			x[i][p*k+int(labels[i])] = 1
		}
	}
	degree := g.Degrees()
	for range smoothSteps {
		next := make([][]float64, n)
		for i := range next {
			next[i] = slices.Clone(x[i])
			idx, w := g.Row(i)
			for c := range next[i] {
				if degree[i] > 0 {
					next[i][c] /= 2
				}
				for e, j := range idx {
					next[i][c] += w[e] * x[j][c] / degree[i] / 2
				}
			}
		}
		x = next
	}
	for _, row := range x {
		square := 0.0
		for _, y := range row {
			square += y * y
		}
		for c := range row {
			row[c] /= math.Sqrt(square)
		}
	}
	return x
}

func TestSmoothIsALazyWalk(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	g := testgraph.Random(rng, 60, 0.03) // with vertices without edges
	partitions := [][]int32{renumbered(blocks(3, 20), rng, 3), renumbered(blocks(3, 20), rng, 3)}
	f := newFeatures(g, partitions, 3, 1)
	defer f.rows.Close()
	f.smooth(t.Context())
	for i, want := range smoothed(g, partitions, 3) {
		for c, x := range want {
			require.InDelta(t, x, f.vector(i)[c], 1e-5)
		}
	}
}

func TestConsensusDoesNotDependOnTheThreads(t *testing.T) {
	if testing.Short() {
		t.Skip("long; package partition has a small one")
	}
	testgraph.SkipUnderRace(t)
	rng := rand.New(rand.NewPCG(6, 0))
	g := testgraph.Grid(120, 130)
	partitions := make([][]int32, 5)
	for p := range partitions {
		partitions[p] = make([]int32, g.N())
		for i := range partitions[p] {
			partitions[p][i] = int32((i/(130*(20+p)) + i%130/(40+p)*5 + rng.IntN(2)) % 6)
		}
	}
	want := Of(t.Context(), g, partitions, options(6))
	for _, threads := range []int{3, 2} {
		assert.Equal(t, want, Of(t.Context(), g, partitions, Options{K: 6, Threads: threads, Value: options(6).Value}))
	}
}

func TestEndedContextReturnsTheVote(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	labels := blocks(3, 10)
	assert.Equal(t, labels, Of(ctx, testgraph.Cliques(3, 10, 0.1), [][]int32{labels, labels}, options(3)))
}

// The overlaps are the numbers of common vertices, and Match takes the same pairs as from a table of all k² pairs.
func TestOverlaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for range 100 {
		n, k := 1+rng.IntN(40), 1+rng.IntN(12)
		partitions := make([][]int32, 4)
		for p := range partitions {
			partitions[p] = make([]int32, n)
			for i := range partitions[p] {
				partitions[p][i] = int32(rng.IntN(k))
			}
		}
		shared, all := make([]int, k*k), []Overlap(nil)
		for _, other := range partitions[1:] {
			for i, a := range partitions[0] {
				shared[int(a)*k+int(other[i])]++
			}
		}
		for at, count := range shared {
			all = append(all, Overlap{Part: int32(at / k), Number: int32(at % k), Count: count})
		}
		found := overlaps(partitions[0], partitions[1:], k)
		require.ElementsMatch(t, slices.DeleteFunc(slices.Clone(all), func(o Overlap) bool { return o.Count == 0 }), found)
		require.Equal(t, Match(all, k), Match(found, k))
	}
}

// A table of the pairs of parts would need more memory than there is.
func TestVoteOfVeryManyParts(t *testing.T) {
	const k = 200000
	labels := blocks(k, 2)
	assert.Equal(t, labels, vote([][]int32{labels, labels}, k))
}

// The vectors of a walk that is not complete are not used.
func TestContextThatEndsInTheWalkReturnsTheVote(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	g, partitions := testgraph.Cliques(3, 20, 0.1), make([][]int32, 3)
	for p := range partitions {
		partitions[p] = blocks(3, 20)
		for range 30 {
			partitions[p][rng.IntN(60)] = int32(rng.IntN(3))
		}
	}
	want := vote(partitions, 3)
	require.NotEqual(t, want, Of(t.Context(), g, partitions, options(3)), "the clustering changes the vote")
	for looks := int64(1); looks < 200; looks += 20 {
		assert.Equal(t, want, Of(testgraph.NewExpiring(looks), g, partitions, options(3)), "%d looks", looks)
	}
}
