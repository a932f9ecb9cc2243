package descent

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// runSchedule runs a schedule with the given shortfall at every step and returns the step that passed and the number of
// tests.
func runSchedule(shortfall func(i int) float64) (step, tests int) {
	s := Schedule{Due: 1}
	for i := 1; ; i++ {
		if i < s.Due {
			continue
		}
		tests++
		if s.Passed(i, shortfall(i)) {
			return i, tests
		}
	}
}

// The step that passes exceeds the first step that would pass by a small share, or by at most as many steps again if the
// shortfall gives no warning. The number of tests is small.
func TestScheduleFindsThePassingStepWithFewTests(t *testing.T) {
	for _, end := range []int{1, 2, 3, 10, 100, 1000} {
		for _, c := range []struct {
			name      string
			shortfall func(x float64) float64 // at x = i/end; below 1e-12, which passes, from x = 1 on
			overshoot float64                 // largest share of end by which the test is late
		}{
			{"linear", func(x float64) float64 { return 1 - x }, 1. / minGap},
			{"convex", func(x float64) float64 { return 1/x - 1 }, 1. / minGap},
			{"a step", func(x float64) float64 { return map[bool]float64{true: 1, false: -1}[x < 1] }, 1},
			{"increasing at first", func(x float64) float64 { return x - x*x }, 1},
		} {
			step, tests := runSchedule(func(i int) float64 { return c.shortfall(float64(i)/float64(end)) - 1e-12 })
			assert.GreaterOrEqual(t, step, end, c.name)
			assert.LessOrEqual(t, float64(step-end), max(1, c.overshoot*float64(end)), "%s to %d", c.name, end)
			assert.LessOrEqual(t, tests, 30, c.name)
		}
	}
}
