package consensus

import (
	"context"
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

const (
	smoothSteps = 4    // steps of the walk that smooths the indicators
	maxRounds   = 30   // rounds of the clustering
	minChanged  = 1e-4 // share of the vertices that a round must move for another one to follow
)

// features describes every vertex by a vector of unit length: the indicators of the parts of all partitions, smoothed.
type features struct {
	graph *graph.CSR
	rows  *parallel.Rows
	width int
	x     []float32 // vector of vertex i at i·width
}

// newFeatures returns the indicators, not smoothed yet. rows must be closed.
func newFeatures(g *graph.CSR, partitions [][]int32, k, threads int) *features {
	n, width := g.N(), len(partitions)*k
	f := &features{graph: g, rows: parallel.NewRows(g.Indptr, threads), width: width, x: make([]float32, n*width)}
	for p, labels := range partitions {
		for i, a := range labels {
			f.x[i*width+p*k+int(a)] = 1
		}
	}
	return f
}

// vector returns the vector of vertex i.
func (f *features) vector(i int) []float32 { return f.x[i*f.width:][:f.width] }

// smooth makes steps of a lazy random walk and scales the vectors to unit length. Once ctx has ended, the vectors are not
// those of the walk. On dense graphs, the steps take more time than the clustering.
func (f *features) smooth(ctx context.Context) {
	next := make([]float32, len(f.x))
	for range smoothSteps {
		f.rows.Sum(func(lo, hi int) parallel.Sums {
			for i := lo; i < hi && ctx.Err() == nil; i++ {
				f.step(i, next[i*f.width:][:f.width])
			}
			return parallel.Sums{}
		})
		f.x, next = next, f.x
	}
	f.rows.Sum(func(lo, hi int) parallel.Sums {
		for i := lo; i < hi; i++ {
			normalize(f.vector(i))
		}
		return parallel.Sums{}
	})
}

// step writes ½ x_i + ½ Σ_j w_ij x_j/deg_i to next. A vertex without edges keeps its vector.
func (f *features) step(i int, next []float32) {
	idx, w := f.graph.Row(i)
	deg := 0.0
	for _, x := range w {
		deg += x
	}
	copy(next, f.vector(i))
	if !(deg > 0) {
		return
	}
	for c := range next {
		next[c] /= 2
	}
	for e, j := range idx {
		share := float32(w[e] / deg / 2)
		for c, x := range f.vector(int(j)) {
			next[c] += share * x // ½ w_ij x_j/deg_i
		}
	}
}

// cluster improves labels by the spherical k-means of I. S. Dhillon and D. S. Modha, "Concept decompositions for large sparse
// text data using clustering", Machine Learning 42 (2001): each part has the mean direction of its vertices, and each vertex
// moves to the part with the direction nearest to its vector. A part that becomes empty stays so. It returns the coherence
//
//	Σ_a ‖Σ_{i in A_a} x_i‖,
//
// which no round lowers.
func (f *features) cluster(ctx context.Context, labels []int32, k int) float64 {
	sums, count := make([]float64, k*f.width), make([]int, k)
	move := func(i int, a int32, sign int) {
		f.add(sums, a, i, float64(sign))
		if count[a] += sign; count[a] == 0 {
			clear(sums[int(a)*f.width:][:f.width]) // without rounding errors
		}
	}
	for i, a := range labels {
		move(i, a, 1)
	}
	next := make([]int32, len(labels))
	for range maxRounds {
		directions := f.directions(sums, k)
		changed := f.rows.Sum(func(lo, hi int) parallel.Sums {
			moved := 0
			for i := lo; i < hi; i++ {
				if next[i] = f.nearest(directions, i, labels[i]); next[i] != labels[i] {
					moved++
				}
			}
			return parallel.Sums{float64(moved)}
		})[0]
		for i, a := range next {
			if b := labels[i]; a != b {
				move(i, b, -1)
				move(i, a, 1)
				labels[i] = a
			}
		}
		if changed <= minChanged*float64(len(labels)) || ctx.Err() != nil {
			break
		}
	}
	coherence := 0.0
	for a := range k {
		square := 0.0
		for _, x := range sums[a*f.width:][:f.width] {
			square += x * x
		}
		coherence += math.Sqrt(square)
	}
	return coherence
}

// add adds sign times the vector of vertex i to the sum of part a.
func (f *features) add(sums []float64, a int32, i int, sign float64) {
	sum := sums[int(a)*f.width:][:f.width]
	for c, x := range f.vector(i) {
		sum[c] += sign * float64(x)
	}
}

// directions returns the sums of the parts, scaled to unit length.
func (f *features) directions(sums []float64, k int) []float32 {
	directions := make([]float32, len(sums))
	for at, x := range sums {
		directions[at] = float32(x)
	}
	for a := range k {
		normalize(directions[a*f.width:][:f.width])
	}
	return directions
}

// nearest returns the part with the direction nearest to the vector of vertex i: its own part if none is nearer.
func (f *features) nearest(directions []float32, i int, own int32) int32 {
	x := f.vector(i)
	best, highest := own, dot(x, directions[int(own)*f.width:])
	for a := range len(directions) / f.width {
		if y := dot(x, directions[a*f.width:]); y > highest {
			best, highest = int32(a), y
		}
	}
	return best
}

// dot returns the inner product of x and the first entries of y, as four sums, since each addition waits for the one before.
func dot(x, y []float32) float32 {
	var s0, s1, s2, s3 float32
	for y = y[:len(x)]; len(x) >= 4; x, y = x[4:], y[4:] {
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
	}
	for c, a := range x {
		s0 += a * y[c]
	}
	return s0 + s1 + (s2 + s3)
}

// normalize scales x to unit length, unless it is 0.
func normalize(x []float32) {
	if square := float64(dot(x, x)); square > 0 {
		scale := float32(1 / math.Sqrt(square))
		for c := range x {
			x[c] *= scale
		}
	}
}
