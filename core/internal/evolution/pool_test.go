package evolution

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// point is a solution with a criterion, and a place that decides how much two of them differ.
type point struct{ value, place int }

func points() Options[point] {
	return Options[point]{
		Compare:  func(a, b point) int { return cmp.Compare(a.value, b.value) },
		Distance: func(a, b point) int { return max(a.place-b.place, b.place-a.place) },
	}
}

// A full pool loses a solution that differs least from the new one, of those that are worse.
func TestAFullPoolLosesTheMostSimilarOfTheWorse(t *testing.T) {
	opt := points()
	for value := -5; value < 10*poolSize-10; value += 10 {
		for place := range poolSize {
			s, c := &search[point]{opt: opt}, point{value, place}
			for at := range poolSize {
				s.insert(point{10 * at, 7 * at % poolSize})
			}
			before, least := slices.Clone(s.pool), math.MaxInt
			for _, p := range before {
				if p.value > value {
					least = min(least, opt.Distance(c, p))
				}
			}
			require.True(t, s.insert(c))
			require.True(t, slices.IsSortedFunc(s.pool, opt.Compare))
			gone := slices.DeleteFunc(before, func(p point) bool { return slices.Contains(s.pool, p) })
			require.Len(t, gone, 1, "%v", c)
			require.Greater(t, gone[0].value, value, "%v", c)
			require.Equal(t, least, opt.Distance(c, gone[0]), "%v", c)
		}
	}
}

// keeping is a worker whose combinations are their first parent, so that they never change the pool.
type keeping struct {
	fresh []int          // steps that made a solution from scratch
	from  map[int][2]int // parents of each combination
}

func (k *keeping) Fresh(step int) int {
	k.fresh = append(k.fresh, step)
	return 1000 + step
}

func (k *keeping) Combine(step, a, b int) int {
	k.from[step] = [2]int{a, b}
	return a
}

// After stall steps that do not change it, a pool begins from scratch. When that one has converged too, the elites of the one
// before come back, and after that the next pool begins from scratch.
func TestAConvergedPoolBeginsAnew(t *testing.T) {
	initial := make([]int, poolSize)
	for at := range initial {
		initial[at] = at
	}
	w := &keeping{from: map[int][2]int{}}
	const second, third = stall + generation, 2*stall + generation // first combinations of the second and of the third pool
	opt := Options[int]{Steps: third + stall + generation, Threads: 1, Compare: cmp.Compare[int],
		Distance: func(a, b int) int { return max(a-b, b-a) }}
	assert.Equal(t, 0, Run(t.Context(), initial, opt, func() Worker[int] { return w }))
	var early, late []int // parents from the first pool, of the second and of the third
	for step := range opt.Steps {
		parents, combined := w.from[step]
		assert.Equal(t, step < stall || step >= second && step < third+stall, combined, "step %d", step)
		switch {
		case step < stall:
			assert.Less(t, parents[0], poolSize)
		case step >= second && step < third && parents[0] < 1000:
			early = append(early, parents[0])
		case step >= third && combined && parents[0] < 1000:
			late = append(late, parents[0])
		}
	}
	assert.Empty(t, early, "the second pool does not hold solutions of the first")
	assert.Subset(t, []int{0, 1, 2, 3}, late, "the third holds the elites of the first")
	assert.NotEmpty(t, late)
}
