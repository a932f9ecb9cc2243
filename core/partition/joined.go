package partition

import (
	"fmt"
	"slices"

	"github.com/tvcut/tvcut/core/internal/constrained"
)

// joined returns the problem in which parts that are connected keep linked vertices together. On small graphs, all partitions of the
// groups of linked vertices are enumerated, and each part is connected in the graph of p. On others, the vertices of a group are joined by
// shortest paths, whose vertices are linked to the group, so that each group is connected.
func joined(p Problem, opt *Options) (Problem, error) {
	group, count := linkedGroups(p)
	size := float64(p.Graph.N() + p.Graph.NNZ())
	if opt.NClusters != AutoClusters && constrained.IsEnumerated(count, opt.NClusters, size, opt.plan.Proofs.PartitionsWork) {
		p.groups = &constrained.Groups{Graph: p.Graph, Of: group}
		return p, nil
	}
	j := &joining{Problem: p, group: group, members: make([][]int32, count), fixed: ofGroups(p.Fixed, group, count),
		from: make([]int32, p.Graph.N())}
	for i, g := range group {
		j.members[g] = append(j.members[g], int32(i))
	}
	p.MustLink, p.Labels = slices.Clone(p.MustLink), slices.Clone(p.Labels)
	for g := range j.members {
		if err := j.join(&p, int32(g)); err != nil {
			return p, err
		}
	}
	if _, count := linkedGroups(p); count < opt.NClusters {
		return p, &InputError{"must_link", 0, -1, fmt.Sprintf("and connected = True leave %d groups of vertices for %d parts, since paths join "+
			"the linked vertices; link fewer vertices, or ask for fewer parts", count, opt.NClusters)}
	}
	return p, nil
}

// joining joins the vertices of groups by paths.
type joining struct {
	Problem
	group   []int32
	members [][]int32
	fixed   []int32        // part in which a vertex of each group is fixed, or −1; nil: none is fixed
	apart   map[int32]bool // groups that must lie apart from the group that is joined
	from    []int32        // vertex from which the search reached each vertex, its own number for a start, −1 if it was not reached
	barred  []int32        // vertices that no path of the group may use, since they must lie apart from others of a path
}

// way is a set of vertices that a path may use. A later one has all vertices of an earlier one.
type way int

const (
	alikeWay way = iota // vertices that are not linked to others, with the label of the group
	freeWay             // vertices that are not linked to others
	anyWay              // and those of other groups, which then join the group
)

// join links the vertices of paths between the pieces of group g to it.
func (j *joining) join(p *Problem, g int32) error {
	j.barred = nil
	for len(j.members[g]) > 1 {
		missing := j.missing(g)
		if missing < 0 {
			return nil
		}
		end := int32(-1)
		for w := alikeWay; w <= anyWay && end < 0; w++ {
			end = j.search(g, w)
		}
		first := j.members[g][0]
		if end < 0 {
			return &InputError{"must_link", 0, -1, fmt.Sprintf("puts vertices %d and %d into one part, but no path of vertices that may lie in "+
				"this part joins them; leave the pair out, or allow parts that are not connected", first, missing)}
		}
		if i := j.clash(g, end); i >= 0 {
			j.barred = append(j.barred, i)
			continue
		}
		for i := j.from[end]; j.group[i] != g; i = j.from[i] {
			p.MustLink = append(p.MustLink, [2]int32{first, i})
			for _, x := range j.members[j.group[i]] {
				if p.Labels != nil {
					p.Labels[x] = p.Labels[first]
				}
			}
			j.unite(g, j.group[i])
		}
	}
	return nil
}

// clash returns a vertex of the path of group g to a vertex that must lie apart from another one of the path, or −1.
func (j *joining) clash(g, end int32) int32 {
	var groups []int32
	for i := j.from[end]; j.group[i] != g; i = j.from[i] {
		groups = append(groups, j.group[i])
	}
	for _, q := range j.CannotLink {
		a, b := j.group[q[0]], j.group[q[1]]
		if slices.Contains(groups, a) && slices.Contains(groups, b) {
			return q[0]
		}
	}
	return -1
}

// unite makes the vertices of group h vertices of group g.
func (j *joining) unite(g, h int32) {
	for _, i := range j.members[h] {
		j.group[i] = g
	}
	j.members[g], j.members[h] = append(j.members[g], j.members[h]...), nil
	if j.fixed != nil {
		j.fixed[g] = max(j.fixed[g], j.fixed[h])
	}
}

// missing returns a vertex of group g that is not connected within the group to its first one, or −1, and marks those that are.
func (j *joining) missing(g int32) int32 {
	for i := range j.from {
		j.from[i] = -1
	}
	first := j.members[g][0]
	j.from[first] = first
	for stack := []int32{first}; len(stack) > 0; {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		idx, _ := j.Graph.Row(int(i))
		for _, x := range idx {
			if j.group[x] == g && j.from[x] < 0 {
				j.from[x] = x
				stack = append(stack, x)
			}
		}
	}
	for _, i := range j.members[g] {
		if j.from[i] < 0 {
			return i
		}
	}
	return -1
}

// search returns a vertex of group g that is nearest to those that missing has marked, and is not among them, or −1. The path to it is in
// from.
func (j *joining) search(g int32, w way) int32 {
	j.apart = map[int32]bool{}
	for _, q := range j.CannotLink {
		switch g {
		case j.group[q[0]]:
			j.apart[j.group[q[1]]] = true
		case j.group[q[1]]:
			j.apart[j.group[q[0]]] = true
		}
	}
	var reached []int32
	for i, from := range j.from {
		if int(from) == i {
			reached = append(reached, int32(i))
		} else {
			j.from[i] = -1
		}
	}
	for at := 0; at < len(reached); at++ {
		idx, _ := j.Graph.Row(int(reached[at]))
		for _, x := range idx {
			if j.from[x] >= 0 || j.group[x] != g && !j.allows(g, x, w) {
				continue
			}
			if j.from[x] = reached[at]; j.group[x] == g {
				return x
			}
			reached = append(reached, x)
		}
	}
	return -1
}

// allows reports whether a path of group g may use vertex x.
func (j *joining) allows(g, x int32, w way) bool {
	h, first := j.group[x], j.members[g][0]
	if slices.ContainsFunc(j.barred, func(i int32) bool { return j.group[i] == h }) {
		return false
	}
	if w < anyWay && len(j.members[h]) > 1 || w == alikeWay && j.Labels != nil && j.Labels[x] != j.Labels[first] {
		return false
	}
	if j.fixed != nil && j.fixed[g] >= 0 && j.fixed[h] >= 0 && j.fixed[g] != j.fixed[h] {
		return false
	}
	return !j.apart[h]
}
