package parallel

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAllOfATeam(t *testing.T) {
	for _, threads := range []int{1, 2, 3} {
		team := NewTeam(threads)
		for _, n := range []int{0, 1, 2, 100} {
			assert.True(t, team.All(n, func(lo, hi int) bool { return 0 <= lo && hi <= n }))
			for at := range n {
				assert.False(t, team.All(n, func(lo, hi int) bool { return at < lo || hi <= at }), "%d threads: false of number %d only", threads, at)
			}
		}
		team.Close()
	}
}
