package modularity

import (
	"maps"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/queue"
)

// merge is a step in which one community joins another one.
type merge struct {
	into, from int32
	resolution float64 // s_ab
	lighter    float64 // mass of the lighter of the two
}

// dendrogram is a set of communities that are merged two at a time, those with the largest
//
//	s_ab = w_ab W/(vol_a vol_b),   w_ab = Σ_{i∈a, j∈b} w_ij,   W = Σ_ij w_ij
//
// first. The union of two communities raises the modularity at the resolution γ, with γ times the expected weights, if γ < s_ab.
// A union is never closer to a third community than the closer one of its two halves, so that s_ab does not rise from one step to the
// next: T. Bonald, B. Charpentier, A. Galland and A. Hollocou, "Hierarchical graph clustering using node pair sampling",
// arXiv:1806.01664 (2018).
type dendrogram struct {
	volume, mass []float64
	rows         []map[int32]float64 // weight between each community and the others; nil after it has joined another one
	total        float64
	nearest      queue.Queue // communities by their largest s_ab, 0 without neighbours
}

// newDendrogram returns the communities of a graph, count of them, before the first merge.
func newDendrogram(g *graph.CSR, mass []float64, labels []int32, count int) *dendrogram {
	degree := g.Degrees()
	d := &dendrogram{volume: objective.Sizes(degree, labels, count), mass: objective.Sizes(mass, labels, count),
		rows: make([]map[int32]float64, count), total: objective.Total(degree), nearest: queue.Queue{Place: queue.Places(count)}}
	for a := range d.rows {
		d.rows[a] = map[int32]float64{}
	}
	for i, a := range labels {
		idx, w := g.Row(i)
		for e, j := range idx {
			if b := labels[j]; b != a {
				d.rows[a][b] += w[e]
			}
		}
	}
	for a := range d.rows {
		_, s := d.closest(int32(a))
		d.nearest.Push(int32(a), s)
	}
	return d
}

// closest returns the community b with the largest s_ab, the first of several, and s_ab; −1 and 0 if a has no neighbour.
func (d *dendrogram) closest(a int32) (best int32, most float64) {
	best = -1
	for b, w := range d.rows[a] {
		s := w * d.total / (d.volume[a] * d.volume[b])
		if s > most || s == most && b < best { // a range over a map has a random order
			best, most = b, s
		}
	}
	return best, most
}

// step merges the two communities with the largest s_ab. It reports false if no edge joins two communities.
func (d *dendrogram) step() (done merge, ok bool) {
	a := d.nearest.Items[0].Vertex
	b, s := d.closest(a)
	if b < 0 {
		return merge{}, false
	}
	done = merge{into: min(a, b), from: max(a, b), resolution: s, lighter: min(d.mass[a], d.mass[b])}
	d.join(done.into, done.from)
	return done, true
}

// join merges community b into a.
func (d *dendrogram) join(a, b int32) {
	for c, w := range d.rows[b] {
		delete(d.rows[c], b)
		if c != a {
			d.rows[a][c] += w
			d.rows[c][a] += w
		}
	}
	d.rows[b] = nil
	d.volume[a] += d.volume[b]
	d.mass[a] += d.mass[b]
	for _, c := range append(slices.Sorted(maps.Keys(d.rows[a])), a, b) { // of equal keys, the queue returns the one that was set first
		_, s := d.closest(c)
		d.nearest.Set(c, s)
	}
}

// cut returns the part of each vertex after the given merges, numbered in the order of first vertices, and the number of parts.
func cut(labels []int32, count int, merges []merge) ([]int32, int) {
	into := make([]int32, count)
	for a := range into {
		into[a] = int32(a)
	}
	for _, m := range slices.Backward(merges) { // a community joins at most once, after all that join it
		into[m.from] = into[m.into]
	}
	parts := make([]int32, len(labels))
	for i, a := range labels {
		parts[i] = into[a]
	}
	return parts, renumber(parts)
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
