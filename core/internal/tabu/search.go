package tabu

import (
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// cancellation is the share of a weight below which the difference of two sums that contained it is summed again.
const cancellation = 1e-5

// least is the relative decrease of the criterion that counts as one while sums are updated by differences.
const least = 1e-10

// search is a partition with what is needed to evaluate all moves of single vertices.
type search struct {
	*Problem
	n, k   int
	rng    *rand.Rand
	labels []int32
	to     []float64 // Σ_{j∈A_r} w_ij at i·k + r
	cuts   []float64 // cut(A_r, A_rᶜ)
	size   []float64 // m(A_r)
	count  []int     // vertices of A_r
	term   []float64 // term of part r in the criterion

	violation, value         float64
	best                     []int32 // best partition of the round
	bestViolation, bestValue float64

	until  []int // step until which vertex i may not move to part r, at i·k + r
	step   int
	work   int // moves evaluated
	change change
}

// newSearch returns a search whose first partition is labels. It keeps labels.
func newSearch(p *Problem, labels []int32, rng *rand.Rand) *search {
	n, k := p.Graph.N(), p.Criterion.K
	return &search{Problem: p, n: n, k: k, rng: rng, labels: labels, to: make([]float64, n*k), cuts: make([]float64, k),
		size: make([]float64, k), count: make([]int, k), term: make([]float64, k), best: make([]int32, n), until: make([]int, n*k),
		change: newChange(k, p.Bounds.Bounded())}
}

// round searches from the current partition until fruitlessSteps·n steps in a row give no better one.
func (s *search) round() {
	s.sum()
	clear(s.until)
	s.keep()
	s.step = 0
	for fruitless := 0; fruitless < fruitlessSteps*s.n; fruitless++ {
		s.step++
		i, b := s.pick()
		if i < 0 {
			continue
		}
		a := s.labels[i]
		s.move(i, b)
		s.until[i*s.k+int(a)] = s.step + s.tenure()
		if s.violation < s.bestViolation || s.violation == s.bestViolation && s.value < s.bestValue*(1-least) {
			s.keep()
			fruitless = -1
		}
	}
}

// tenure returns for how many steps a vertex may not return to its part. Random tenures avoid cycles.
func (s *search) tenure() int { return 2 + s.n/12 + s.rng.IntN(3+s.n/8) }

// keep makes the current partition the best one of the round.
func (s *search) keep() {
	copy(s.best, s.labels)
	s.bestViolation, s.bestValue = s.violation, s.value
}

// sum computes all sums from the labels.
func (s *search) sum() {
	clear(s.to)
	clear(s.count)
	for i, a := range s.labels {
		s.count[a]++
		idx, w := s.Graph.Row(i)
		for e, j := range idx {
			s.to[i*s.k+int(s.labels[j])] += w[e]
		}
	}
	for r := range s.k {
		s.sumPart(int32(r))
	}
	s.total()
}

// sumPart computes the mass, the cut and the term of part r.
func (s *search) sumPart(r int32) {
	s.size[r], s.cuts[r] = 0, 0
	for i, a := range s.labels {
		if a == r {
			s.size[r] += s.Mass[i]
			s.cuts[r] += s.outside(i, a)
		}
	}
	s.term[r] = s.Criterion.Term(s.cuts[r], s.size[r])
}

// outside returns the weight of the edges between vertex i and all parts but a, without cancellation.
func (s *search) outside(i int, a int32) float64 {
	sum := 0.0
	for r, w := range s.to[i*s.k:][:s.k] {
		if int32(r) != a {
			sum += w
		}
	}
	return sum
}

// total computes the criterion and the violation of the bounds.
func (s *search) total() {
	s.value, s.violation = objective.Total(s.term), s.Bounds.Violation(s.size)
}

// move moves vertex i to part b.
func (s *search) move(i int, b int32) {
	a := s.labels[i]
	s.labels[i] = b
	s.count[a]--
	s.count[b]++
	idx, w := s.Graph.Row(i)
	for e, j := range idx {
		to := s.to[int(j)*s.k:][:s.k]
		to[b] += w[e]
		to[a] -= w[e]
		if to[a] < cancellation*w[e] { // most digits are lost
			to[a] = s.toward(int(j), a)
		}
	}
	s.sumPart(a)
	s.sumPart(b)
	s.total()
}

// toward sums the weight of the edges between vertex i and part a.
func (s *search) toward(i int, a int32) float64 {
	sum := 0.0
	idx, w := s.Graph.Row(i)
	for e, j := range idx {
		if s.labels[j] == a {
			sum += w[e]
		}
	}
	return sum
}
