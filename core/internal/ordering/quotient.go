package ordering

import (
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

// quotient is the quotient graph of an elimination. Its nodes are variables, which are not eliminated, and elements, which are: the
// variables of an element are pairwise adjacent. A variable stands for vertices that are adjacent to the same others.
type quotient struct {
	adjacent [][]int32 // of a variable: its elements, then its variables
	elements []int32   // number of elements in adjacent
	within   [][]int32 // of an element: its variables
	alive    []bool    // of an element: whether no other one has absorbed it
	count    []int32   // rows of a variable; 0 if it is eliminated or joined to another; negative in the element that is made
	degree   []int32   // upper bound of the number of rows outside a variable that are adjacent to it
	stage    []int32
	into     []int32 // the variable that a variable is joined to, or none
	left     int32   // rows that are not eliminated
	order    []int32 // variables in the order of elimination

	lists    buckets // variables of the present stage
	mark     []int64 // of an element e: stamp + |L_e \ L_p|, if it is at least stamp
	stamp    int64
	buffer   []int32 // of update
	hash     []int32 // of the lists of a variable, below n
	sameHash []int32 // first variable of each hash, or none
	nextHash []int32 // next variable of the same hash, or none
	seen     []int32 // 1 + the last variable given to joinEqual whose lists have the node
}

// newQuotient returns the quotient graph before the first elimination.
func newQuotient(g *graph.CSR, count, stage []int32) *quotient {
	n := g.N()
	numbers := func() []int32 { return make([]int32, n) }
	q := &quotient{adjacent: make([][]int32, n), elements: numbers(), within: make([][]int32, n), alive: make([]bool, n),
		count: slices.Clone(count), degree: numbers(), stage: stage, into: numbers(), mark: make([]int64, n), hash: numbers(),
		sameHash: numbers(), nextHash: numbers(), seen: numbers()}
	all := slices.Clone(g.Indices)
	for i := range n {
		q.adjacent[i] = all[g.Indptr[i]:g.Indptr[i+1]]
		for _, j := range q.adjacent[i] {
			q.degree[i] += count[j]
		}
		q.left += count[i]
		q.into[i], q.sameHash[i] = none, none
	}
	q.lists = newBuckets(n, q.left)
	return q
}

// sizeOf returns |L_e|, and removes from L_e what is not a variable any more.
func (q *quotient) sizeOf(e int32) (size int64) {
	kept := q.within[e][:0]
	for _, i := range q.within[e] {
		if c := q.count[i]; c != 0 {
			kept = append(kept, i)
			size += int64(max(c, -c))
		}
	}
	q.within[e] = kept
	return size
}

// join joins the variable i to a variable or an element.
func (q *quotient) join(i, to int32) {
	q.count[i], q.into[i], q.adjacent[i] = 0, to, nil
}

// joinEqual joins variables with the same lists and stage, of those of a hash from the given one on.
func (q *quotient) joinEqual(i int32) {
	for ; i != none; i = q.nextHash[i] {
		if q.count[i] == 0 || q.nextHash[i] == none {
			continue
		}
		for _, x := range q.adjacent[i] {
			q.seen[x] = i + 1
		}
		for j := q.nextHash[i]; j != none; j = q.nextHash[j] {
			if q.count[j] != 0 && q.stage[i] == q.stage[j] && q.areEqual(i, j) {
				q.count[i] += q.count[j]
				q.join(j, i)
			}
		}
	}
}

// areEqual reports whether two variables have the same lists, of which those of i are marked, in any order.
func (q *quotient) areEqual(i, j int32) bool {
	if q.elements[i] != q.elements[j] || len(q.adjacent[i]) != len(q.adjacent[j]) {
		return false
	}
	for _, x := range q.adjacent[j] {
		if q.seen[x] != i+1 {
			return false
		}
	}
	return true
}

// expand returns all vertices in the order of elimination: each variable, followed by those that were joined to it.
func (q *quotient) expand() []int32 {
	n := len(q.into)
	joined := make([][]int32, n)
	for i, to := range q.into {
		if to != none {
			joined[to] = append(joined[to], int32(i))
		}
	}
	order := make([]int32, 0, n)
	for _, p := range q.order {
		at := len(order)
		for order = append(order, p); at < len(order); at++ {
			order = append(order, joined[order[at]]...)
		}
	}
	return order
}
