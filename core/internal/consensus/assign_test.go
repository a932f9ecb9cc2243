package consensus

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// heaviest returns the largest sum of masses of an assignment, over all permutations.
func heaviest(mass [][]float64, used []bool, part int) float64 {
	if part == len(mass) {
		return 0
	}
	best := -1.0
	for b, m := range mass[part] {
		if !used[b] {
			used[b] = true
			best = max(best, m+heaviest(mass, used, part+1))
			used[b] = false
		}
	}
	return best
}

// randomOverlaps returns overlaps of k parts with small integer masses, many of which are 0 and tie, and the same as a matrix.
func randomOverlaps(rng *rand.Rand, k int) ([]Overlap, [][]float64) {
	shared, mass := []Overlap{}, make([][]float64, k)
	for a := range mass {
		mass[a] = make([]float64, k)
		for b := range mass[a] {
			if rng.IntN(2) == 0 {
				mass[a][b] = float64(rng.IntN(6))
				shared = append(shared, Overlap{Part: int32(a), Number: int32(b), Count: rng.IntN(9), Mass: mass[a][b]})
			}
		}
	}
	return shared, mass
}

// kept returns the sum of the masses of an assignment, and fails unless each number occurs once.
func kept(t *testing.T, number []int32, mass [][]float64) float64 {
	sum, used := 0.0, make([]bool, len(number))
	for a, b := range number {
		require.False(t, used[b])
		used[b] = true
		sum += mass[a][b]
	}
	return sum
}

func TestAssignKeepsTheMostMass(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 2000 {
		k := 1 + rng.IntN(7)
		shared, mass := randomOverlaps(rng, k)
		require.Equal(t, heaviest(mass, make([]bool, k), 0), kept(t, Assign(shared, k), mass), "%v", mass)
	}
}

// Of equal masses, the assignment with more vertices is taken, also where all masses are 0.
func TestAssignKeepsTheMostVerticesOfEqualMass(t *testing.T) {
	assert.Equal(t, []int32{1, 2, 0}, Assign([]Overlap{{0, 1, 4, 0}, {1, 2, 3, 0}, {2, 0, 1, 0}, {0, 0, 3, 0}}, 3))
	assert.Equal(t, []int32{1, 0}, Assign([]Overlap{{0, 0, 1, 5}, {1, 1, 1, 5}, {0, 1, 3, 5}, {1, 0, 1, 5}}, 2))
}

// Above the largest number of parts for the exact method, at least half of the most mass is kept.
func TestAssignOfManyParts(t *testing.T) {
	rng, k := rand.New(rand.NewPCG(2, 0)), exactParts+1
	shared, mass := []Overlap{}, make([][]float64, k)
	column := rng.Perm(k)
	most := 0.0
	for a := range mass {
		mass[a] = make([]float64, k)
		mass[a][column[a]] = float64(5 + rng.IntN(5)) // the largest entry of its row, so that the permutation is the best one
		for range 3 {
			if b := rng.IntN(k); b != column[a] {
				mass[a][b] = float64(rng.IntN(5))
			}
		}
		most += mass[a][column[a]]
		for b, m := range mass[a] {
			if m > 0 {
				shared = append(shared, Overlap{Part: int32(a), Number: int32(b), Count: 10 - int(m), Mass: m})
			}
		}
	}
	assert.GreaterOrEqual(t, kept(t, Assign(shared, k), mass), most/2)
}
