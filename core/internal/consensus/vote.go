package consensus

import (
	"cmp"
	"slices"
)

// voteRounds is the number of times that all partitions are renumbered by their overlaps with all others.
const voteRounds = 3

// vote returns for each vertex the part that most of the partitions put it in, after their parts are renumbered to agree with
// each other. Of parts with equally many votes it takes the one of lowest number.
func vote(partitions [][]int32, k int) []int32 {
	now := [][]int32{partitions[0]} // renumbered partitions
	for range voteRounds {
		next := make([][]int32, len(partitions))
		for p, labels := range partitions {
			number := Match(overlaps(labels, now, k), k)
			next[p] = make([]int32, len(labels))
			for i, a := range labels {
				next[p][i] = number[a]
			}
		}
		now = next
	}
	labels, votes := make([]int32, len(partitions[0])), make([]int, k)
	for i := range labels {
		for _, l := range now {
			votes[l[i]]++
		}
		best := now[0][i]
		for _, l := range now {
			if a := l[i]; votes[a] > votes[best] || votes[a] == votes[best] && a < best {
				best = a
			}
		}
		labels[i] = best
		for _, l := range now {
			votes[l[i]] = 0
		}
	}
	return labels
}

// Overlap is the number of vertices that a part of a partition shares with the part of the given number of others, summed over
// these. Of pairs with equal numbers of vertices, that of the larger mass counts as the larger overlap.
type Overlap struct {
	Part, Number int32
	Count        int
	Mass         float64
}

// overlaps returns the overlaps that are not 0. Of k² pairs of a part and a number, most have none if k is large.
func overlaps(labels []int32, others [][]int32, k int) []Overlap {
	members := make([][]int32, k)
	for i, a := range labels {
		members[a] = append(members[a], int32(i))
	}
	var shared []Overlap
	var met []int32 // numbers with a count above 0
	counts := make([]int, k)
	for a, vertices := range members {
		for _, other := range others {
			for _, i := range vertices {
				b := other[i]
				if counts[b] == 0 {
					met = append(met, b)
				}
				counts[b]++
			}
		}
		for _, b := range met {
			shared = append(shared, Overlap{Part: int32(a), Number: b, Count: counts[b]})
			counts[b] = 0
		}
		met = met[:0]
	}
	return shared
}

// Match returns a number of its own for each of k parts. It takes the pairs of parts and numbers in the order of descending
// overlap, into which it sorts them. Parts that are then left take the numbers that are left, both in ascending order.
func Match(shared []Overlap, k int) []int32 {
	slices.SortFunc(shared, func(x, y Overlap) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(y.Mass, x.Mass), cmp.Compare(x.Part, y.Part),
			cmp.Compare(x.Number, y.Number))
	})
	number, used := make([]int32, k), make([]bool, k)
	for a := range number {
		number[a] = -1
	}
	for _, o := range shared {
		if number[o.Part] < 0 && !used[o.Number] {
			number[o.Part], used[o.Number] = o.Number, true
		}
	}
	free := int32(0)
	for a, b := range number {
		if b >= 0 {
			continue
		}
		for used[free] {
			free++
		}
		number[a], used[free] = free, true
	}
	return number
}
