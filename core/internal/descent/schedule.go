package descent

// Schedule says at which inner steps a rule is tested, since a test costs as much as a step. What is lacking
// falls towards 0: the next test is where the line through the last two tests meets it, but no further away
// than as many steps again, and no nearer than a share of them. Begin with Due: 1.
type Schedule struct {
	Due  int     // the step of the next test
	last int     // the step of the last, 0 if there was none
	lack float64 // and what was lacking
}

// nearest is that share: at most one step in so many is made in vain.
const nearest = 16

// Passed says whether a test at step i that found lack ends the solve, and plans the next.
func (s *Schedule) Passed(i int, lack float64) bool {
	if lack < 0 {
		return true
	}
	ahead := i
	if s.last > 0 && lack < s.lack {
		meets := lack * float64(i-s.last) / (s.lack - lack)
		ahead = int(min(max(meets, float64(i/nearest)), float64(i)))
	}
	s.last, s.lack, s.Due = i, lack, i+max(ahead, 1)
	return false
}
