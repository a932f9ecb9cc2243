package constrained

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/internal/queue"
)

// growth gives vertices of part −1 the part of a neighbour: the vertex with the largest share of its degree in a part first. Parts with
// room for a vertex come first.
type growth struct {
	*Problem
	labels []int32
	load   []float64 // first mass of each part
	degree []float64
	queue  queue.Queue
	weight []float64 // between a vertex and each part, all 0 between uses
}

func newGrowth(p *Problem, labels []int32) *growth {
	k := p.Criterion.K
	g := &growth{Problem: p, labels: labels, load: make([]float64, k), degree: degrees(p.Graph), weight: make([]float64, k),
		queue: queue.Queue{Place: queue.Places(p.Graph.N())}}
	for i, a := range labels {
		if a >= 0 {
			g.load[a] += p.Columns[0].Mass[i]
		}
	}
	return g
}

// run gives all vertices parts. Those that no part can reach join the first part from which nothing separates them.
func (g *growth) run() {
	for i := range int32(len(g.labels)) {
		g.update(i)
	}
	for len(g.queue.Items) > 0 {
		top := g.queue.Items[0]
		part, key := g.best(top.Vertex)
		switch {
		case part < 0:
			g.queue.Pop()
		case key < top.Key:
			g.queue.Set(top.Vertex, key)
		default:
			g.queue.Pop()
			g.join(top.Vertex, part)
		}
	}
	for i, a := range g.labels {
		if a < 0 {
			g.labels[i] = g.leftover(int32(i))
		}
	}
}

// best returns the part that a vertex would join, −1 if there is none, and the key by which it is queued.
func (g *growth) best(i int32) (part int32, key float64) {
	part, key = -1, math.Inf(-1)
	idx, w := g.Graph.Row(int(i))
	for e, j := range idx {
		if a := g.labels[j]; j != i && a >= 0 {
			g.weight[a] += w[e]
		}
	}
	for _, j := range idx {
		a := g.labels[j]
		if j == i || a < 0 || g.weight[a] == 0 {
			continue
		}
		x := g.weight[a] / g.degree[i]
		g.weight[a] = 0
		if g.clashes(i, a) {
			continue
		}
		if g.load[a]+g.Columns[0].Mass[i] > g.Columns[0].Bounds.Most[a] {
			x--
		}
		if x > key || x == key && a < part {
			part, key = a, x
		}
	}
	return part, key
}

// anyClash reports whether part a has a vertex that must lie apart from vertex i.
func (g *growth) clashes(i, a int32) bool {
	return slices.ContainsFunc(g.Apart.Of(i), func(j int32) bool { return g.labels[j] == a })
}

// update queues a vertex without a part, or updates its key.
func (g *growth) update(i int32) {
	if g.labels[i] >= 0 {
		return
	}
	part, key := g.best(i)
	switch {
	case part < 0:
	case g.queue.Place[i] >= 0:
		g.queue.Set(i, key)
	default:
		g.queue.Push(i, key)
	}
}

// join gives a vertex its part.
func (g *growth) join(i, part int32) {
	g.labels[i] = part
	g.load[part] += g.Columns[0].Mass[i]
	idx, _ := g.Graph.Row(int(i))
	for _, j := range idx {
		g.update(j)
	}
}

// leftover returns the first part without a vertex that must lie apart from vertex i, or 0.
func (g *growth) leftover(i int32) int32 {
	for a := range int32(g.Criterion.K) {
		if !g.clashes(i, a) {
			return a
		}
	}
	return 0
}
