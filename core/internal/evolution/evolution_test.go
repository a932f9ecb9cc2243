package evolution

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// word is a solution of the test problem: 64 bits, of which those that differ from a hidden word are to be few. The bits of
// each group of four count only together, so that a combination is needed to collect the groups that are right.
type word uint64

const hidden = 0x0123456789abcdef

// errors returns the number of groups of four bits that differ from the hidden word.
func (w word) errors() int {
	count := 0
	for g := range 16 {
		if (uint64(w)^hidden)>>(4*g)&15 != 0 {
			count++
		}
	}
	return count
}

// crosser combines two words by taking each group from one of them.
type crosser struct{ calls *atomic.Int32 }

func (c crosser) Fresh(step int) word {
	c.calls.Add(1)
	return word(rand.New(rand.NewPCG(uint64(step), 1)).Uint64())
}

func (c crosser) Combine(step int, a, b word) word {
	rng := rand.New(rand.NewPCG(uint64(step), 2))
	best := a
	if b.errors() < a.errors() {
		best = b
	}
	for range 4 {
		mask := uint64(0)
		for g := range 16 {
			if rng.IntN(2) == 0 {
				mask |= 15 << (4 * g)
			}
		}
		if w := word(uint64(a)&mask | uint64(b)&^mask); w.errors() < best.errors() {
			best = w
		}
	}
	return best
}

func run(t *testing.T, ctx context.Context, steps, threads int) (best word, observed []int) {
	t.Helper()
	var calls atomic.Int32
	best = Run(ctx, []word{0}, Options[word]{
		Steps: steps, Threads: threads,
		Compare: func(a, b word) int {
			switch {
			case a == b:
				return 0
			case a.errors() != b.errors():
				return a.errors() - b.errors()
			case a < b:
				return -1
			}
			return 1
		},
		Distance: func(a, b word) int { return bits.OnesCount64(uint64(a ^ b)) },
		Observe: func(best word, fraction float64) {
			observed = append(observed, best.errors())
			assert.InDelta(t, float64(len(observed))/float64(steps), fraction, 1e-12)
		},
	}, func() Worker[word] { return crosser{&calls} })
	return best, observed
}

// 2,000 random words have at best about 12 errors of 16.
func TestCombinationCollectsWhatIsRight(t *testing.T) {
	best, observed := run(t, t.Context(), 2000, 1)
	assert.LessOrEqual(t, best.errors(), 4)
	require.Len(t, observed, 2000)
	assert.IsNonIncreasing(t, observed, "the best solution never gets worse")
}

func TestTheResultDoesNotDependOnThreads(t *testing.T) {
	want, steps := run(t, t.Context(), 300, 1)
	for threads := 2; threads <= 4; threads++ {
		got, others := run(t, t.Context(), 300, threads)
		assert.Equal(t, want, got)
		assert.Equal(t, steps, others)
	}
}

// More steps begin with the same ones, so that they never give a worse solution.
func TestMoreStepsAreNeverWorse(t *testing.T) {
	_, all := run(t, t.Context(), 400, 2)
	for _, steps := range []int{8, 80, 160} {
		best, _ := run(t, t.Context(), steps, 2)
		assert.Equal(t, all[steps-1], best.errors())
	}
}

func TestAContextThatHasEndedMakesNoStep(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	best, observed := run(t, ctx, 100, 2)
	assert.Equal(t, word(0), best)
	assert.Empty(t, observed)
}

func TestThePoolHoldsDistinctSolutionsInOrder(t *testing.T) {
	s := &search[int]{opt: Options[int]{
		Compare:  func(a, b int) int { return a - b },
		Distance: func(a, b int) int { return max(a-b, b-a) },
	}}
	for _, c := range []int{9, 30, 30, 1, 50, 48, 20, 22, 70, 80, 90, 60, 65, 100} {
		s.insert(c)
	}
	assert.Equal(t, []int{1, 9, 20, 22, 30, 48, 50, 60, 65, 70, 80, 90}, s.pool)
	assert.False(t, s.insert(99), "worse than all of a full pool")
	assert.True(t, s.insert(31))
	assert.Equal(t, []int{1, 9, 20, 22, 30, 31, 50, 60, 65, 70, 80, 90}, s.pool, "48 is the worse one that is closest")
}

// lowering is a worker that combines a and b into low if both are above it, and else into min(a, b).
type lowering struct{ low int }

func (c lowering) Fresh(step int) int { return 1000 + step }

func (c lowering) Combine(_, a, b int) int {
	if min(a, b) > c.low {
		return c.low
	}
	return min(a, b)
}

// The search ends with the generation in which Agreement steps have found the best solution from two worse ones. Steps with the
// best solution as a parent do not count.
func TestTheSearchEndsOnceStepsAgree(t *testing.T) {
	initial := make([]int, poolSize)
	for at := range initial {
		initial[at] = 10 + at
	}
	for _, generation := range []int{1, 2, 5} {
		made := map[int]int{}
		for agreement := range 4 {
			var last float64
			opt := Options[int]{
				Steps: 200, Generation: generation, Combine: true, Agreement: agreement,
				Compare:  func(a, b int) int { return a - b },
				Distance: func(a, b int) int { return max(a-b, b-a) },
				Observe: func(_ int, fraction float64) {
					made[agreement]++
					last = fraction
				},
			}
			assert.Equal(t, 3, Run(t.Context(), initial, opt, func() Worker[int] { return lowering{3} }))
			assert.InDelta(t, 1, last, 1e-12)
		}
		assert.Equal(t, 200, made[0], "no agreement ends it")
		assert.LessOrEqual(t, made[1], made[2])
		assert.LessOrEqual(t, made[2], made[3])
		assert.Less(t, made[3], 200)
		if generation == 1 {
			assert.Less(t, made[1], made[3])
		}
	}
}

func TestStepsFromTheBestSolutionDoNotCount(t *testing.T) {
	s := &search[int]{best: 5, opt: Options[int]{Agreement: 2, Compare: func(a, b int) int { return a - b }}}
	for _, c := range []struct {
		child   int
		members []int
		same    int
	}{{5, []int{5, 7}, 0}, {6, []int{7, 8}, 0}, {5, []int{6, 7}, 1}, {4, []int{6, 7}, 0}, {5, nil, 1}, {5, []int{9, 6}, 2}} {
		s.count(c.child, c.members)
		assert.Equal(t, c.same, s.same)
	}
	assert.True(t, s.ends())
}

type failing struct{}

func (failing) Fresh(int) int             { panic("failure") }
func (failing) Combine(int, int, int) int { panic("failure") }

// A panic of a step reaches the caller, and no goroutine is left behind.
func TestAPanicLeavesNoGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	opt := Options[int]{Steps: 100, Threads: 4, Compare: cmp.Compare[int], Distance: func(int, int) int { return 0 }}
	for range 20 {
		assert.Panics(t, func() { Run(t.Context(), []int{1}, opt, func() Worker[int] { return failing{} }) })
	}
	few := func() bool { return runtime.NumGoroutine() <= before+3 } // assert.Eventually makes some of its own
	assert.Eventually(t, few, 10*time.Second, time.Millisecond)
}
