package exact

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// divided returns a range and all ranges that result from it by repeated division.
func divided(s *search, r massRange) []massRange {
	if r.least > r.most {
		return nil
	}
	ranges := []massRange{r}
	if light, heavy, ok := s.split(r); ok && s.massUnit > 0 {
		ranges = slices.Concat(ranges, divided(s, light), divided(s, heavy))
	}
	return ranges
}

// No partition in a range has an F between −step and 0, in any range that the search divides.
func TestNoPartitionIsBetterByLessThanAStep(t *testing.T) {
	constant, sloped := 0, 0
	forEachProblem(t, 9, 8, 1, func(t *testing.T, p *Problem, _ float64, start []int32) {
		s := newSearch(context.Background(), p, start, unlimited)
		if s == nil || s.value == 0 {
			return
		}
		for part := range int32(2) {
			for _, whole := range s.ranges(part) {
				for _, r := range divided(s, whole) {
					found := requireSteps(t, s, r)
					if r.slope == 0 {
						constant += found
					} else {
						sloped += found
					}
				}
			}
		}
	})
	assert.Greater(t, constant, 1000)
	assert.Greater(t, sloped, 1000)
}

// requireSteps checks the step of a range and returns the number of better partitions in it, if the step is positive.
func requireSteps(t *testing.T, s *search, r massRange) (found int) {
	step := s.step(&r)
	if step == 0 {
		return 0
	}
	require.Positive(t, step)
	each(s.Graph.N(), func(labels []int32) {
		f, mass := excess(s.Problem, labels, r.part, s.value)
		height := s.value * r.height(mass)
		if mass < r.least || mass > r.most || f >= -Margin*height || math.IsInf(criterion(s.Problem, labels), 1) {
			return
		}
		found++
		if f > -step+1e-9*height {
			require.LessOrEqual(t, f, -step, "%+v, %s", r, describe(s.Problem))
		}
	})
	return found
}

// A partition is better only if its criterion is lower by more than the factor 1 − Margin.
func TestOfferTakesLowerCriteriaOnly(t *testing.T) {
	p := &Problem{Graph: testgraph.Path(4), Mass: testgraph.Ones(4), Criterion: objective.Criterion{K: 2, Lambda: 1, Total: 4},
		Bounds: objective.NewBounds([]float64{0.5, 0.5}, 4, 0, math.Inf(1))}
	for _, c := range []struct {
		name           string
		start, offered []int32
		want           bool
	}{
		{"lower", []int32{0, 1, 1, 1}, []int32{0, 0, 1, 1}, true},
		{"equal", []int32{0, 1, 1, 1}, []int32{0, 0, 0, 1}, false},
		{"higher", []int32{0, 0, 1, 1}, []int32{0, 1, 1, 1}, false},
		{"an empty part", []int32{0, 1, 1, 1}, []int32{1, 1, 1, 1}, false},
	} {
		s := newSearch(context.Background(), p, c.start, unlimited)
		require.Equal(t, c.want, s.offer(c.offered), c.name)
		if c.want {
			assert.Equal(t, c.offered, s.best, c.name)
		} else {
			assert.Equal(t, c.start, s.best, c.name)
		}
		assert.Equal(t, criterion(p, s.best), s.value, c.name)
	}
}
