package tree

import (
	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// SetValues sets the value of every merge: C of the split for masses m_i and λ = 1. The time for m edges is O((n + m) log k).
func SetValues(g *graph.CSR, mass []float64, labels []int32, tree []Merge) {
	k := len(tree) + 1
	size, between, paths := make([]float64, 2*k-1), make([]float64, k-1), pathsOf(tree)
	for i, a := range labels {
		size[a] += mass[i]
		idx, w := g.Row(i)
		for e, j := range idx {
			if b := labels[j]; int(j) > i && b != a {
				between[int(paths.join(a, b))-k] += w[e]
			}
		}
	}
	for t := range tree {
		left, right := size[tree[t].Left], size[tree[t].Right]
		size[k+t] = left + right
		if tree[t].Value = 0; between[t] > 0 {
			tree[t].Value = objective.Ratio(between[t], 1, left, right)
		}
	}
}

// paths divides the clusters of a tree into paths: a cluster continues the path of the merged one if it has at least half of its
// parts. On the way from a part to the last cluster there are at most log₂ k other paths. This is the heavy path decomposition of
// D. D. Sleator and R. E. Tarjan, "A data structure for dynamic trees", J. Comput. Syst. Sci. 26 (1983).
type paths struct {
	top   []int32 // the cluster of highest number on the path of each cluster
	above []int32 // the cluster that the top was merged into
}

// pathsOf returns the paths of a tree of merges of k parts.
func pathsOf(tree []Merge) paths {
	k := len(tree) + 1
	parts := make([]int32, 2*k-1)
	for a := range k {
		parts[a] = 1
	}
	for t, m := range tree {
		parts[k+t] = parts[m.Left] + parts[m.Right]
	}
	p := paths{top: make([]int32, 2*k-1), above: make([]int32, 2*k-1)}
	p.top[2*k-2] = int32(2*k - 2)
	for t := len(tree) - 1; t >= 0; t-- {
		heavy, light, merged := tree[t].Left, tree[t].Right, k+t
		if parts[heavy] < parts[light] {
			heavy, light = light, heavy
		}
		p.top[heavy], p.above[heavy] = p.top[merged], p.above[merged]
		p.top[light], p.above[light] = light, int32(merged)
	}
	return p
}

// join returns the first cluster that contains two clusters. A cluster has a higher number than those that it contains, so that of
// two paths the one whose top has the lower number does not contain it.
func (p *paths) join(a, b int32) int32 {
	for p.top[a] != p.top[b] {
		if p.top[a] < p.top[b] {
			a = p.above[a]
		} else {
			b = p.above[b]
		}
	}
	return max(a, b)
}
