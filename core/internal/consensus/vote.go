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

// overlaps returns the number of vertices that part a of a partition shares with part b of the others, summed over these, at
// a·k + b.
func overlaps(labels []int32, others [][]int32, k int) []int {
	shared := make([]int, k*k)
	for _, other := range others {
		for i, a := range labels {
			shared[int(a)*k+int(other[i])]++
		}
	}
	return shared
}

// match returns a number of its own for each of k parts. It takes the pairs of parts and numbers in the order of descending
// overlap.
func match(shared []int, k int) []int32 {
	pairs := make([]int, len(shared))
	for at := range pairs {
		pairs[at] = at
	}
	slices.SortFunc(pairs, func(x, y int) int { return cmp.Or(cmp.Compare(shared[y], shared[x]), cmp.Compare(x, y)) })
	number, used := make([]int32, k), make([]bool, k)
	for a := range number {
		number[a] = -1
	}
	for _, at := range pairs {
		if a, b := at/k, at%k; number[a] < 0 && !used[b] {
			number[a], used[b] = int32(b), true
		}
	}
	return number
}
