package descent

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// tested runs a schedule on what is lacking at every step and returns the step that passed and the number of
// tests.
func tested(lack func(i int) float64) (step, tests int) {
	s := Schedule{Due: 1}
	for i := 1; ; i++ {
		if i < s.Due {
			continue
		}
		tests++
		if s.Passed(i, lack(i)) {
			return i, tests
		}
	}
}

// Whatever way the lack takes, the first step that would pass is overshot by a small share, or by as many steps
// again where nothing foretold it; and tests are few.
func TestSchedule(t *testing.T) {
	for _, end := range []int{1, 2, 3, 10, 100, 1000} {
		for _, c := range []struct {
			name  string
			lack  func(x float64) float64 // of x = i/end; negative from 1 on
			share float64                 // overshot at most
		}{
			{"straight", func(x float64) float64 { return 1 - x }, 1. / nearest},
			{"bent", func(x float64) float64 { return 1/x - 1 }, 1. / nearest},
			{"a cliff", func(x float64) float64 { return map[bool]float64{true: 1, false: -1}[x < 1] }, 1},
			{"rising first", func(x float64) float64 { return x - x*x }, 1},
		} {
			step, tests := tested(func(i int) float64 { return c.lack(float64(i)/float64(end)) - 1e-12 })
			assert.GreaterOrEqual(t, step, end, c.name)
			assert.LessOrEqual(t, float64(step-end), max(1, c.share*float64(end)), "%s to %d", c.name, end)
			assert.LessOrEqual(t, tests, 30, c.name)
		}
	}
}
