package portfolio

import (
	"slices"

	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/consensus"
	"github.com/tvcut/tvcut/core/internal/deadline"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/random"
	"github.com/tvcut/tvcut/core/internal/tree"
)

// withFixed partitions a graph with fixed vertices. It refines the partitions of several starts and returns the partition of
// lowest value. The starts are
//   - label propagation from the fixed vertices;
//   - for each strategy, a partition found without the fixed vertices, whose parts are then numbered by the fixed
//     vertices in them. If there are few fixed vertices and one of them is not typical of its part, label propagation
//     gives poor partitions and these starts are better;
//   - on small graphs, random parts.
func withFixed(s *search, fixed []int32) *bisect.Solution {
	var propagated []int32
	s.step("label propagation", func() float64 { propagated = propagateAll(s, fixed); return s.scoreOf(propagated) })
	starts := []func() *bisect.Solution{func() *bisect.Solution {
		return &bisect.Solution{Labels: slices.Clone(propagated), Status: bisect.Optimal}
	}}
	for _, kind := range kinds(s) {
		starts = append(starts, func() *bisect.Solution {
			res := cut(s, kind)
			numberParts(res.Labels, fixed, propagated, s.p.Mass, s.opt.K)
			occupy(res.Labels, fixed, s.opt.K)
			return res
		})
	}
	if s.p.Graph.N() < s.opt.Plan.Starts.SmallGraph {
		for number := range s.opt.Plan.NumStarts(s.opt.Facts(s.p.Graph.N(), s.p.Graph.NNZ()), s.opt.Plan.Starts.SmallGraph) {
			starts = append(starts, func() *bisect.Solution {
				return &bisect.Solution{Labels: randomLabels(s, fixed, number), Status: bisect.Optimal}
			})
		}
	}
	res := refineAll(s, starts, fixed)
	res.Merges = tree.Agglomerate(deadline.Extended(s.ctx), s.p.Graph, s.p.Mass, res.Labels, s.opt.K)
	return res
}

// numberParts renumbers the parts of a partition in place according to the fixed vertices, and then moves the fixed
// vertices to their parts. Pairs of a part and a number are matched greedily: first those with the most fixed vertices of
// that number in the part, and among equals those with the largest mass that the part shares with the part of that number
// in propagated.
func numberParts(labels, fixed, propagated []int32, mass []float64, k int) {
	number := consensus.Match(overlaps(labels, fixed, propagated, mass, k), k)
	for i, a := range labels {
		labels[i] = number[a]
		if fixed[i] >= 0 {
			labels[i] = fixed[i]
		}
	}
}

// overlaps returns for each pair of a part of labels and a number the mass of the part that others gives this number, and its
// vertices that fixed gives this number. Of k² pairs, most have neither if k is large, and are left out.
func overlaps(labels, fixed, others []int32, mass []float64, k int) []consensus.Overlap {
	members := make([][]int32, k)
	for i, a := range labels {
		members[a] = append(members[a], int32(i))
	}
	var shared []consensus.Overlap
	at := slices.Repeat([]int{-1}, k) // the last pair with each number
	for a, vertices := range members {
		first := len(shared)
		pair := func(number int32) *consensus.Overlap {
			if at[number] < first {
				at[number] = len(shared)
				shared = append(shared, consensus.Overlap{Part: int32(a), Number: number})
			}
			return &shared[at[number]]
		}
		for _, i := range vertices {
			pair(others[i]).Mass += mass[i]
			if fixed[i] >= 0 {
				pair(fixed[i]).Count++
			}
		}
	}
	return shared
}

// randomLabels returns the parts of the fixed vertices and random parts for the others. number is the number of the start.
func randomLabels(s *search, fixed []int32, number int) []int32 {
	rng := random.New(s.opt.Seed, random.Labels, 0, number)
	labels := slices.Clone(fixed)
	for i, a := range labels {
		if a < 0 {
			labels[i] = int32(rng.IntN(s.opt.K))
		}
	}
	occupy(labels, fixed, s.opt.K)
	return labels
}

// propagateAll returns the parts of label propagation. Parts without fixed vertices, which it leaves empty, have one vertex each.
func propagateAll(s *search, fixed []int32) []int32 {
	labels := propagateLabels(s, fixed)
	occupy(labels, fixed, s.opt.K)
	return labels
}

