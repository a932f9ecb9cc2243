package direct

import (
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

// band is a set of vertices of two parts near the border between them. Only these change parts in an exchange.
type band struct {
	*state
	p        pair
	vertices []int32 // those of part p.a first, in the order of their distance from the border
}

// newBand returns a band. The mass of its vertices of one part is at most scale times bandFactor times what the bounds
// allow to move to the other part, and at most bandShare of the part. The band is wider for the weight between two parts; between
// more parts and for the value that gains nothing. close must be called after use.
func newBand(s *state, p pair, border []int32, scale float64) *band {
	b, factor, depth := &band{state: s, p: p, vertices: s.work.members[:0]}, float64(bandFactor), bandDepth
	if s.K == 2 && s.Edges {
		factor, depth = wideFactor, wideDepth
	}
	for _, sides := range [2]pair{{p.a, p.b}, {p.b, p.a}} {
		from, to := sides.a, sides.b
		room := min(s.Most[to]-s.size[to], s.size[from]-s.Least[from])
		b.grow(from, border, depth, scale*min(factor*room, bandShare*s.size[from]))
	}
	s.work.members = b.vertices
	return b
}

// close ends the use of the band.
func (b *band) close() {
	for _, i := range b.vertices {
		b.work.place[i] = -1
	}
}

// grow adds the vertices of a part nearest to the border, up to the given mass. Fixed vertices are not added.
func (b *band) grow(part int32, border []int32, depth int, limit float64) {
	first, mass, place := len(b.vertices), 0.0, b.work.place
	most := first + depth*len(border)
	add := func(i int32) {
		if b.labels[i] == part && place[i] < 0 && mass+b.mass[i] <= limit && !b.isFixed(i) {
			place[i] = int32(len(b.vertices))
			b.vertices = append(b.vertices, i)
			mass += b.mass[i]
		}
	}
	for _, i := range border {
		add(i)
	}
	for at := first; at < len(b.vertices) && len(b.vertices) < most; at++ {
		idx, _ := b.graph.Row(int(b.vertices[at]))
		for _, j := range idx {
			add(j)
		}
	}
}

// subgraph returns the subgraph of the band and the position of the mirror of every half-edge. Its rows do not ascend.
// graph.Mirrored would need ascending rows, which coarse graphs do not have, and time for all vertices of the graph.
func (b *band) subgraph() (sub *graph.CSR, mirror []int32) {
	n, place := len(b.vertices), b.work.place
	sub = &graph.CSR{Indptr: make([]int64, n+1)}
	for at, i := range b.vertices {
		idx, _ := b.graph.Row(int(i))
		for _, j := range idx {
			if place[j] >= 0 {
				sub.Indptr[at+1]++
			}
		}
	}
	for at := range n {
		sub.Indptr[at+1] += sub.Indptr[at]
	}
	nnz := sub.Indptr[n]
	sub.Indices, sub.Data, mirror = make([]int32, nnz), make([]float64, nnz), make([]int32, nnz)
	next := slices.Clone(sub.Indptr[:n])
	for at, i := range b.vertices {
		idx, w := b.graph.Row(int(i))
		for e, j := range idx {
			other := place[j]
			if other <= int32(at) {
				continue
			}
			x, y := next[at], next[other]
			sub.Indices[x], sub.Data[x], mirror[x] = other, w[e], int32(y)
			sub.Indices[y], sub.Data[y], mirror[y] = int32(at), w[e], int32(x)
			next[at]++
			next[other]++
		}
	}
	return sub, mirror
}

// supply returns the supply of each vertex of the band in the minimum-cut problem for part p.a. The criterion is
// linearised at the current masses:
//
//	Σ_x β_x (cut(A_x) − E_x m(A_x)),   β_x = 1/(2 B(m(A_x))),   E_x = B′(m(A_x)) cut(A_x)/B(m(A_x)),
//
// summed over the two parts and divided by β_a + β_b. B is concave, so that B′ differs for a vertex that joins and one
// that leaves.
func (b *band) supply() []float64 {
	var beta, leave, join [2]float64
	for x, r := range [2]int32{b.p.a, b.p.b} {
		balance := b.Balance(b.size[r])
		beta[x] = 1 / (2 * balance)
		left, right := b.Rates(b.size[r])
		leave[x], join[x] = b.term[r]/balance*left, b.term[r]/balance*right
	}
	total := beta[0] + beta[1]
	supply := make([]float64, len(b.vertices))
	for at, i := range b.vertices {
		toA, toB, toOthers := b.outside(i)
		x := total*(toA-toB) - (beta[0]-beta[1])*toOthers
		if b.labels[i] == b.p.a {
			x += b.mass[i] * (leave[0] - join[1])
		} else {
			x += b.mass[i] * (join[0] - leave[1])
		}
		supply[at] = x / total
	}
	return supply
}

// outside returns the weight of the edges between vertex i and the vertices outside the band, by their parts.
func (b *band) outside(i int32) (toA, toB, toOthers float64) {
	idx, w := b.graph.Row(int(i))
	for e, j := range idx {
		switch a := b.labels[j]; {
		case a != b.p.a && a != b.p.b:
			toOthers += w[e]
		case b.work.place[j] >= 0:
		case a == b.p.a:
			toA += w[e]
		default:
			toB += w[e]
		}
	}
	return toA, toB, toOthers
}
