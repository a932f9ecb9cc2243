package exact

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNumPartitions(t *testing.T) {
	for _, c := range []struct{ n, k, want int }{{1, 1, 1}, {4, 2, 7}, {9, 3, 3025}, {9, 4, 7770}, {10, 1, 1}, {40, 40, 1}, {40, 39, 780},
		{3, 4, 0}, {50, 2, 1<<49 - 1}, {1 << 20, 1, 1}, {1 << 20, 1 << 20, 1}, {1 << 20, 1<<20 - 1, (1<<20 - 1) << 19}} {
		assert.EqualValues(t, c.want, NumPartitions(c.n, c.k), "S(%d, %d)", c.n, c.k)
	}
	assert.Equal(t, math.Inf(1), NumPartitions(1<<20, 2))
	assert.Equal(t, math.Inf(1), NumPartitions(1<<20, 1<<10))
	bell := 0.0
	for k := 1; k <= 9; k++ {
		bell += NumPartitions(9, k)
	}
	assert.EqualValues(t, 21147, bell)
}
