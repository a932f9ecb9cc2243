package objective

// ranked is the value of one vertex.
type ranked struct {
	value  float64
	vertex int32
}

// ranking returns f as a list to be reordered, valid until it is asked for again.
func (e *Energy) ranking(f []float64) []ranked {
	if e.ranked == nil { // many energies never need it
		e.ranked = make([]ranked, len(f))
	}
	for i, fi := range f {
		e.ranked[i] = ranked{fi, int32(i)}
	}
	return e.ranked
}

// Median returns med_λ(f), the smallest c in range(f) with m{f ≤ c} ≥ M/(1+λ), by selection: expected
// O(n). For m = 1 and λ = 1 it is the ⌈n/2⌉-th smallest entry, the paper's median.
func (e *Energy) Median(f []float64) float64 {
	return e.quantile(e.ranking(f), e.Total/(1+e.Lambda))
}

// quantile returns the smallest value c of a with mass{values ≤ c} ≥ target, reordering a. It is
// quickselect with three-way partition, so that ties cost nothing.
func (e *Energy) quantile(a []ranked, target float64) float64 {
	below := 0.0 // mass of the values known to lie below a
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

// partition reorders a into values < pivot, = pivot, > pivot: a[:lt], a[lt:gt], a[gt:]. It returns the
// masses of the first two parts.
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

// pickPivot returns the median of three entries at positions that follow a fixed pseudo-random
// sequence: the same for the same length, and no order of the input makes selection quadratic.
func pickPivot(a []ranked, seed *uint64) float64 {
	at := func() float64 {
		*seed = *seed*6364136223846793005 + 1442695040888963407 // Knuth's MMIX linear congruence
		return a[(*seed>>33)%uint64(len(a))].value
	}
	x, y, z := at(), at(), at()
	return max(min(x, y), min(max(x, y), z))
}
