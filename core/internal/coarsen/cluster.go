package coarsen

import (
	"context"
	"math/rand/v2"
)

// maxShrink is the largest ratio of the number of vertices of a level to that of the next coarser level, by clusters.
const maxShrink = 2.5

// lookEvery is the number of vertices between two looks at the context.
const lookEvery = 1 << 14

// clusters is a division of the vertices into clusters under construction.
type clusters struct {
	of     []int32   // cluster of each vertex, numbered by one of its vertices
	weight []float64 // of each cluster: its mass, or its volume in the search for communities
	toward []float64 // weight between a vertex and each cluster, all 0 between uses
	met    []int32   // clusters with a neighbour of a vertex
	joined []bool    // whether a vertex is in a cluster of two or more
}

// reset makes each of the vertices a cluster of its own, with the given weights.
func (c *clusters) reset(weight []float64) {
	n := len(weight)
	c.of, c.weight, c.toward, c.joined = resized(c.of, n), resized(c.weight, n), resized(c.toward, n), resized(c.joined, n)
	for i := range c.of {
		c.of[i] = int32(i)
	}
	copy(c.weight, weight)
	clear(c.toward)
	clear(c.joined)
}

// count returns the number of clusters.
func (c *clusters) count() int {
	count, seen := 0, c.joined
	clear(seen)
	for _, a := range c.of {
		if !seen[a] {
			seen[a] = true
			count++
		}
	}
	return count
}

// meet sets met to the clusters of the neighbours of vertex i that are in its block, and toward to the weight between i and
// each of them. The caller sets toward back to 0.
func meet(b *Builder, i int32) {
	c := &b.clusters
	c.met = c.met[:0]
	lo, hi := b.graph.Indptr[i], b.graph.Indptr[i+1]
	data := b.weights.row(lo, hi)
	for k, j := range b.graph.Indices[lo:hi] {
		if b.block != nil && b.block[i] != b.block[j] {
			continue
		}
		a := c.of[j]
		if c.toward[a] == 0 {
			c.met = append(c.met, a)
		}
		c.toward[a] += data[k]
	}
}

// cluster joins vertices to clusters of their neighbours and returns the number of clusters. It visits the vertices in
// random order, and each that is still alone joins the cluster C of highest rating
//
//	w(i, C)/m(C)
//
// among those with m_i + m(C) ≤ limit. It ends when the number of vertices is maxShrink times that of the clusters, or when ctx
// ends. Unlike a matching, it shrinks graphs with a skewed degree distribution on every level.
func cluster(ctx context.Context, b *Builder, adjacent bool, rng *rand.Rand) int {
	b.salt = rng.Uint32()
	shuffle(b.order, 0, shuffleBlock, rng)
	b.clusters.reset(b.mass)
	for i := range b.preferred {
		b.preferred[i] = free
	}
	n := len(b.order)
	count, least := n, int(float64(n)/maxShrink)
	for at, i := range b.order {
		if count <= least || at%lookEvery == 0 && ctx.Err() != nil {
			break
		}
		if !b.joined[i] && joinBest(b, i) {
			count--
		}
	}
	if !adjacent && float64(count) > twoHopShare*float64(n) {
		count -= joinSiblings(b, count-least)
	}
	return count
}

// joinBest joins vertex i to the cluster of highest rating and reports whether there is one.
func joinBest(b *Builder, i int32) bool {
	c := &b.clusters
	meet(b, i)
	best, rating, highest, room := int32(free), 0.0, 0.0, b.limit-b.mass[i]
	for _, a := range c.met {
		r := c.toward[a] / c.weight[a] // w(i, C)/m(C)
		c.toward[a] = 0
		if r > highest {
			highest, b.preferred[i] = r, a
		}
		if r < rating || r == 0 || c.weight[a] > room {
			continue
		}
		if r > rating || b.precedes(a, best) {
			rating, best = r, a
		}
	}
	if best == free || rating < minRatingShare*highest {
		return false
	}
	join(b, i, best)
	return true
}

// join adds vertex i, which is alone, to cluster a.
func join(b *Builder, i, a int32) {
	b.of[i] = a
	b.clusters.weight[a] += b.mass[i]
	b.joined[i], b.joined[a] = true, true
}

// joinSiblings joins at most the given number of vertices that are alone to others that prefer the same cluster, and
// returns how many it joined.
func joinSiblings(b *Builder, most int) int {
	waiting := b.order
	for u := range waiting {
		waiting[u] = free
	}
	joined := 0
	for i := range int32(len(waiting)) {
		if joined == most {
			break
		}
		u := b.preferred[i]
		if u == free || b.joined[i] {
			continue
		}
		u = b.of[u]
		j := waiting[u]
		if j == free || b.clusters.weight[j]+b.mass[i] > b.limit {
			waiting[u] = i
			continue
		}
		join(b, i, j)
		joined++
	}
	return joined
}
