package coarsen

import (
	"context"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// twoHopShare is the ratio of coarse to fine vertices above which two-hop matching follows. Plain matching reaches about
// 0.6 on a mesh and almost 1 on a star.
const twoHopShare = 0.75

// minRatingShare is the smallest rating of a mate, relative to that of the preferred neighbour. With a lower one the
// vertex stays unmatched: on the next level its preferred neighbour may be free again.
const minRatingShare = 0.1

// shuffleBlock is the number of consecutive vertices that are visited in random order. The blocks are visited in random
// order as well. Within a block, the data that is read stays in the cache.
const shuffleBlock = 1024

// matcher computes a matching of one graph.
type matcher struct {
	team  *parallel.Team // of the level that is matched or contracted
	graph *graph.CSR
	mass  []float64
	block []int32 // only vertices of the same block are matched; nil: no restriction
	limit float64 // largest mass m_i + m_j of a pair
	salt  uint32  // random number that breaks ties between ratings

	mate      []int32 // vertex that i is matched with; i itself if it stays unmatched; free if undecided
	preferred []int32 // for unmatched vertices: neighbour of highest rating, matched or not
	order     []int32 // order of visits
	unmatched []int32 // unmatched vertices, in order of visits
	proposed  []int32 // mates computed in advance
	regions   []region
	weights   reader // of the calling goroutine
}

const free = -1

// run visits the vertices in random order, on local graphs region by region, and matches each with the free neighbour of
// highest rating
//
//	w_ij/(m_i m_j)
//
// among those with m_i + m_j ≤ limit. The rating prefers heavy edges and light vertices. It is the expansion* of
// M. Holtgrewe, P. Sanders and C. Schulz, "Engineering a scalable high quality graph partitioner", IPDPS 2010. run
// returns the number of pairs. When ctx ends, the matching is not complete and must not be used.
func (m *matcher) run(ctx context.Context, rng *rand.Rand) int {
	m.salt = rng.Uint32()
	m.unmatched = m.unmatched[:0]
	m.divide()
	pairs := 0
	if m.isLocal() {
		pairs = m.matchRegions(ctx, rng)
	} else {
		shuffle(m.order, 0, shuffleBlock, rng)
		for i := range m.mate {
			m.mate[i] = free
		}
		pairs = m.visit(ctx, m.order)
	}
	if n := len(m.mate); float64(n-pairs) > twoHopShare*float64(n) && ctx.Err() == nil {
		pairs += m.twoHop()
	}
	return pairs
}

// best returns the mate of i, or free if i stays unmatched, and the neighbour of i with the highest rating, or free if
// there is none. All neighbours outside lo … hi−1 are taken to be free.
func (m *matcher) best(weights *reader, i, lo, hi int32) (mate, preferred int32) {
	mate, preferred = free, free
	mates, mass, block := m.mate, m.mass, m.block
	room := m.limit - mass[i]
	rating, highest := 0.0, 0.0
	first, last := m.graph.Indptr[i], m.graph.Indptr[i+1]
	data := weights.row(first, last)
	for k, j := range m.graph.Indices[first:last] {
		if block != nil && block[i] != block[j] {
			continue
		}
		r := data[k] / mass[j] // w_ij/(m_i m_j) without the factor 1/m_i, which all neighbours share
		if r > highest {
			highest, preferred = r, j
		}
		if r < rating || r == 0 || mass[j] > room || lo <= j && j < hi && mates[j] != free {
			continue
		}
		if r > rating || m.precedes(j, mate) {
			rating, mate = r, j
		}
	}
	if rating < minRatingShare*highest {
		mate = free
	}
	return mate, preferred
}

// precedes compares vertices in a pseudo-random order that depends on the salt.
func (m *matcher) precedes(i, j int32) bool {
	return hash(uint32(i)^m.salt) < hash(uint32(j)^m.salt)
}

// hash is a bijective hash of 32 bits: the finalizer of MurmurHash3.
func hash(x uint32) uint32 {
	x = (x ^ x>>16) * 0x85ebca6b
	x = (x ^ x>>13) * 0xc2b2ae35
	return x ^ x>>16
}

// twoHop matches unmatched vertices that have the same preferred neighbour, and returns the number of pairs. It shrinks
// stars and graphs with a power-law degree distribution, whose matchings are small. It is the two-hop matching of
// D. LaSalle et al., "Improving graph partitioning for modern graphs and architectures", IA³ 2015.
func (m *matcher) twoHop() int {
	waiting := m.order // reused memory; waiting[u] is an unmatched vertex whose preferred neighbour is u
	for u := range waiting {
		waiting[u] = free
	}
	pairs := 0
	for _, i := range m.unmatched {
		u := m.preferred[i]
		if u == free || m.mate[i] != i {
			continue
		}
		j := waiting[u]
		if j == free || m.mass[i]+m.mass[j] > m.limit {
			waiting[u] = i
			continue
		}
		m.mate[i], m.mate[j] = j, i
		waiting[u] = free
		pairs++
	}
	return pairs
}

// shuffle fills order with the vertices from the first one on: blocks of size consecutive vertices in random order, each block
// shuffled.
func shuffle(order []int32, first int32, size int, rng *rand.Rand) {
	n := len(order)
	blocks := rng.Perm((n + size - 1) / size)
	at := 0
	for _, b := range blocks {
		start := at
		for i := b * size; i < min((b+1)*size, n); i++ {
			k := start + int(rng.Uint32N(uint32(at-start+1)))
			order[at] = order[k]
			order[k] = first + int32(i)
			at++
		}
	}
}
