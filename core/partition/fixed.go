package partition

import (
	"cmp"
	"slices"

	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/random"
)

// fixedWalk is the number of lazy random walk steps that spread known parts over the graph.
const fixedWalk = 200

// withFixed partitions the graph from known parts of some vertices, from several starts that are refined with the
// fixed held, of which the lowest value wins. In one start the known parts are spread by a random walk and every
// vertex joins the part most of which has come to it. In others the graph is cut without the fixed, which then say
// which part is which: where fixed are few, a walk from an odd one of its kind leads astray.
func (r *recursion) withFixed(fixed []int32) *Result {
	spread := r.spread(fixed)
	starts := []func() *Result{func() *Result { return &Result{Labels: slices.Clone(spread), Status: Optimal} }}
	for _, s := range r.strategies() {
		starts = append(starts, func() *Result {
			res := r.kWay(s)
			name(res.Labels, fixed, spread, r.mass, r.opt.NClusters)
			return res
		})
	}
	if r.graph.N() < smallGraph { // starts cost next to nothing
		for number := range r.opt.starts(r.graph.N(), smallGraph) {
			starts = append(starts, func() *Result { return &Result{Labels: r.scatter(fixed, number), Status: Optimal} })
		}
	}
	res := r.lowest(starts, fixed)
	res.Merges = agglomerate(r.graph, r.mass, res.Labels, r.opt.NClusters)
	return res
}

// name numbers the parts of a partition by the fixed in them, and puts the fixed in their own. A part takes the
// number of which it holds the most fixed, and among equals the one with which it shares the most mass in spread;
// the most fixed go first.
func name(labels, fixed, spread []int32, mass []float64, k int) {
	type pair struct {
		part, number int32
		count        int
		shared       float64
	}
	pairs := make([]pair, k*k)
	for at := range pairs {
		pairs[at].part, pairs[at].number = int32(at/k), int32(at%k)
	}
	for i, a := range labels {
		pairs[int(a)*k+int(spread[i])].shared += mass[i]
		if fixed[i] >= 0 {
			pairs[int(a)*k+int(fixed[i])].count++
		}
	}
	slices.SortStableFunc(pairs, func(p, q pair) int {
		return cmp.Or(cmp.Compare(q.count, p.count), cmp.Compare(q.shared, p.shared))
	})
	number, taken := make([]int32, k), make([]bool, k)
	for a := range number {
		number[a] = -1
	}
	for _, p := range pairs {
		if number[p.part] < 0 && !taken[p.number] {
			number[p.part], taken[p.number] = p.number, true
		}
	}
	for i, a := range labels {
		labels[i] = number[a]
		if fixed[i] >= 0 {
			labels[i] = fixed[i]
		}
	}
}

// scatter returns random parts for the vertices without fixed.
func (r *recursion) scatter(fixed []int32, number int) []int32 {
	rng := random.New(r.opt.Seed, random.Labels, 0, number)
	labels := slices.Clone(fixed)
	for i, a := range labels {
		if a < 0 {
			labels[i] = int32(rng.IntN(r.opt.NClusters))
		}
	}
	return labels
}

// spread returns the part of which most comes to each vertex when every part begins evenly on its fixed and
//
//	h_i ← ½ h_i + ½ Σ_j w_ij h_j / deg_i.
//
// Parts begin with Σ_i deg_i h_i = 1, which stays so: otherwise they would end at different heights everywhere.
// Vertices that nothing reaches join the part of least mass, in turn.
func (r *recursion) spread(fixed []int32) []int32 {
	n, k := r.graph.N(), r.opt.NClusters
	deg, count := r.graph.Degrees(), make([]float64, k)
	for i, a := range fixed {
		if a >= 0 {
			count[a] += deg[i]
		}
	}
	h := make([]float64, n*k)
	for i, a := range fixed {
		if a >= 0 && count[a] > 0 {
			h[i*k+int(a)] = 1 / count[a]
		}
	}
	return r.largest(r.walk(h, deg), fixed)
}

// walk returns h after fixedWalk steps.
func (r *recursion) walk(h, deg []float64) []float64 {
	k, next := r.opt.NClusters, make([]float64, len(h))
	rows := parallel.NewRows(r.graph.Indptr, r.opt.threads())
	defer rows.Close()
	step := func(lo, hi int) parallel.Sums {
		for i := lo; i < hi; i++ {
			to := next[i*k:][:k]
			copy(to, h[i*k:][:k])
			idx, w := r.graph.Row(i)
			for e, j := range idx {
				share := w[e] / deg[i]
				for a, x := range h[int(j)*k:][:k] {
					to[a] += share * x
				}
			}
			for a := range to {
				to[a] /= 2
			}
		}
		return parallel.Sums{}
	}
	for range fixedWalk {
		if r.ctx.Err() != nil {
			break
		}
		rows.Sum(step)
		h, next = next, h
	}
	return h
}

// largest returns the part with the largest entry in each row of h, and fixed where they are known.
func (r *recursion) largest(h []float64, fixed []int32) []int32 {
	k := r.opt.NClusters
	labels, mass := make([]int32, len(fixed)), make([]float64, k)
	var unreached []int
	for i, a := range fixed {
		row := h[i*k:][:k]
		best := 0
		for b, x := range row {
			if x > row[best] {
				best = b
			}
		}
		switch {
		case a >= 0:
			best = int(a)
		case row[best] == 0:
			unreached = append(unreached, i)
			continue
		}
		labels[i] = int32(best)
		mass[best] += r.mass[i]
	}
	for _, i := range unreached {
		least := slices.Index(mass, slices.Min(mass))
		labels[i] = int32(least)
		mass[least] += r.mass[i]
	}
	return labels
}
