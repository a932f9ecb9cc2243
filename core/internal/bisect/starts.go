package bisect

import (
	"context"
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/random"
	"github.com/tvcut/tvcut/core/internal/spectral"
)

// Range of the number of steps of the lazy random walk that makes a diffused start. Short walks give small sides, long
// walks large ones. Much longer walks would mix across the cuts.
const (
	minWalk = 3
	maxWalk = 100
)

// Limits of the eigensolver: its tolerance, and its largest number of steps for a spectral start and for the spectral cut of the
// multilevel search. They are loose because the descent or the refinement continues from the eigenvector.
const (
	spectralTol     = 0.01
	spectralMaxIter = 300
	triedMaxIter    = 60
)

// startFunction writes the f⁰ of one start to f. Its random choices depend only on the seed and on the numbers of the
// bisection and the start.
func (r *bisector) startFunction(number int, f []float64) {
	rng := random.New(r.opt.Seed, random.Start, r.stream, number)
	switch kind := r.opt.Init; {
	case kind == Spectral:
		copy(f, fiedler(r, number, spectralMaxIter))
		return
	case kind == Random:
		for i := range f {
			f[i] = rng.NormFloat64()
		}
		return
	}
	steps := minWalk * math.Pow(float64(maxWalk)/minWalk, rng.Float64()) // log-uniform
	diffuse(r.ctx, r.graph, rng.IntN(len(f)), int(steps), f)
}

// fiedler returns an approximate Fiedler vector after at most maxIter steps from a random vector, which depends on the number of
// the start.
func fiedler(r *bisector, number, maxIter int) []float64 {
	x := spectral.NewFiedler(r.graph, r.mass, r.rows, random.New(r.opt.Seed, random.Eigenvector, r.stream, number))
	x.Solve(r.ctx, spectralTol, maxIter)
	return x.Vector()
}

// diffuse writes to f the indicator of a vertex after the given number of steps of a lazy random walk,
//
//	f_i ← ½ f_i + ½ Σ_j w_ij f_j / deg_i.
//
// After every step it subtracts the stationary part, so that Σ deg_i f_i = 0, and scales f to max |f_i| = 1. Otherwise, on
// a small graph, f would become constant up to rounding. The walk ends before a step that leaves only rounding errors,
// as from the centre of a star, and when ctx ends. Every vertex must have an edge.
func diffuse(ctx context.Context, g *graph.CSR, vertex, steps int, f []float64) {
	deg := g.Degrees()
	volume := 0.0
	for _, d := range deg {
		volume += d
	}
	for i := range f {
		f[i] = 0
	}
	f[vertex] = 1
	next := make([]float64, len(f))
	for range steps {
		if ctx.Err() != nil {
			return
		}
		mean := 0.0
		for i, fi := range f {
			idx, w := g.Row(i)
			s := 0.0
			for k, j := range idx {
				s += w[k] * f[j]
			}
			next[i] = fi/2 + s/(2*deg[i]) // ½ f_i + ½ Σ_j w_ij f_j / deg_i
			mean += deg[i] / volume * next[i]
		}
		largest := 0.0
		for i := range next {
			next[i] -= mean // Σ deg_i f_i = 0
			largest = max(largest, math.Abs(next[i]))
		}
		if largest < 1e-9 {
			return
		}
		for i := range next {
			f[i] = next[i] / largest // max |f_i| = 1
		}
	}
}
