package partition

import (
	"context"
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/random"
	"github.com/tvcut/tvcut/core/internal/spectral"
)

// Steps of the lazy random walk that spreads a diffused start. Short walks try small sides, long ones
// fill large ones; much longer walks would flow over every cut.
const (
	minWalk = 3
	maxWalk = 100
)

// How far the eigenvector of a spectral start is followed: the flow goes on from there.
const (
	spectralTol     = 0.05
	spectralMaxIter = 300
)

// start writes the f⁰ of one start to f. Its random choices depend on the seed and the two numbers that
// say which start of which part it is, not on what ran before.
func (r *bisector) start(number int, f []float64) {
	rng := random.New(r.opt.Seed, random.Start, r.stream, number)
	switch kind := r.opt.Init; {
	case kind == Spectral:
		x := spectral.NewFiedler(r.graph, r.mass, r.rows, random.New(r.opt.Seed, random.Eigenvector, r.stream, number))
		x.Solve(r.ctx, spectralTol, spectralMaxIter)
		copy(f, x.Vector())
		return
	case kind == Random, kind == Auto && number%2 == 1:
		for i := range f {
			f[i] = rng.NormFloat64()
		}
		return
	}
	walk := minWalk * math.Pow(float64(maxWalk)/minWalk, rng.Float64()) // log-uniform
	diffuse(r.ctx, r.graph, rng.IntN(len(f)), int(walk), f)
}

// diffuse writes to f the indicator of a vertex after the given number of lazy walk steps,
//
//	f_i ← ½ f_i + ½ Σ_j w_ij f_j / deg_i,
//
// less its stationary part and scaled to max |f_i| = 1 after every step: on a small graph the walk mixes
// within rounding, and only its direction is of use. Where a step leaves nothing but rounding, as from
// the centre of a star, the walk ends before it; and where ctx ends. Every vertex must have an edge.
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
			next[i] = fi/2 + s/(2*deg[i])
			mean += deg[i] / volume * next[i]
		}
		size := 0.0
		for i := range next {
			next[i] -= mean // Σ deg_i f_i = 0
			size = max(size, math.Abs(next[i]))
		}
		if size < 1e-9 {
			return
		}
		for i := range next {
			f[i] = next[i] / size
		}
	}
}
