package multiclass

// tally is a partition with the weight cut and the mass of every part, from which its energy and that after the
// move of one vertex are had at once.
type tally struct {
	fl         *Flow
	labels     []int32
	cuts, size []float64
	count      []int
	total      float64
}

// tallyOf sums up a partition.
func (fl *Flow) tallyOf(labels []int32) *tally {
	t := &tally{fl: fl, labels: labels, cuts: make([]float64, fl.k), size: make([]float64, fl.k), count: make([]int, fl.k)}
	for i, a := range labels {
		t.count[a]++
		t.size[a] += fl.mass[i]
		t.total += fl.mass[i]
		idx, w := fl.graph.Row(i)
		for e, j := range idx {
			if labels[j] != a {
				t.cuts[a] += w[e]
			}
		}
	}
	return t
}

// ratio returns cut/min((k−1) m, M − m), the share of one part in the energy.
func (t *tally) ratio(cut, mass float64) float64 {
	return cut / min(float64(t.fl.k-1)*mass, t.total-mass)
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
	toward := make([]float64, t.fl.k)
	for moved := true; moved; {
		moved = false
		for i := range t.labels {
			if t.fl.seeds != nil && t.fl.seeds[i] >= 0 || t.count[t.labels[i]] == 1 {
				continue
			}
			idx, w := t.fl.graph.Row(i)
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
	a, m, deg := t.labels[i], t.fl.mass[i], t.fl.deg[i]
	leftCut := t.cuts[a] - deg + 2*toward[a]
	gain := t.ratio(t.cuts[a], t.size[a]) - t.ratio(leftCut, t.size[a]-m)
	least := 1e-12 * t.ratio(t.cuts[a], t.size[a]) // rounding alone is no gain
	best := a
	for b := range int32(t.fl.k) {
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
