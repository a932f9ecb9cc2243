package objective

// ranked is a vertex with its value.
type ranked struct {
	value  float64
	vertex int32
}

// ranking returns the vertices with their values f. The caller may reorder the slice, which is valid until the next call.
func (e *Energy) ranking(f []float64) []ranked {
	if e.ranked == nil { // allocated on first use: many energies never need it
		e.ranked = make([]ranked, len(f))
	}
	for i, fi := range f {
		e.ranked[i] = ranked{fi, int32(i)}
	}
	return e.ranked
}

// Median returns med_λ(f), the smallest c in range(f) with m{f ≤ c} ≥ M/(1+λ), by selection in expected time O(n). For
// m = 1 and λ = 1 it is the ⌈n/2⌉-th smallest entry, the paper's median.
func (e *Energy) Median(f []float64) float64 {
	return e.quantile(e.ranking(f), e.Total/(1+e.Lambda))
}

// quantile returns the smallest value c in a for which the values ≤ c have a mass of at least target. It reorders a. It is
// quickselect with a three-way partition, which takes time O(n) even if many values are equal.
func (e *Energy) quantile(a []ranked, target float64) float64 {
	below := 0.0 // mass of the discarded values, all of which are below those in a
	seed := uint64(len(a))
	for {
		pivot := pickPivot(a, &seed)
		lt, gt, less, equal := e.partition(a, pivot)
		switch {
		case lt > 0 && below+less >= target:
			a = a[:lt]
		case gt == len(a) || below+less+equal >= target:
			return pivot
		default:
			below += less + equal
			a = a[gt:]
		}
	}
}

// partition reorders a so that a[:lt] < pivot, a[lt:gt] = pivot and a[gt:] > pivot. less and equal are the masses of the
// first two ranges.
func (e *Energy) partition(a []ranked, pivot float64) (lt, gt int, less, equal float64) {
	gt = len(a)
	for k := 0; k < gt; {
		switch x := a[k]; {
		case x.value < pivot:
			less += e.Mass[x.vertex]
			a[lt], a[k] = x, a[lt]
			lt++
			k++
		case x.value > pivot:
			gt--
			a[k], a[gt] = a[gt], x
		default:
			equal += e.Mass[x.vertex]
			k++
		}
	}
	return lt, gt, less, equal
}

// pickPivot returns the median of three entries at pseudo-random positions. The positions depend only on the length of the
// input, so the result is deterministic, and selection from sorted input is not quadratic.
func pickPivot(a []ranked, seed *uint64) float64 {
	at := func() float64 {
		*seed = *seed*6364136223846793005 + 1442695040888963407 // Knuth's MMIX linear congruence
		return a[(*seed>>33)%uint64(len(a))].value
	}
	x, y, z := at(), at(), at()
	return max(min(x, y), min(max(x, y), z))
}
