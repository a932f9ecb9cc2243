package multiclass

import "github.com/tvcut/tvcut/core/graph"

// tally is a partition with the weight cut and the mass of every part, from which its energy and that after the
// move of one vertex are had at once.
type tally struct {
	graph      *graph.CSR
	mass, deg  []float64
	seeds      []int32 // vertices held where ≥ 0; nil: none
	k          int
	labels     []int32
	cuts, size []float64
	count      []int
	total      float64
}

// newTally sums up a partition into k parts, and changes labels where it moves vertices.
func newTally(g *graph.CSR, mass, deg []float64, seeds []int32, k int, labels []int32) *tally {
	t := &tally{graph: g, mass: mass, deg: deg, seeds: seeds, k: k, labels: labels,
		cuts: make([]float64, k), size: make([]float64, k), count: make([]int, k)}
	t.sum()
	return t
}

// sum finds cuts, masses and counts afresh.
func (t *tally) sum() {
	clear(t.cuts)
	clear(t.size)
	clear(t.count)
	t.total = 0
	for i, a := range t.labels {
		t.count[a]++
		t.size[a] += t.mass[i]
		t.total += t.mass[i]
		idx, w := t.graph.Row(i)
		for e, j := range idx {
			if t.labels[j] != a {
				t.cuts[a] += w[e]
			}
		}
	}
}

// balance returns min((k−1) m, M − m).
func (t *tally) balance(mass float64) float64 { return min(float64(t.k-1)*mass, t.total-mass) }

// ratio returns cut/min((k−1) m, M − m), the share of one part in the energy.
func (t *tally) ratio(cut, mass float64) float64 {
	return cut / t.balance(mass)
}

// energy returns Σ_r cut(A_r, A_rᶜ)/min((k−1) m(A_r), m(A_rᶜ)); NaN or +Inf where a part is empty.
func (t *tally) energy() float64 {
	sum := 0.0
	for r, c := range t.cuts {
		sum += t.ratio(c, t.size[r])
	}
	return sum
}

// settle moves single vertices to the part of a neighbour as long as that lowers the energy, in passes over all
// vertices that are not held, and never the last vertex of a part.
func (t *tally) settle() {
	toward := make([]float64, t.k)
	for moved := true; moved; {
		moved = false
		for i := range t.labels {
			if t.seeds != nil && t.seeds[i] >= 0 || t.count[t.labels[i]] == 1 {
				continue
			}
			idx, w := t.graph.Row(i)
			border := false
			for e, j := range idx {
				toward[t.labels[j]] += w[e]
				border = border || t.labels[j] != t.labels[i]
			}
			if border && t.move(i, toward) {
				moved = true
			}
			for _, j := range idx {
				toward[t.labels[j]] = 0
			}
		}
	}
}

// move puts vertex i, with the given weights toward each part, where the energy is lowest, and says whether that
// is another part than before.
func (t *tally) move(i int, toward []float64) bool {
	a, m, deg := t.labels[i], t.mass[i], t.deg[i]
	leftCut := t.cuts[a] - deg + 2*toward[a]
	gain := t.ratio(t.cuts[a], t.size[a]) - t.ratio(leftCut, t.size[a]-m)
	least := 1e-12 * t.ratio(t.cuts[a], t.size[a]) // rounding alone is no gain
	best := a
	for b := range int32(t.k) {
		if b == a || toward[b] == 0 {
			continue
		}
		loss := t.ratio(t.cuts[b]+deg-2*toward[b], t.size[b]+m) - t.ratio(t.cuts[b], t.size[b])
		if gain-loss > least {
			best, least = b, gain-loss
		}
	}
	if best == a {
		return false
	}
	t.cuts[a], t.size[a], t.count[a] = leftCut, t.size[a]-m, t.count[a]-1
	t.cuts[best] += deg - 2*toward[best]
	t.size[best] += m
	t.count[best]++
	t.labels[i] = best
	return true
}
