package constrained

import "github.com/tvcut/tvcut/core/graph"

// link is a part in which a vertex has neighbours.
type link struct {
	part   int32
	count  int32   // neighbours in the part
	weight float64 // weightsOf between the vertex and the part
}

// links holds for every vertex the parts of its neighbours. Vertex i has room for as many as it can have: min(k, neighbours).
type links struct {
	first []int64
	size  []int32
	all   []link
}

// newLinks returns the links of a partition into k parts.
func newLinks(g *graph.CSR, labels []int32, k int) *links {
	n := g.N()
	l := &links{first: make([]int64, n+1), size: make([]int32, n)}
	for i := range n {
		l.first[i+1] = l.first[i] + min(int64(k), g.Indptr[i+1]-g.Indptr[i])
	}
	l.all = make([]link, l.first[n])
	for i := range n {
		idx, w := g.Row(i)
		for e, j := range idx {
			if int(j) != i {
				l.add(int32(i), labels[j], w[e])
			}
		}
	}
	return l
}

// of returns the parts of the neighbours of vertex i.
func (l *links) of(i int32) []link { return l.all[l.first[i]:][:l.size[i]] }

// toward returns the link of vertex i to a part, of count 0 if there is none.
func (l *links) toward(i, part int32) link {
	for _, x := range l.of(i) {
		if x.part == part {
			return x
		}
	}
	return link{part: part}
}

// add adds a neighbour in a part to the links of vertex i.
func (l *links) add(i, part int32, w float64) {
	own := l.of(i)
	for at := range own {
		if own[at].part == part {
			own[at].count++
			own[at].weight += w
			return
		}
	}
	l.all[l.first[i]+int64(l.size[i])] = link{part, 1, w}
	l.size[i]++
}

// remove removes a neighbour in a part from the links of vertex i.
func (l *links) remove(i, part int32, w float64) {
	own := l.of(i)
	for at := range own {
		if own[at].part != part {
			continue
		}
		if own[at].count--; own[at].count == 0 {
			own[at] = own[len(own)-1]
			l.size[i]--
		} else {
			own[at].weight -= w
		}
		return
	}
}
