package direct

import (
	"math"
	"slices"
)

const (
	propagationPatience = 8       // steps without a lower criterion after which a round of propagation ends
	leastPatience       = 2       // the same once these steps have read propagationWork half-edges
	propagationWork     = 1 << 24 // half-edges
	minStepGain         = 1e-3    // relative decrease of the criterion in a step above which it counts as lower
)

// propagation is the state of a label propagation: in each step, many vertices move to neighbouring parts at once, without
// regard to the upper bounds, which are restored after the step. Moves that raise the criterion are among them, so that
// whole regions can change parts that single moves within the bounds do not reach. The method is Jet of M. S. Gilbert,
// K. Madduri, E. G. Boman and S. Rajamanickam, "Jet: multilevel graph partitioning on graphics processing units",
// arXiv:2304.13194, with several rounds of decreasing tolerance and bounds that are restored after every step.
type propagation struct {
	*state
	step      int32
	tolerance float64 // largest increase of the criterion by a move, relative to the term of its edges to its own part
	moved     []int32 // the step in which a vertex was last moved; it rests in the next one
	proposed  []int32 // one more than the index of the proposed move of a vertex in the step, 0 if it has none
	scanned   int64   // half-edges read since the criterion fell

	list, kept []proposal // memory of the proposals of a step, and of those that are made

	best             []int32 // best partition so far
	violation, value float64 // of the best partition
}

// proposal is a move of a vertex to another part, with the decrease of the criterion by this move alone.
type proposal struct {
	vertex, part int32
	gain         float64
}

// propagate improves the partition by rounds of label propagation, each from the best partition so far.
func propagate(s *state) {
	n := len(s.labels)
	p := &propagation{state: s, moved: make([]int32, n), proposed: make([]int32, n),
		best: slices.Clone(s.labels), violation: s.violation(), value: s.value()}
	for _, p.tolerance = range [...]float64{0.75, 0.25} {
		p.round()
		s.become(p.best)
	}
	s.sum()
}

// round makes steps until they no longer lower the criterion.
func (p *propagation) round() {
	p.step += 2 // no vertex rests
	p.scanned = 0
	for fruitless := 0; p.isPatient(fruitless) && p.ctx.Err() == nil; fruitless++ {
		proposals := p.proposals()
		if len(proposals) == 0 {
			return
		}
		p.moveTogether(proposals)
		restoreBounds(p.ctx, p.state)
		if improves(p.state, p.violation, p.value) {
			if p.value-p.state.value() > minStepGain*p.value || p.state.violation() < p.violation-tiny*p.Total {
				fruitless, p.scanned = -1, 0
			}
			copy(p.best, p.labels)
			p.violation, p.value = p.state.violation(), p.state.value()
		}
		p.step++
	}
}

// isPatient reports whether another step follows the given number of steps without a lower criterion.
func (p *propagation) isPatient(fruitless int) bool {
	return fruitless < leastPatience || fruitless < propagationPatience && p.scanned < propagationWork
}

// proposals returns, for every border vertex that does not rest, the move that lowers the criterion most, if it does not
// raise it by more than the tolerance.
func (p *propagation) proposals() []proposal {
	list := p.list[:0]
	for _, i := range p.borderVertices() {
		p.scanned += p.graph.Indptr[i+1] - p.graph.Indptr[i]
		if a := p.labels[i]; p.isFixed(i) || p.count[a] == 1 || p.moved[i] > 0 && p.moved[i] == p.step-1 {
			continue
		}
		if m := p.propose(i); m.part >= 0 {
			list = append(list, m)
		}
	}
	p.list = list
	return list
}

// propose returns the best move of vertex i, with part −1 if it raises the criterion by more than the tolerance.
func (p *propagation) propose(i int32) proposal {
	a := p.labels[i]
	m := proposal{i, -1, math.Inf(-1)}
	weight, deg, parts := p.toward(i)
	leaving := p.leaving(i, a, weight[a], deg)
	for _, b := range parts {
		if b == a || weight[b] <= tiny*deg {
			continue
		}
		if x := leaving + p.joining(i, b, weight[b], deg); x > m.gain {
			m.part, m.gain = b, x
		}
	}
	if m.gain < -p.tolerance*p.Term(2*weight[a], p.size[a]-p.mass[i]) {
		m.part = -1
	}
	p.release(i, parts)
	return m
}

// moveTogether makes those of the proposed moves that do not raise the criterion if all moves that precede them are made.
func (p *propagation) moveTogether(proposals []proposal) {
	for at, m := range proposals {
		p.proposed[m.vertex] = int32(at + 1)
	}
	kept := p.kept[:0]
	for _, m := range proposals {
		if p.gainAfter(m, proposals) >= 0 {
			kept = append(kept, m)
		}
	}
	for _, m := range proposals {
		p.proposed[m.vertex] = 0
	}
	p.kept = kept
	for _, m := range kept {
		if p.count[p.labels[m.vertex]] > 1 {
			p.move(m.vertex, m.part)
			p.moved[m.vertex] = p.step
		}
	}
}

// precedes reports whether the move m has a higher gain than another one or, of equal gains, a vertex of lower number.
func (m proposal) precedes(other proposal) bool {
	return m.gain > other.gain || m.gain == other.gain && m.vertex < other.vertex
}

// gainAfter returns the decrease of the criterion by a move if all neighbours with a proposed move that precedes it have moved.
func (p *propagation) gainAfter(m proposal, proposals []proposal) float64 {
	a := p.labels[m.vertex]
	toA, toB, deg := 0.0, 0.0, 0.0
	idx, w := p.graph.Row(int(m.vertex))
	for e, j := range idx {
		part := p.labels[j]
		if at := p.proposed[j]; at > 0 && proposals[at-1].precedes(m) {
			part = proposals[at-1].part
		}
		switch part {
		case a:
			toA += w[e]
		case m.part:
			toB += w[e]
		}
		deg += w[e]
	}
	return p.gain(m.vertex, a, m.part, toA, toB, deg)
}
