package blocks_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/blocks"
)

// dense is a symmetric matrix of small integer weights, whose sums are exact.
type dense [][]float64

func randomGraph(rng *rand.Rand, n int) dense {
	w := make(dense, n)
	for i := range w {
		w[i] = make([]float64, n)
	}
	for i := range n {
		for j := range i {
			if rng.IntN(3) == 0 {
				w[i][j] = float64(1 + rng.IntN(4))
				w[j][i] = w[i][j]
			}
		}
	}
	return w
}

// rows returns the rows lo … hi−1 as a block whose columns are all vertices.
func (w dense) rows(lo, hi int) blocks.Rows {
	r := blocks.Rows{Indptr: []int64{0}}
	for i := lo; i < hi; i++ {
		for j, x := range w[i] {
			if x > 0 {
				r.Indices, r.Data = append(r.Indices, int32(j)), append(r.Data, x)
			}
		}
		r.Indptr = append(r.Indptr, int64(len(r.Data)))
	}
	return r
}

func (w dense) connection(i int, labels []int32, label int32) float64 {
	sum := 0.0
	for j, x := range w[i] {
		if labels[j] == label {
			sum += x
		}
	}
	return sum
}

func proposals(n int) blocks.Proposals {
	return blocks.Proposals{Target: make([]int32, n), Inside: make([]float64, n), Toward: make([]float64, n)}
}

func constant(n int, value float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = value
	}
	return x
}

// Every row asks for the label that a search over all labels finds, in any division into blocks.
func TestProposeFindsTheBestLabel(t *testing.T) {
	const n, count = 24, 6
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 1))
		w := randomGraph(rng, n)
		labels := blocks.Labels{Column: make([]int32, n), Mass: make([]float64, count), Most: constant(count, 7),
			Key: make([]uint64, count), Group: make([]int32, count)}
		mass := make([]float64, n)
		for l := range count {
			labels.Key[l], labels.Group[l] = rng.Uint64(), int32(rng.IntN(2))
		}
		for i := range n {
			labels.Column[i], mass[i] = int32(rng.IntN(count)), float64(1+rng.IntN(2))
			labels.Mass[labels.Column[i]] += mass[i] / 2 // arbitrary, so that some labels are full
		}
		for _, leave := range []bool{false, true} {
			for lo := 0; lo < n; lo += 8 {
				out := proposals(8)
				labels.Own = labels.Column[lo : lo+8]
				require.NoError(t, blocks.Propose(w.rows(lo, lo+8), labels, mass[lo:lo+8], nil, leave, out))
				for i := range 8 {
					own := labels.Own[i]
					want := own
					for l := range int32(count) {
						c := w.connection(lo+i, labels.Column, l)
						if l == own || c == 0 || labels.Group[l] != labels.Group[own] || labels.Mass[l]+mass[lo+i] > 7 {
							continue
						}
						best := w.connection(lo+i, labels.Column, want)
						if c > best || leave && want == own || want != own && c == best && labels.Key[l] > labels.Key[want] {
							want = l
						}
					}
					assert.Equal(t, want, out.Target[i])
					assert.Equal(t, w.connection(lo+i, labels.Column, own), out.Inside[i])
					assert.Equal(t, w.connection(lo+i, labels.Column, want), out.Toward[i])
				}
			}
		}
	}
}

func TestProposeKeepsInactiveRows(t *testing.T) {
	rows := blocks.Rows{Indptr: []int64{0, 1, 2}, Indices: []int32{1, 0}, Data: []float64{1, 1}}
	labels := blocks.Labels{Own: []int32{0, 1}, Column: []int32{0, 1}, Mass: []float64{1, 1}, Most: []float64{2, 2}, Key: []uint64{1, 2}}
	out := proposals(2)
	require.NoError(t, blocks.Propose(rows, labels, []float64{1, 1}, []uint8{1, 0}, false, out))
	assert.Equal(t, []int32{1, 1}, out.Target)
}

func TestIndependentRows(t *testing.T) {
	const n = 30
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 2))
		w := randomGraph(rng, n)
		for i := range 6 { // rows without neighbours
			for j := range n {
				w[i][j], w[j][i] = 0, 0
			}
		}
		all := blocks.Priority{Gain: make([]float64, n), Key: make([]uint64, n)}
		for i := range n {
			all.Gain[i], all.Key[i] = float64(rng.IntN(4)), rng.Uint64()
		}
		var chosen []uint8
		for lo := 0; lo < n; lo += 10 {
			part := []uint8{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
			own := blocks.Priority{Gain: all.Gain[lo : lo+10], Key: all.Key[lo : lo+10]}
			require.NoError(t, blocks.Independent(w.rows(lo, lo+10), own, all, part))
			chosen = append(chosen, part...)
		}
		for i := range n {
			first := all.Gain[i] > 0
			for j := range n {
				assert.False(t, w[i][j] > 0 && chosen[i] == 1 && chosen[j] == 1, "%d and %d are adjacent", i, j)
				later := all.Gain[j] < all.Gain[i] || all.Gain[j] == all.Gain[i] && all.Key[j] < all.Key[i]
				first = first && (w[i][j] == 0 || later)
			}
			assert.Equal(t, first, chosen[i] == 1, "row %d comes before all of its neighbours", i)
		}
	}
}

