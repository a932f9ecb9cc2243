package consensus

import "math"

// exactParts is the largest number of parts for which Assign is exact, which takes time of order k³ and memory of order k².
const exactParts = 512

// Assign returns a number of its own for each of k parts, so that the sum of the masses of the overlaps is as large as possible.
// Of sums that are equal up to rounding errors, the one with more vertices counts as larger. For more than exactParts parts it is
// Match, which reaches at least half of the largest sum, and which it calls with counts of 0. It changes shared.
func Assign(shared []Overlap, k int) []int32 {
	if k > exactParts {
		for e := range shared {
			shared[e].Count = 0
		}
		return Match(shared, k)
	}
	mass, count := 0.0, 0
	for _, o := range shared {
		mass, count = mass+o.Mass, count+o.Count
	}
	vertex := 1.0 // what a vertex counts, against its mass
	if mass > 0 {
		vertex = math.Ldexp(mass, -40) / float64(max(count, 1))
	}
	cost := make([]float64, k*k)
	for _, o := range shared {
		cost[int(o.Part)*k+int(o.Number)] -= o.Mass + vertex*float64(o.Count)
	}
	return cheapest(cost, k)
}

// cheapest returns the column of each row of a k × k matrix of costs in the assignment of lowest cost, by the Hungarian method:
// J. Edmonds and R. M. Karp, "Theoretical improvements in algorithmic efficiency for network flow problems", Journal of the ACM 19,
// 1972. It adds one row at a time by a shortest augmenting path. Costs less the prices of row and column stay ≥ 0.
func cheapest(cost []float64, k int) []int32 {
	a := assignment{k: k, cost: cost, rowPrice: make([]float64, k), columnPrice: make([]float64, k), row: make([]int, k),
		distance: make([]float64, k), before: make([]int, k), done: make([]bool, k)}
	for c := range a.row {
		a.row[c] = -1
	}
	for r := range k {
		a.add(r)
	}
	column := make([]int32, k)
	for c, r := range a.row {
		column[r] = int32(c)
	}
	return column
}

// assignment is the state of cheapest.
type assignment struct {
	k                     int
	cost                  []float64
	rowPrice, columnPrice []float64
	row                   []int // of each column; −1: none

	distance []float64 // of each column from the added row
	before   []int     // column before each column on the path; −1: the path begins with the added row
	done     []bool    // whether the distance of a column is final
}

// add assigns a column to another row, and changes the columns of the rows on the shortest path.
func (a *assignment) add(added int) {
	for c := range a.k {
		a.distance[c], a.before[c], a.done[c] = math.Inf(1), -1, false
	}
	last, r, reached := -1, added, 0.0
	for r >= 0 {
		next := -1
		for c := range a.k {
			if a.done[c] {
				continue
			}
			if d := reached + a.cost[r*a.k+c] - a.rowPrice[r] - a.columnPrice[c]; d < a.distance[c] {
				a.distance[c], a.before[c] = d, last
			}
			if next < 0 || a.distance[c] < a.distance[next] {
				next = c
			}
		}
		last, reached = next, a.distance[next]
		a.done[next], r = true, a.row[next]
	}
	a.rowPrice[added] += reached
	for c, done := range a.done {
		if done && a.row[c] >= 0 {
			a.rowPrice[a.row[c]] += reached - a.distance[c]
			a.columnPrice[c] -= reached - a.distance[c]
		}
	}
	for c := last; c >= 0; c = a.before[c] {
		if b := a.before[c]; b >= 0 {
			a.row[c] = a.row[b]
		} else {
			a.row[c] = added
		}
	}
}
