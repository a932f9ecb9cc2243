package testgraph

import "testing"

// SkipUnderRace skips a long test under the race detector, which makes it about ten times as slow. Other tests run the same
// goroutines.
func SkipUnderRace(t *testing.T) {
	t.Helper()
	if raceDetector {
		t.Skip("long under the race detector")
	}
}

// Rounds returns how often a test of random inputs repeats: n times, or an eighth as often, at least once, in short mode.
func Rounds(n int) int {
	if testing.Short() {
		return max(1, n/8)
	}
	return n
}