// occupy moves one vertex into each empty part in place: the first vertex that is not fixed and not alone in its part. At least as
// many vertices as parts without fixed vertices must not be fixed. fixed may be nil.
func occupy(labels, fixed []int32, k int) {
	count := make([]int, k)
	for _, a := range labels {
		count[a]++
	}
	i := 0
	for r, c := range count {
		if c > 0 {
			continue
		}
		for fixed != nil && fixed[i] >= 0 || count[labels[i]] == 1 {
			i++
		}
		count[labels[i]]--
		labels[i], count[r] = int32(r), 1
	}
}

// propagateLabels returns the parts found by label propagation with a lazy random walk: every part r starts with a
// function h that is constant on its fixed vertices and 0 elsewhere, all functions make the steps
//
//	h_i ← ½ h_i + ½ Σ_j w_ij h_j / deg_i,
//
// and each vertex joins the part whose function is largest there. The start is scaled to Σ_i deg_i h_i = 1, which the
// steps preserve. Without this the limits of the functions, which are constant, would differ between parts. Vertices that
// no walk reaches join the part of least mass, one by one.
//
// The functions of as many parts at a time are computed as walkedAtOnce allows. Once ctx has ended, no more are computed.
func propagateLabels(s *search, fixed []int32) []int32 {
	n, k := s.p.Graph.N(), s.opt.K
	deg, volume := s.p.Graph.Degrees(), make([]float64, k)
	for i, a := range fixed {
		if a >= 0 {
			volume[a] += deg[i]
		}
	}
	rows := parallel.NewRows(s.p.Graph.Indptr, s.opt.Threads)
	defer rows.Close()
	width := min(k, max(1, max(walkedAtOnce, s.p.Graph.NNZ())/n))
	h, next := make([]float64, n*width), make([]float64, n*width)
	labels, highest := make([]int32, n), make([]float64, n)
	for first := 0; first < k && s.ctx.Err() == nil; first += width {
		parts := min(width, k-first)
		h, next = h[:n*parts], next[:n*parts]
		clear(h)
		for i, a := range fixed {
			if b := int(a) - first; 0 <= b && b < parts && volume[a] > 0 {
				h[i*parts+b] = 1 / volume[a]
			}
		}
		h, next = randomWalk(s, rows, h, next, deg)
		for i := range labels {
			for b, x := range h[i*parts:][:parts] {
				if x > highest[i] {
					labels[i], highest[i] = int32(first+b), x
				}
			}
		}
	}
	completeLabels(s, labels, highest, fixed)
	return labels
}

// walkedAtOnce is the number of values of functions that label propagation may always compute at a time. It takes 16 bytes for
// each. On large graphs there may be one for each half-edge.
const walkedAtOnce = 1 << 20

// randomWalk returns h, n rows of as many entries as functions, after propagationSteps steps of the lazy random walk, and memory
// of the same size that is free. It changes h and next.
func randomWalk(s *search, rows *parallel.Rows, h, next, deg []float64) (walked, free []float64) {
	k := len(h) / len(deg)
	step := func(lo, hi int) parallel.Sums {
		for i := lo; i < hi; i++ {
			to := next[i*k:][:k]
			copy(to, h[i*k:][:k])
			idx, w := s.p.Graph.Row(i)
			for e, j := range idx {
				share := w[e] / deg[i]
				for a, x := range h[int(j)*k:][:k] {
					to[a] += share * x
				}
			}
			for a := range to {
				to[a] /= 2 // h_i ← ½ h_i + ½ Σ_j w_ij h_j / deg_i
			}
		}
		return parallel.Sums{}
	}
	for range s.opt.Plan.Refinement.WalkSteps {
		if s.ctx.Err() != nil {
			break
		}
		rows.Sum(step)
		h, next = next, h
	}
	return h, next
}

// completeLabels gives fixed vertices their parts. Vertices whose highest value of a function is 0 join the part of least mass,
// one by one.
func completeLabels(s *search, labels []int32, highest []float64, fixed []int32) {
	deficit := make([]float64, s.opt.K) // for targets of 0: −m(A_r)
	var unreached []int32
	for i, a := range fixed {
		switch {
		case a >= 0:
			labels[i] = a
		case highest[i] == 0:
			unreached = append(unreached, int32(i))
			continue
		}
		deficit[labels[i]] -= s.p.Mass[i]
	}
	direct.FillInOrder(unreached, labels, s.p.Mass, deficit, slices.Repeat([]bool{true}, len(deficit)))
}
