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
		"indptr must start with 0":        blocks.Propose(blocks.Rows{}, labels, nil, nil, false, proposals(0)),
		"indptr[1] = 2 must be at most the number of entries, 1": blocks.Propose(
			blocks.Rows{Indptr: []int64{0, 2}, Indices: []int32{0}, Data: []float64{1}}, labels, []float64{1}, nil, false, proposals(1)),
	} {
		assert.EqualError(t, err, text)
	}
}
