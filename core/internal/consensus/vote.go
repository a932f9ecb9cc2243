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
			number := match(overlaps(labels, now, k), k)
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

// overlap is the number of vertices that a part of a partition shares with the part of the given number of others, summed over
// these.
type overlap struct {
	part, number int32
	count        int
}

// overlaps returns the overlaps that are not 0. Of k² pairs of a part and a number, most have none if k is large.
func overlaps(labels []int32, others [][]int32, k int) []overlap {
	members := make([][]int32, k)
	for i, a := range labels {
		members[a] = append(members[a], int32(i))
	}
	var shared []overlap
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
			shared = append(shared, overlap{int32(a), b, counts[b]})
			counts[b] = 0
		}
		met = met[:0]
	}
	return shared
}

// match returns a number of its own for each of k parts. It takes the pairs of parts and numbers in the order of descending
// overlap. Parts that are then left take the numbers that are left, both in ascending order.
func match(shared []overlap, k int) []int32 {
	slices.SortFunc(shared, func(x, y overlap) int {
		return cmp.Or(cmp.Compare(y.count, x.count), cmp.Compare(x.part, y.part), cmp.Compare(x.number, y.number))
	})
	number, used := make([]int32, k), make([]bool, k)
	for a := range number {
		number[a] = -1
	}
	for _, o := range shared {
		if number[o.part] < 0 && !used[o.number] {
			number[o.part], used[o.number] = o.number, true
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
