package exact

import (
	"math"
	"slices"
)

// free is the side of a vertex that is not fixed. The side of S is 0.
const free = -1

// dense is a graph that results from contractions, as a matrix.
type dense struct {
	weight  [][]float64 // w_ij
	mass    []float64
	side    []int8    // 0, 1 or free
	members [][]int32 // vertices of the original graph
}

func (g *dense) n() int { return len(g.mass) }

// dense returns the graph. The fixed vertices of the given part are on side 0.
func (s *search) dense(part int32) *dense {
	n := s.Graph.N()
	g := &dense{weight: make([][]float64, n), mass: slices.Clone(s.Mass), side: make([]int8, n), members: make([][]int32, n)}
	for i := range n {
		g.weight[i], g.members[i], g.side[i] = make([]float64, n), []int32{int32(i)}, free
		idx, w := s.Graph.Row(i)
		for e, j := range idx {
			g.weight[i][j] = w[e]
		}
		if s.Fixed != nil && s.Fixed[i] >= 0 {
			g.side[i] = 1
			if s.Fixed[i] == part {
				g.side[i] = 0
			}
		}
	}
	return g
}

// contract merges the vertices that are fixed on the same side, and all pairs of vertices with an edge of weight threshold or
// more. It returns false if no two vertices that may be separated are left.
func (g *dense) contract(threshold float64) bool {
	for merged := true; merged; {
		merged = false
		for i := 0; i < g.n(); i++ {
			for j := i + 1; j < g.n(); {
				fixed := g.side[i] != free && g.side[j] != free
				switch {
				case fixed && g.side[i] == g.side[j], !fixed && g.weight[i][j] >= threshold:
					g.merge(i, j)
					merged = true
				case fixed && g.weight[i][j] >= threshold:
					return false
				default:
					j++
				}
			}
		}
	}
	return g.n() > 1
}

// merge contracts the vertices i and j > i to i. The last vertex becomes j.
func (g *dense) merge(i, j int) {
	g.mass[i] += g.mass[j]
	g.members[i] = append(g.members[i], g.members[j]...)
	g.side[i] = max(g.side[i], g.side[j]) // at least one is free, or both are equal
	for k := range g.n() {
		g.weight[i][k] += g.weight[j][k]
		g.weight[k][i] = g.weight[i][k]
	}
	last := g.n() - 1
	for k := range g.n() {
		g.weight[k][j] = g.weight[k][last]
	}
	g.weight[j], g.mass[j], g.side[j], g.members[j] = g.weight[last], g.mass[last], g.side[last], g.members[last]
	g.weight[i][i], g.weight[j][j] = 0, 0
	g.weight, g.mass, g.side, g.members = g.weight[:last], g.mass[:last], g.side[:last], g.members[:last]
}

// ordered returns the graph with its vertices in the order of decisions: the fixed vertices, and then always the vertex with the
// largest weight of edges to those before it. The first free vertex is the one of largest degree if there are no fixed ones.
func (g *dense) ordered() *dense {
	n := g.n()
	attached, degree := make([]float64, n), make([]float64, n)
	for i := range n {
		for j := range n {
			degree[i] += g.weight[i][j]
		}
		if g.side[i] != free {
			attached[i] = math.Inf(1)
		}
	}
	var order []int
	for range n {
		next := -1
		for i := range n {
			if !slices.Contains(order, i) && (next < 0 || attached[i] > attached[next] ||
				attached[i] == attached[next] && degree[i] > degree[next]) {
				next = i
			}
		}
		order = append(order, next)
		for i := range n {
			attached[i] += g.weight[next][i]
		}
	}
	o := &dense{}
	for _, i := range order {
		row := make([]float64, n)
		for b, j := range order {
			row[b] = g.weight[i][j]
		}
		o.weight, o.mass = append(o.weight, row), append(o.mass, g.mass[i])
		o.side, o.members = append(o.side, g.side[i]), append(o.members, g.members[i])
	}
	return o
}
