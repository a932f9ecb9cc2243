package modularity

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/coarsen"
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
	var builder coarsen.Builder
	for gamma := 1.0; gamma < maxResolution && ctx.Err() == nil; gamma *= finer {
		labels, between := builder.Communities(ctx, p.Graph, gamma, rng)
		if between.N() < p.K {
			continue
		}
		m := newMerging(p, labels, between)
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
	degree, mass []float64
	into         []int32 // the community that each one was merged into, itself if it was not
	rows         []map[int32]float64
	count        int
	total        float64
}

// newMerging returns the communities of the vertices of p, whose graph is between.
func newMerging(p Partition, labels []int32, between *graph.CSR) *merging {
	n, degree := between.N(), p.Graph.Degrees()
	m := &merging{degree: objective.Sizes(degree, labels, n), mass: objective.Sizes(p.Mass, labels, n), into: make([]int32, n),
		rows: make([]map[int32]float64, n), count: n, total: objective.Total(degree)}
	for a := range n {
		m.into[a], m.rows[a] = int32(a), map[int32]float64{}
		idx, w := between.Row(a)
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
