package exact

import "math"

// tree is the search tree of one range. Its nodes at depth d are the decisions for the first d vertices of the graph.
type tree struct {
	*search
	massRange
	graph    *dense
	rest     []float64 // rest[d] = Σ_{i≥d} m_i
	lightest []float64 // lightest[d] = min_{i≥d} m_i
	square   *quadratic
	step     float64 // F(S) < 0 implies F(S) ≤ −step
	end      int     // number of nodes at which the search in the range ends
	side     [MaxVertices]int8

	storage [2][MaxVertices + 1][MaxVertices]float64 // of node.to, for each side and depth
}

// node is a node of the tree. S and Sᶜ are the vertices decided so far.
type node struct {
	depth  int
	cut    float64                  // cut(S, Sᶜ)
	mass   float64                  // m(S)
	to     [2]*[MaxVertices]float64 // weight of the edges from each vertex to S and to Sᶜ, for vertices not decided
	slope  float64                  // at which the linear bound was largest last
	square float64                  // the quadratic bound
}

// newTree returns the tree of a range, or nil if the range has no better partition. A partition with F(S) < 0 does not cut an
// edge of weight v max D − step or more.
func (s *search) newTree(r massRange) *tree {
	if r.least > r.most {
		return nil
	}
	g, step := s.dense(r.part), s.step(&r)
	if !g.contract(s.value*r.top()*(1-Margin/2) - step) {
		return nil
	}
	n := g.n()
	t := &tree{search: s, massRange: r, graph: g.ordered(), step: step, rest: make([]float64, n+1), lightest: make([]float64, n+1)}
	t.lightest[n] = math.Inf(1)
	for d := n - 1; d >= 0; d-- {
		t.rest[d] = t.rest[d+1] + t.graph.mass[d]
		t.lightest[d] = min(t.lightest[d+1], t.graph.mass[d])
	}
	return t
}

// explore searches the tree. It returns false if it ends before, after the given number of nodes or with the search.
func (t *tree) explore(nodes int) bool {
	t.end = min(t.limit, t.nodes+nodes)
	root := node{slope: t.slope, to: [2]*[MaxVertices]float64{&t.storage[0][0], &t.storage[1][0]}}
	if t.square != nil {
		root.square = t.square.root
	}
	return t.visit(&root)
}

// contextNodes is the number of nodes after which the context is checked again.
const contextNodes = 1024

// visit searches the subtree of a node, first with the next vertex on the side to which it has the larger weight.
func (t *tree) visit(nd *node) bool {
	if t.nodes >= t.end || t.nodes%contextNodes == 0 && t.ctx.Err() != nil {
		return false
	}
	t.nodes++
	if t.excluded(nd) {
		return true
	}
	d := nd.depth
	if d == t.graph.n() {
		t.leaf()
		return true
	}
	first := int8(0)
	if nd.to[1][d] > nd.to[0][d] {
		first = 1
	}
	for _, side := range [2]int8{first, 1 - first} {
		if t.graph.side[d] == free || t.graph.side[d] == side {
			child := t.child(nd, side)
			if !t.visit(&child) {
				return false
			}
		}
	}
	return true
}

// child decides the next vertex. It sums anew where it could subtract, so that rounding errors do not accumulate.
func (t *tree) child(nd *node, side int8) node {
	c, d := *nd, nd.depth
	t.side[d] = side
	c.depth++
	c.cut += nd.to[1-side][d]
	if side == 0 {
		c.mass += t.graph.mass[d]
	}
	if t.square != nil {
		c.square += t.square.term(d, &t.side)
	}
	to, from, w := &t.storage[side][d+1], nd.to[side], t.graph.weight[d]
	for j := d + 1; j < len(w); j++ {
		to[j] = from[j] + w[j]
	}
	c.to[side] = to
	return c
}

// excluded reports whether no better partition in the range agrees with the decisions of a node. F(S) ≥ −Margin·v D(m(S)) is
// enough to exclude S. Half of it leaves room for the rounding errors of v and D.
func (t *tree) excluded(nd *node) bool {
	heaviest, lightest := nd.mass+t.rest[nd.depth], nd.mass
	if nd.mass > t.most || heaviest < t.least {
		return true
	}
	if lightest == 0 {
		lightest = t.lightest[nd.depth]
	}
	least := min(t.height(max(t.least, lightest)), t.height(min(t.most, heaviest)))
	enough := -max(t.step, Margin/2*t.value*least)
	return t.square != nil && nd.square >= enough+t.square.rounding || t.linearExcludes(nd, enough)
}

// leaf offers the partition that is decided.
func (t *tree) leaf() {
	labels := make([]int32, len(t.best))
	for a, members := range t.graph.members {
		for _, i := range members {
			labels[i] = t.part
			if t.side[a] == 1 {
				labels[i] = 1 - t.part
			}
		}
	}
	if t.offer(labels) {
		t.step = t.search.step(&t.massRange)
	}
}
