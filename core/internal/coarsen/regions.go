package coarsen

import (
	"context"
	"math/rand/v2"
	"slices"
)

// The vertices are divided into at most maxRegions ranges of consecutive vertices, of at least minRegion each. The division
// depends on their number alone, and so the matching does not depend on the number of threads.
const (
	minRegion  = 4096
	maxRegions = 32
)

// A graph is local if, in a sample of localSample vertices, the share of half-edges between two regions is at most maxForeign
// times the share with random numbers of the vertices.
const (
	maxForeign  = 0.5
	localSample = 1024
)

// regionBlock is the size of the blocks of consecutive vertices that are visited in random order within a region. On local
// graphs, blocks larger than shuffleBlock give better matchings.
const regionBlock = 8 * shuffleBlock

// minBatches is the number of batches that a list of vertices is visited in, and minBatch the least size of a batch.
const (
	minBatches = 32
	minBatch   = 1024
)

// region is a range of consecutive vertices whose matching is computed by one goroutine.
type region struct {
	lo, hi    int32
	pairs     int
	deferred  []int32 // vertices that may have their best mate in another region, in the order of their visits
	unmatched []int32 // vertices that stay unmatched
}

// divide sets the regions.
func (m *matcher) divide() {
	n := len(m.mate)
	size := max(minRegion, (n+maxRegions-1)/maxRegions)
	m.regions = resized(m.regions, max(1, n/size))
	for k := range m.regions {
		r := &m.regions[k]
		r.lo, r.hi = int32(k*n/len(m.regions)), int32((k+1)*n/len(m.regions))
	}
}

// isLocal reports whether there are several regions and most edges lie within one, as on graphs whose vertices are numbered
// along their geometry.
func (m *matcher) isLocal() bool {
	if len(m.regions) == 1 {
		return false
	}
	foreign, all := 0, 0
	step := max(1, int(m.regions[0].hi)/(localSample/len(m.regions)))
	for _, r := range m.regions {
		for i := r.lo; i < r.hi; i += int32(step) {
			row := m.graph.Indices[m.graph.Indptr[i]:m.graph.Indptr[i+1]]
			for _, j := range row {
				if j < r.lo || j >= r.hi {
					foreign++
				}
			}
			all += len(row)
		}
	}
	return float64(foreign) <= maxForeign*(1-1/float64(len(m.regions)))*float64(all)
}

// matchRegions matches the vertices of every region with one another, all regions at the same time, and then visits the
// vertices that may have their best mate in another region. It returns the number of pairs.
func (m *matcher) matchRegions(ctx context.Context, rng *rand.Rand) int {
	seed := rng.Uint64()
	m.team.Run(len(m.regions), func(k int) {
		if ctx.Err() == nil {
			m.matchRegion(&m.regions[k], rand.New(rand.NewPCG(seed, uint64(k))))
		}
	})
	if ctx.Err() != nil {
		return 0
	}
	pairs, deferred := 0, m.order[:0]
	for k := range m.regions {
		r := &m.regions[k]
		pairs += r.pairs
		deferred = append(deferred, r.deferred...) // they are at or after this position of order
		m.unmatched = append(m.unmatched, r.unmatched...)
	}
	return pairs + m.visit(ctx, deferred)
}

// matchRegion visits the vertices of a region in random order and matches each as run does, unless its best mate may be in
// another region.
func (m *matcher) matchRegion(r *region, rng *rand.Rand) {
	order := m.order[r.lo:r.hi]
	shuffle(order, r.lo, min(len(order), regionBlock), rng)
	for _, i := range order {
		m.mate[i] = free
	}
	r.pairs, r.deferred, r.unmatched = 0, order[:0], r.unmatched[:0]
	weights := m.weights.own()
	for _, i := range order {
		if m.mate[i] != free {
			continue
		}
		j, preferred := m.best(weights, i, r.lo, r.hi)
		switch {
		case j == free:
			m.mate[i], m.preferred[i] = i, preferred
			r.unmatched = append(r.unmatched, i)
		case j < r.lo || j >= r.hi:
			r.deferred = append(r.deferred, i)
		default:
			m.mate[i], m.mate[j] = j, i
			r.pairs++
		}
	}
}

// visit visits the vertices in the given order, matches each that is free with its best mate, and returns the number of
// pairs. Several threads compute the best mates of a batch of vertices in advance. Since mates only become fewer, such a mate
// is still the best one when its vertex is visited, if it is still free. The result is therefore that of one thread. It ends
// early when ctx ends.
func (m *matcher) visit(ctx context.Context, vertices []int32) int {
	n, pairs := int32(len(m.mate)), 0
	if m.team.Threads() == 1 || len(vertices) < 2*minBatch {
		for at, i := range vertices {
			if at%lookEvery == 0 && ctx.Err() != nil {
				break
			}
			if m.mate[i] == free {
				j, preferred := m.best(&m.weights, i, 0, n)
				pairs += m.settle(i, j, preferred)
			}
		}
		return pairs
	}
	for batch := range slices.Chunk(vertices, max(minBatch, len(vertices)/minBatches)) {
		if ctx.Err() != nil {
			break
		}
		m.team.Split(len(batch), func(lo, hi int) {
			weights := m.weights.own()
			for _, i := range batch[lo:hi] {
				if m.mate[i] == free {
					m.proposed[i], m.preferred[i] = m.best(weights, i, 0, n)
				}
			}
		})
		for _, i := range batch {
			if m.mate[i] != free {
				continue
			}
			j, preferred := m.proposed[i], m.preferred[i]
			if j != free && m.mate[j] != free {
				j, preferred = m.best(&m.weights, i, 0, n)
			}
			pairs += m.settle(i, j, preferred)
		}
	}
	return pairs
}

// settle matches vertex i with vertex j, or leaves it unmatched if j is the constant free, and returns the number of new pairs.
func (m *matcher) settle(i, j, preferred int32) int {
	if j == free {
		m.mate[i], m.preferred[i] = i, preferred
		m.unmatched = append(m.unmatched, i)
		return 0
	}
	m.mate[i], m.mate[j] = j, i
	return 1
}
