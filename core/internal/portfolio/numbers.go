package portfolio

import (
	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/consensus"
	"github.com/tvcut/tvcut/core/internal/tree"
)

// NumberLike renumbers the parts of a partition so that as much mass as possible lies in parts with the numbers of start: see
// consensus.Assign. Only parts of the same group exchange their numbers; parts in no group keep theirs.
func NumberLike(res *bisect.Solution, start []int32, mass []float64, groups [][]int32, k int) {
	number, group, at := make([]int32, k), make([]int, k), make([]int32, k) // at: index in the group
	for a := range k {
		number[a], group[a] = int32(a), -1
	}
	for g, parts := range groups {
		for index, a := range parts {
			group[a], at[a] = g, int32(index)
		}
	}
	shared := make([][]consensus.Overlap, len(groups))
	for _, o := range overlaps(res.Labels, start, start, mass, k) {
		if g := group[o.Part]; g >= 0 && g == group[o.Number] {
			o.Part, o.Number = at[o.Part], at[o.Number]
			shared[g] = append(shared[g], o)
		}
	}
	for g, parts := range groups {
		for index, to := range consensus.Assign(shared[g], len(parts)) {
			number[parts[index]] = parts[to]
		}
	}
	for i, a := range res.Labels {
		res.Labels[i] = number[a]
	}
	tree.Renumber(res.Merges, number)
}
