package modularity

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

const (
	finer         = 1.5 // factor between two resolutions
	maxResolution = 20
)

// Merge finds k = p.K parts without regard to p.Labels. It moves vertices, from parts of one vertex, and then communities as a whole,
// as Blondel et al. do, at the lowest resolution γ = 1, 1.5, 2.25, … that gives at least k communities. It then merges two of them at a
// time, those whose union lowers the modularity least, lighter ones than p.Least first, and raises the modularity of the k parts.
// It returns nil if there are fewer than k communities at all resolutions, or ctx ends.
func Merge(ctx context.Context, p Partition, rng *rand.Rand) []int32 {
	for gamma := 1.0; gamma < maxResolution && ctx.Err() == nil; gamma *= finer {
		labels, last := communities(ctx, p, gamma, rng)
		if len(last.degree) < p.K {
			continue
		}
		m := newMerging(last)
		for m.count > p.K {
			if ctx.Err() != nil || !m.mergeBest(p.Least) {
				return nil
			}
		}
		p.Labels = m.numbered(labels)
		return Raise(ctx, p, rng)
	}
	return nil
}

// level is a graph whose vertices are communities. The weights within them count in the degrees only.
type level struct {
	graph        *graph.CSR
	degree, mass []float64
}

// communities returns communities at a resolution, and their graph.
func communities(ctx context.Context, p Partition, resolution float64, rng *rand.Rand) ([]int32, level) {
	labels, l := singletons(p.Graph.N()), level{p.Graph, p.Graph.Degrees(), p.Mass}
	for {
		n := l.graph.N()
		s := newState(Partition{Graph: l.graph, Mass: l.mass, Labels: singletons(n), K: n, Sweeps: p.Sweeps}, l.degree, resolution)
		s.sweep(ctx, rng)
		count := renumber(s.labels)
		if count == n || ctx.Err() != nil {
			return labels, l
		}
		for i, a := range labels {
			labels[i] = s.labels[a]
		}
		l = l.contracted(s.labels, count)
	}
}

func singletons(n int) []int32 {
	labels := make([]int32, n)
	for i := range labels {
		labels[i] = int32(i)
	}
	return labels
}

// renumber numbers the parts in the order of their first vertices and returns their number.
func renumber(labels []int32) int {
	number := map[int32]int32{}
	for i, a := range labels {
		if _, known := number[a]; !known {
			number[a] = int32(len(number))
		}
		labels[i] = number[a]
	}
	return len(number)
}

// contracted returns the graph whose vertices are the given number of parts.
func (l level) contracted(labels []int32, count int) level {
	rows := make([]map[int32]float64, count)
	for a := range rows {
		rows[a] = map[int32]float64{}
	}
	for i, a := range labels {
		idx, w := l.graph.Row(i)
		for e, j := range idx {
			if b := labels[j]; b != a {
				rows[a][b] += w[e]
			}
		}
	}
	g := &graph.CSR{Indptr: make([]int64, 1, count+1)}
	for _, row := range rows {
		for _, b := range sortedKeys(row) {
			g.Indices, g.Data = append(g.Indices, b), append(g.Data, row[b])
		}
		g.Indptr = append(g.Indptr, int64(len(g.Indices)))
	}
	return level{g, objective.Sizes(l.degree, labels, count), objective.Sizes(l.mass, labels, count)}
}

func sortedKeys(row map[int32]float64) []int32 {
	keys := make([]int32, 0, len(row))
	for b := range row {
		keys = append(keys, b)
	}
	slices.SortFunc(keys, cmp.Compare)
	return keys
}

// merging is a set of communities while they are merged.
type merging struct {
	level
	into  []int32 // the community that each one was merged into, itself if it was not
	rows  []map[int32]float64
	count int
	total float64
}

func newMerging(l level) *merging {
	n := l.graph.N()
	m := &merging{level: l, into: singletons(n), rows: make([]map[int32]float64, n), count: n, total: objective.Total(l.degree)}
	m.degree, m.mass = slices.Clone(l.degree), slices.Clone(l.mass)
	for a := range n {
		m.rows[a] = map[int32]float64{}
		idx, w := l.graph.Row(a)
		for e, b := range idx {
			m.rows[a][b] = w[e]
		}
	}
	return m
}

// mergeBest merges the two communities with the largest change of Q, 2 (w_ab/W − vol_a vol_b/W²), among those of which one is lighter
// than least if there are such. It reports whether two of them are joined by an edge.
func (m *merging) mergeBest(least float64) bool {
	var bestA, bestB int32 = -1, -1
	best, bestLight := 0.0, false
	for a, row := range m.rows {
		for b, w := range row {
			if int32(a) > b {
				continue
			}
			light := min(m.mass[a], m.mass[b]) < least
			x := w - m.degree[a]*m.degree[b]/m.total
			order := cmp.Or(compare(light, bestLight), cmp.Compare(x, best), cmp.Compare(bestA, int32(a)), cmp.Compare(bestB, b))
			if bestA < 0 || order > 0 { // ranges over maps are in random order, so that ties need an order
				bestA, bestB, best, bestLight = int32(a), b, x, light
			}
		}
	}
	if bestA < 0 {
		return false
	}
	m.merge(bestA, bestB)
	return true
}

// compare orders false before true.
func compare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// merge merges community b into a.
func (m *merging) merge(a, b int32) {
	for _, c := range sortedKeys(m.rows[b]) {
		w := m.rows[b][c]
		delete(m.rows[c], b)
		if c != a {
			m.rows[a][c] += w
			m.rows[c][a] += w
		}
	}
	m.rows[b] = nil
	m.degree[a] += m.degree[b]
	m.mass[a] += m.mass[b]
	m.into[b] = a
	m.count--
}

// numbered returns the part of each vertex for its community.
func (m *merging) numbered(labels []int32) []int32 {
	parts := make([]int32, len(labels))
	for i, a := range labels {
		for m.into[a] != a {
			a = m.into[a]
		}
		parts[i] = a
	}
	renumber(parts)
	return parts
}
