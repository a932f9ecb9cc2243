package coarsen

import "math/rand/v2"

// maxShrink is the largest ratio of the vertices of a level to those of the next coarser level.
var MaxShrink = 2.5
var RateExp = 1

// cluster joins vertices to clusters of neighbours and returns the number of clusters. It visits the vertices in random
// order. A vertex that is still alone joins the cluster C of highest rating w(i, C)/m(C).
func (b *Builder) cluster(rng *rand.Rand) int {
	b.salt = rng.Uint32()
	b.shuffle(rng)
	n := len(b.order)
	b.parent, b.weight, b.conn = resized(b.parent, n), resized(b.weight, n), resized(b.conn, n)
	for i := range b.parent {
		b.parent[i], b.weight[i], b.conn[i] = int32(i), b.mass[i], 0
		b.preferred[i] = free
	}
	count, least := n, int(float64(n)/MaxShrink)
	b.grown = resized(b.grown, n)
	clear(b.grown)
	for _, i := range b.order {
		if count <= least {
			break
		}
		if b.grown[i] {
			continue
		}
		if b.joinBest(i) {
			count--
		}
	}
	if float64(count) > twoHopShare*float64(n) {
		count -= b.joinSiblings(count - least)
	}
	return count
}

func (b *Builder) joinBest(i int32) bool {
	met := b.met[:0]
	lo, hi := b.graph.Indptr[i], b.graph.Indptr[i+1]
	data := b.graph.Data[lo:hi]
	for k, j := range b.graph.Indices[lo:hi] {
		if b.block != nil && b.block[i] != b.block[j] {
			continue
		}
		c := b.parent[j]
		if b.conn[c] == 0 {
			met = append(met, c)
		}
		b.conn[c] += data[k]
	}
	b.met = met
	best, rating := int32(free), 0.0
	highest := 0.0
	room := b.limit - b.mass[i]
	for _, c := range met {
		r := b.conn[c]
		if RateExp == 1 {
			r /= b.weight[c]
		}
		b.conn[c] = 0
		if r > highest {
			highest, b.preferred[i] = r, c
		}
		if r < rating || r == 0 || b.weight[c] > room {
			continue
		}
		if r > rating || b.precedes(c, best) {
			rating, best = r, c
		}
	}
	if best == free || rating < minRatingShare*highest {
		return false
	}
	b.parent[i] = best
	b.weight[best] += b.mass[i]
	b.grown[i], b.grown[best] = true, true
	return true
}

// joinSiblings joins at most the given number of vertices that are alone to others that prefer the same cluster, and
// returns how many it joined.
func (b *Builder) joinSiblings(most int) int {
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
		if u == free || b.grown[i] {
			continue
		}
		u = b.parent[u]
		j := waiting[u]
		if j == free || b.weight[j]+b.mass[i] > b.limit {
			waiting[u] = i
			continue
		}
		b.parent[i] = j
		b.weight[j] += b.mass[i]
		b.grown[i], b.grown[j] = true, true
		joined++
	}
	return joined
}

// contractClusters returns the coarse graph on n vertices, numbered in the order of their first fine vertex.
func (b *Builder) contractClusters(level, n int) *coarseGraph {
	if level == len(b.levels) {
		b.levels = append(b.levels, &coarseGraph{})
	}
	to := b.levels[level]
	fine := len(b.parent)
	to.parent, to.mass = resized(to.parent, fine), resized(to.mass, n)
	clear(to.mass)
	number := b.preferred
	for i := range number {
		number[i] = free
	}
	at := int32(0)
	starts := make([]int32, n+1)
	for i, c := range b.parent {
		if number[c] == free {
			number[c] = at
			at++
		}
		to.parent[i] = number[c]
		to.mass[number[c]] += b.mass[i]
		starts[number[c]+1]++
	}
	for c := range n {
		starts[c+1] += starts[c]
	}
	members := b.order
	next := append([]int32(nil), starts...)
	for i := range int32(fine) {
		c := to.parent[i]
		members[next[c]] = i
		next[c]++
	}
	capacity := b.graph.NNZ() + 1
	g := resizedGraph(to, n, capacity)
	for k := range b.slot[:n] {
		b.slot[k] = -1
	}
	g.Indptr[0] = 0
	top := int32(0)
	for c := range int32(n) {
		start := top
		b.slot[c] = int32(capacity) - 1
		for _, i := range members[starts[c]:starts[c+1]] {
			top = b.addRow(&g, to.parent, int(i), start, top)
		}
		b.slot[c] = -1
		g.Indptr[c+1] = int64(top)
	}
	g.Indices, g.Data = g.Indices[:top], g.Data[:top]
	to.graph = g
	return to
}
