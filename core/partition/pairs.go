package partition

import (
	"fmt"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// checkConstraints checks the further masses, the sizes and the pairs.
func checkConstraints(p Problem, opt Options) error {
	if opt.Migration > 0 && p.Labels == nil {
		return &OptionError{"migration", "0 without labels in init, from which vertices would move", formatFloat(opt.Migration)}
	}
	if p.VertexSize != nil && opt.Objective != VolumeObjective {
		return &InputError{"vertex_size", 0, -1, "can be given with objective = 'volume' only; leave it out"}
	}
	if err := checkAmounts(p, "vertex_size", -1, p.VertexSize); err != nil {
		return err
	}
	for c, m := range p.Others {
		if err := checkMass(p, c, m, opt); err != nil {
			return err
		}
	}
	if err := checkPairs(p, "must_link", p.MustLink); err != nil {
		return err
	}
	if err := checkPairs(p, "cannot_link", p.CannotLink); err != nil {
		return err
	}
	return checkLinks(p, opt.NClusters)
}

// checkMass checks the further mass number c, which is column c + 1 of vertex_weight.
func checkMass(p Problem, c int, m Mass, opt Options) error {
	if m.Vertices == nil {
		return &InputError{"vertex_weight", c + 1, -1, "has a column without entries; give a mass for every vertex"}
	}
	if err := checkAmounts(p, "vertex_weight", c+1, m.Vertices); err != nil {
		return err
	}
	if objective.Total(m.Vertices) == 0 {
		return &InputError{"vertex_weight", c + 1, -1, "must be > 0 for some vertex in every column"}
	}
	if h := m.MaxImbalance; h.Present && !atLeast(0).Contains(h.Value) {
		return &OptionError{"max_imbalance", atLeast(0).String(), formatFloat(h.Value)}
	}
	if !m.MaxImbalance.Present && !opt.imbalance().Present {
		return &OptionError{"max_imbalance", "a number if vertex_weight has several columns, since it bounds them", "none"}
	}
	one := p
	one.PartWeights = m.PartWeights
	return one.checkPartWeights(opt.NClusters)
}

// checkAmounts checks one finite number ≥ 0 for each vertex. column is that of the argument, −1 if it has one only.
func checkAmounts(p Problem, argument string, column int, amounts []float64) error {
	if n := p.Graph.N(); amounts != nil && len(amounts) != n {
		return &InputError{argument, 0, -1, lengthMismatch(len(amounts), n)}
	}
	for i, m := range amounts {
		if !(m >= 0) || math.IsInf(m, 0) {
			return &InputError{argument, max(column, 0), i, fmt.Sprintf("must be >= 0 and finite, got %g", m)}
		}
	}
	if math.IsInf(objective.Total(amounts), 0) {
		return &InputError{argument, 0, -1, "must have a finite sum; divide all entries by the largest"}
	}
	return nil
}

// checkPairs checks that pairs are of two different vertices of the graph.
func checkPairs(p Problem, argument string, pairs [][2]int32) error {
	n := int32(p.Graph.N())
	for at, q := range pairs {
		for _, i := range q {
			if i < 0 || i >= n {
				return &InputError{argument, 0, at, fmt.Sprintf("must have vertices in [0, %d], got %d", n-1, i)}
			}
		}
		if q[0] == q[1] && argument == "cannot_link" {
			return &InputError{argument, 0, at, fmt.Sprintf("is vertex %d twice; give two vertices", q[0])}
		}
	}
	return nil
}

// checkLinks checks that no constraints contradict one another: vertices that are linked have one part in Fixed and Labels and no pair in
// CannotLink, there are enough groups of linked vertices for the parts, and pairs can be separated by two parts if there are only two.
func checkLinks(p Problem, k int) error {
	if len(p.MustLink)+len(p.CannotLink) == 0 {
		return nil
	}
	group, count := linkedGroups(p)
	if count < k {
		return &InputError{"must_link", 0, -1, fmt.Sprintf("leaves %d groups of vertices for %d parts; link fewer vertices, or ask for fewer parts",
			count, k)}
	}
	if err := agrees("fixed", p.Fixed, group, count); err != nil {
		return err
	}
	if err := agrees("init", p.Labels, group, count); err != nil {
		return err
	}
	for at, q := range p.CannotLink {
		switch i, j := q[0], q[1]; {
		case group[i] == group[j]:
			return &InputError{"cannot_link", 0, at, fmt.Sprintf("separates vertices %d and %d, which must_link puts into one part; "+
				"leave one of the two out", i, j)}
		case p.Fixed != nil && p.Fixed[i] >= 0 && p.Fixed[i] == p.Fixed[j]:
			return &InputError{"cannot_link", 0, at, fmt.Sprintf("separates vertices %d and %d, which are fixed in part %d; change one of them",
				i, j, p.Fixed[i])}
		}
	}
	if at := oddCycle(p, group, count); k == 2 && at >= 0 {
		return &InputError{"cannot_link", 0, at, "closes a cycle of an odd number of pairs, which two parts cannot separate; leave one of them out, " +
			"or ask for three parts"}
	}
	return nil
}

// agrees checks that vertices of one group have one label.
func agrees(argument string, labels, group []int32, count int) error {
	first := slices.Repeat([]int32{-1}, count)
	for i, a := range labels {
		g := group[i]
		switch {
		case a < 0:
		case first[g] < 0:
			first[g] = int32(i)
		case labels[first[g]] != a:
			return &InputError{"must_link", 0, -1, fmt.Sprintf("links vertices %d and %d, but %s puts them into parts %d and %d; change one of them",
				first[g], i, argument, labels[first[g]], a)}
		}
	}
	return nil
}

// oddCycle returns the first pair of CannotLink that closes a cycle of an odd number of pairs of groups, or −1 if there is none.
func oddCycle(p Problem, group []int32, count int) int {
	parent, size := make([]int32, count), make([]int, count)
	differs := make([]bool, count) // whether a group lies in another part than its parent
	for g := range parent {
		parent[g], size[g] = int32(g), 1
	}
	root := func(g int32) (int32, bool) {
		odd := false
		for parent[g] != g {
			odd = odd != differs[g]
			g = parent[g]
		}
		return g, odd
	}
	for at, q := range p.CannotLink {
		a, oddA := root(group[q[0]])
		b, oddB := root(group[q[1]])
		if a == b && oddA == oddB {
			return at
		}
		if size[a] > size[b] {
			a, b = b, a
		}
		if a != b {
			parent[a], differs[a] = b, oddA == oddB
			size[b] += size[a]
		}
	}
	return -1
}

// linkedGroups returns the group of each vertex that MustLink links, numbered by first vertex, and their number.
func linkedGroups(p Problem) (group []int32, count int) {
	edges := make([]graph.Edge, len(p.MustLink))
	for at, q := range p.MustLink {
		edges[at] = graph.Edge{I: int(q[0]), J: int(q[1]), W: 1}
	}
	links, err := graph.FromEdges(p.Graph.N(), edges)
	if err != nil {
		panic(err) // the pairs were checked
	}
	return graph.Components(links)
}
