package descent

// Schedule chooses the inner steps at which a sufficient-descent test is made, because a test costs as much as a step. The
// shortfall of the test decreases toward 0. The next test is at the step where the line through the shortfalls of the last
// two tests reaches 0. If the last test was at step i, the next is at most i steps and at least i/minGap steps later. Start
// with Schedule{Due: 1}, which makes the first test at step 1.
type Schedule struct {
	Due       int     // step of the next test
	last      int     // step of the last test, 0 if there was none
	shortfall float64 // shortfall at the last test
}

// minGap limits both the number of tests and, where the line predicts the shortfall, the number of steps made after the
// test would first have passed: at most about one step in minGap.
const minGap = 16

// Passed reports whether the test at step i passes, that is, whether its shortfall is negative. If it does not pass, Passed
// schedules the next test.
func (s *Schedule) Passed(i int, shortfall float64) bool {
	if shortfall < 0 {
		return true
	}
	ahead := i
	if s.last > 0 && shortfall < s.shortfall {
		zero := shortfall * float64(i-s.last) / (s.shortfall - shortfall) // steps until the line reaches 0
		ahead = int(min(max(zero, float64(i/minGap)), float64(i)))
	}
	s.last, s.shortfall, s.Due = i, shortfall, i+max(ahead, 1)
	return false
}
