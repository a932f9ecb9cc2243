package multilevel

import (
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/graph"
)

// poorMatch is the share of vertices that stay, coarse over fine, above which pairs at distance two are formed:
// one round of plain matching leaves about 0.6 on a mesh, and nearly all of a star.
const poorMatch = 0.75

// faint is the rating, over that of the favourite neighbour, below which a vertex rather stays alone: it would be
// torn from where it belongs, and on the next level its favourite may be free again.
const faint = 0.1

// visit is the number of neighbouring vertices among which the order of visits is random. The blocks are
// visited at random as well; within one, what is read stays in the cache.
const visit = 1024

// matcher pairs the vertices of one graph, each with at most one other.
type matcher struct {
	graph *graph.CSR
	mass  []float64
	block []uint8 // only vertices of the same block are paired; nil for no restriction
	limit float64 // largest mass m_i + m_j of a pair
	salt  uint32  // breaks ties between ratings

	mate      []int32 // the vertex i is paired with, i itself when it stays alone, free while undecided
	favourite []int32 // the neighbour of highest rating, paired or not, of those that found nobody
	order     []int32
	single    []int32 // vertices that found nobody
}

const free = -1

// run pairs vertices in random order: each takes the free neighbour with the highest rating
//
//	w_ij/(m_i m_j)
//
// (heavy edges, light vertices), the measure inverse to the expansion of M. Holtgrewe, P. Sanders and
// C. Schulz, "Engineering a scalable high quality graph partitioner", IPDPS 2010. It returns the number of pairs.
func (m *matcher) run(rng *rand.Rand) int {
	m.salt = rng.Uint32()
	m.shuffle(rng)
	for i := range m.mate {
		m.mate[i] = free
	}
	m.single = m.single[:0]
	pairs := 0
	for _, i := range m.order {
		if m.mate[i] != free {
			continue
		}
		j, favourite := m.best(i)
		if j == free {
			m.mate[i], m.favourite[i] = i, favourite
			m.single = append(m.single, i)
			continue
		}
		m.mate[i], m.mate[j] = j, i
		pairs++
	}
	if n := len(m.mate); float64(n-pairs) > poorMatch*float64(n) {
		pairs += m.twoHop()
	}
	return pairs
}

// best returns the free neighbour of i with the highest rating, or free; and the neighbour with the highest
// rating of all.
func (m *matcher) best(i int32) (mate, favourite int32) {
	mate, favourite = free, free
	mates, mass, block := m.mate, m.mass, m.block
	room := m.limit - mass[i]
	rating, high := 0.0, 0.0
	lo, hi := m.graph.Indptr[i], m.graph.Indptr[i+1]
	data := m.graph.Data[lo:hi]
	for k, j := range m.graph.Indices[lo:hi] {
		if block != nil && block[i] != block[j] {
			continue
		}
		r := data[k] / mass[j] // w_ij/(m_i m_j) up to the factor 1/m_i that all neighbours share
		if r > high {
			high, favourite = r, j
		}
		if r < rating || r == 0 || mates[j] != free || mass[j] > room {
			continue
		}
		if r > rating || m.before(j, mate) {
			rating, mate = r, j
		}
	}
	if rating < faint*high {
		mate = free
	}
	return mate, favourite
}

// before is an order of the vertices that the salt decides.
func (m *matcher) before(i, j int32) bool {
	return scramble(uint32(i)^m.salt) < scramble(uint32(j)^m.salt)
}

// scramble is a bijection of 32 bits without visible pattern (the finalizer of MurmurHash3).
func scramble(x uint32) uint32 {
	x = (x ^ x>>16) * 0x85ebca6b
	x = (x ^ x>>13) * 0xc2b2ae35
	return x ^ x>>16
}

// twoHop pairs vertices that stayed alone and have the same favourite, so that the leaves of a star and the
// fringe of a power-law graph shrink as well: the two-hop matching of D. LaSalle et al., "Improving graph
// partitioning for modern graphs and architectures", IA³ 2015. It returns the number of pairs.
func (m *matcher) twoHop() int {
	waiting := m.order // no longer needed: waiting[u] is a vertex alone whose favourite is u
	for u := range waiting {
		waiting[u] = free
	}
	pairs := 0
	for _, i := range m.single {
		u := m.favourite[i]
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

// shuffle fills order: blocks of vertices at random, and at random within each.
func (m *matcher) shuffle(rng *rand.Rand) {
	n := len(m.order)
	blocks := rng.Perm((n + visit - 1) / visit)
	at := 0
	for _, b := range blocks {
		first := at
		for i := b * visit; i < min((b+1)*visit, n); i++ {
			k := first + int(rng.Uint32N(uint32(at-first+1)))
			m.order[at] = m.order[k]
			m.order[k] = int32(i)
			at++
		}
	}
}
