package portfolio

import (
	"cmp"
	"slices"

	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/consensus"
	"github.com/tvcut/tvcut/core/internal/objective"
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
	renumber(res, number)
}

// NumberBySize renumbers parts so that the part with the r-th largest mass has the r-th largest target share. Parts with fixed
// vertices keep their numbers; kept may be nil if there are none.
func NumberBySize(res *bisect.Solution, mass, shares []float64, kept []bool) {
	k := len(shares)
	size, parts, number := objective.Sizes(mass, res.Labels, k), []int{}, make([]int32, k)
	for a := range k {
		if number[a] = int32(a); kept == nil || !kept[a] {
			parts = append(parts, a)
		}
	}
	targets := slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	slices.SortStableFunc(targets, func(a, b int) int { return cmp.Compare(shares[b], shares[a]) })
	for at, a := range parts {
		number[a] = int32(targets[at])
	}
	renumber(res, number)
}

// renumber gives part a of a partition and of its merges the number number[a].
func renumber(res *bisect.Solution, number []int32) {
	for i, a := range res.Labels {
		res.Labels[i] = number[a]
	}
	tree.Renumber(res.Merges, number)
}