// value returns the objective of a partition from all edges, and its cuts and masses.
func (w dense) value(labels []int32, mass []float64, k int, byCut bool) (float64, []float64, []float64) {
	cuts, size, total, sum := make([]float64, k), make([]float64, k), 0.0, 0.0
	for i, a := range labels {
		size[a] += mass[i]
		total += mass[i]
		for j, x := range w[i] {
			if labels[j] != a {
				cuts[a] += x
			}
		}
	}
	for r := range k {
		if byCut {
			sum += cuts[r] / 2
		} else {
			sum += cuts[r] / min(size[r], (total-size[r])/float64(k-1)) / 2
		}
	}
	return sum, cuts, size
}

// Accepted moves keep the bounds, never raise the objective, and leave the cuts and masses of the new partition.
func TestAcceptLowersTheObjective(t *testing.T) {
	const n = 30
	moved := 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 3))
		w, k, byCut := randomGraph(rng, n), 2+rng.IntN(3), seed%2 == 0
		labels, mass := make([]int32, n), make([]float64, n)
		for i := range n {
			labels[i], mass[i] = int32(i%k), float64(1+rng.IntN(2))
		}
		before, cuts, size := w.value(labels, mass, k, byCut)
		least, most := 0.8*float64(n)/float64(k), 2*float64(n)/float64(k)
		parts := blocks.Parts{Cuts: cuts, Size: size, Least: constant(k, least), Most: constant(k, most)}
		var m blocks.Moves
		var vertices []int
		taken := make([]bool, n) // neighbours of vertices that move
		for i := range n {
			if taken[i] {
				continue
			}
			to := int32(rng.IntN(k))
			vertices = append(vertices, i)
			m.From, m.To, m.Mass = append(m.From, labels[i]), append(m.To, to), append(m.Mass, mass[i])
			m.Inside, m.Toward = append(m.Inside, w.connection(i, labels, labels[i])), append(m.Toward, w.connection(i, labels, to))
			degree := 0.0
			for j, x := range w[i] {
				degree += x
				taken[j] = taken[j] || x > 0
			}
			m.Degree = append(m.Degree, degree)
		}
		accepted := make([]uint8, len(vertices))
		require.NoError(t, parts.Accept(m, byCut, accepted))
		for e, i := range vertices {
			if accepted[e] == 1 {
				labels[i] = m.To[e]
				moved++
			}
		}
		after, cuts, size := w.value(labels, mass, k, byCut)
		assert.LessOrEqual(t, after, before)
		assert.Equal(t, cuts, parts.Cuts)
		assert.Equal(t, size, parts.Size)
		for r := range k {
			assert.True(t, size[r] >= least && size[r] <= most)
		}
	}
	assert.Positive(t, moved)
}

func TestErrorsNameTheEntry(t *testing.T) {
	good := blocks.Rows{Indptr: []int64{0, 1}, Indices: []int32{0}, Data: []float64{1}}
	labels := blocks.Labels{Own: []int32{0}, Column: []int32{0}, Mass: []float64{1}, Most: []float64{math.Inf(1)}, Key: []uint64{1}}
	wrong := labels
	wrong.Own = []int32{1}
	for text, err := range map[string]error{
		"indices[0] = 5 must be in [0, 0]": blocks.Propose(blocks.Rows{Indptr: []int64{0, 1}, Indices: []int32{5}, Data: []float64{1}}, labels,
			[]float64{1}, nil, false, proposals(1)),
		"own[0] = 1 must be in [0, 0]":    blocks.Propose(good, wrong, []float64{1}, nil, false, proposals(1)),
		"mass must have 1 entries, got 0": blocks.Propose(good, labels, nil, nil, false, proposals(1)),
		"indptr must start with 0":        blocks.Independent(blocks.Rows{}, blocks.Priority{}, blocks.Priority{}, nil),
		"indptr[1] = 2 must be at most the number of entries, 1": blocks.Independent(
			blocks.Rows{Indptr: []int64{0, 2}, Indices: []int32{0}, Data: []float64{1}}, blocks.Priority{}, blocks.Priority{}, nil),
		"there must be at least 2 parts, got 0": blocks.Parts{}.Accept(blocks.Moves{}, false, nil),
	} {
		assert.EqualError(t, err, text)
	}
}
