package ordering

import (
	"cmp"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

// MinimumDegree returns an elimination order by approximate minimum degree, in which all vertices of a stage come before those of
// the next one. count are the rows that each vertex of g stands for. It is the method of P. R. Amestoy, T. A. Davis and I. S. Duff,
// "An approximate minimum degree ordering algorithm", SIAM J. Matrix Anal. Appl. 17 (1996), with the stages of the program CAMD by
// Y. Chen and the same authors: while a stage is eliminated, the variables of later stages count for the degrees.
func MinimumDegree(g *graph.CSR, count, stage []int32) []int32 {
	q := newQuotient(g, count, stage)
	byStage := make([]int32, g.N())
	for i := range byStage {
		byStage[i] = int32(i)
	}
	slices.SortStableFunc(byStage, func(a, b int32) int { return cmp.Compare(stage[a], stage[b]) })
	for at := 0; at < len(byStage); {
		now := stage[byStage[at]]
		for ; at < len(byStage) && stage[byStage[at]] == now; at++ {
			if i := byStage[at]; q.count[i] > 0 {
				q.lists.add(i, q.degree[i])
			}
		}
		for q.lists.size > 0 {
			q.eliminate(q.lists.lowest(), now)
		}
	}
	return q.expand()
}

// eliminate makes the variable p an element, and updates the variables of that.
func (q *quotient) eliminate(p, stage int32) {
	q.lists.remove(p, q.degree[p])
	q.order = append(q.order, p)
	q.left -= q.count[p]
	q.count[p] = 0
	row, size := q.gather(p)
	q.adjacent[p], q.within[p], q.alive[p] = nil, row, true
	q.overlaps(row)
	for _, i := range row {
		q.lists.remove(i, q.degree[i])
		if q.update(i, p) && q.stage[i] == stage { // L_i = L_p \ i: it is eliminated with p
			size += q.count[i]
			q.left += q.count[i]
			q.join(i, p)
			continue
		}
		h := q.hash[i]
		q.nextHash[i], q.sameHash[h] = q.sameHash[h], i
	}
	for _, i := range row {
		if q.count[i] != 0 {
			h := q.hash[i]
			q.joinEqual(q.sameHash[h])
			q.sameHash[h] = none
		}
	}
	q.finish(p, stage, size)
}

// finish removes from L_p what was joined, computes the degrees of the others, of `size` rows in all, and puts those of the stage
// into the lists.
func (q *quotient) finish(p, stage, size int32) {
	kept := q.within[p][:0]
	for _, i := range q.within[p] {
		if q.count[i] == 0 {
			continue
		}
		kept = append(kept, i)
		q.count[i] = -q.count[i]
		// d_i = min(n − k, d_i + |L_p \ i|, |A_i \ i| + |L_p \ i| + Σ_{e ≠ p} |L_e \ L_p|)
		q.degree[i] = min(q.degree[i]+size, q.left) - q.count[i]
		if q.stage[i] == stage {
			q.lists.add(i, q.degree[i])
		}
	}
	q.within[p], q.alive[p] = kept, len(kept) > 0
}

// gather returns the variables of the element p, L_p = (A_p ∪ ⋃_{e∈E_p} L_e) \ p, and the number of their rows. Their counts become
// negative, and the elements E_p are absorbed.
func (q *quotient) gather(p int32) (row []int32, size int32) {
	add := func(list []int32) {
		for _, i := range list {
			if q.count[i] > 0 {
				size += q.count[i]
				q.count[i] = -q.count[i]
				row = append(row, i)
			}
		}
	}
	add(q.adjacent[p][q.elements[p]:])
	for _, e := range q.adjacent[p][:q.elements[p]] {
		if q.alive[e] {
			add(q.within[e])
			q.alive[e], q.within[e] = false, nil
		}
	}
	return row, size
}

// overlaps computes |L_e \ L_p| for all elements e of the variables of L_p: algorithm 2 of the paper.
func (q *quotient) overlaps(row []int32) {
	q.stamp += int64(len(q.lists.first))
	for _, i := range row {
		for _, e := range q.adjacent[i][:q.elements[i]] {
			if !q.alive[e] {
				continue
			}
			if q.mark[e] < q.stamp {
				q.mark[e] = q.stamp + q.sizeOf(e)
			}
			q.mark[e] += int64(q.count[i]) // which is negative
		}
	}
}

// update removes from the lists of a variable of L_p what is eliminated or absorbed or in L_p, and adds p. It computes the degree
// without |L_p \ i|, and reports whether p is all that is left in the lists.
func (q *quotient) update(i, p int32) bool {
	list, first := q.adjacent[i], q.elements[i]
	kept, degree, hash := list[:0], int32(0), uint32(p)
	for _, e := range list[:first] {
		if !q.alive[e] {
			continue
		}
		outside := int32(q.mark[e] - q.stamp)
		if outside == 0 { // L_e ⊆ L_p
			q.alive[e], q.within[e] = false, nil
			continue
		}
		kept, degree, hash = append(kept, e), degree+outside, hash+uint32(e)
	}
	variables := q.buffer[:0]
	for _, j := range list[first:] {
		if q.count[j] > 0 {
			variables, degree, hash = append(variables, j), degree+q.count[j], hash+uint32(j)
		}
	}
	q.buffer, q.elements[i] = variables, int32(len(kept)+1)
	q.adjacent[i] = append(append(kept, p), variables...) // no longer than before: p or an element of p was in it
	q.degree[i] = min(q.degree[i], degree)
	q.hash[i] = int32(hash % uint32(len(q.hash)))
	return len(q.adjacent[i]) == 1
}
