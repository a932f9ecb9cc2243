package cut

// weighted is one value with its mass.
type weighted struct{ value, mass float64 }

// Median returns med_λ(f), the smallest c in range(f) with m{f ≤ c} ≥ M/(1+λ), by selection: expected
// O(n). For m = 1 and λ = 1 it is the ⌈n/2⌉-th smallest entry, the paper's median.
func (e *Energy) Median(f []float64) float64 {
	for i, fi := range f {
		e.pairs[i] = weighted{fi, e.Mass[i]}
	}
	return quantile(e.pairs, e.Total/(1+e.Lambda))
}

// quantile returns the smallest value c of a with mass{values ≤ c} ≥ target, reordering a. It is
// quickselect with three-way partition, so that ties cost nothing.
func quantile(a []weighted, target float64) float64 {
	below := 0.0 // mass of the values known to lie below a
	seed := uint64(len(a))
	for {
		pivot := pickPivot(a, &seed)
		lt, gt, less, equal := partition(a, pivot)
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
func partition(a []weighted, pivot float64) (lt, gt int, less, equal float64) {
	gt = len(a)
	for k := 0; k < gt; {
		switch x := a[k]; {
		case x.value < pivot:
			less += x.mass
			a[lt], a[k] = x, a[lt]
			lt++
			k++
		case x.value > pivot:
			gt--
			a[k], a[gt] = a[gt], x
		default:
			equal += x.mass
			k++
		}
	}
	return lt, gt, less, equal
}

// pickPivot returns the median of three entries at positions that follow a fixed pseudo-random
// sequence: the same for the same length, and no order of the input makes selection quadratic.
func pickPivot(a []weighted, seed *uint64) float64 {
	at := func() float64 {
		*seed = *seed*6364136223846793005 + 1442695040888963407 // Knuth's MMIX linear congruence
		return a[(*seed>>33)%uint64(len(a))].value
	}
	x, y, z := at(), at(), at()
	return max(min(x, y), min(max(x, y), z))
}
