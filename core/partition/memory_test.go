package partition

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/descent"
	"github.com/tvcut/tvcut/core/internal/memory"
)

// needed returns the memory of a cut with the given options, as pairs of a name and a value.
func needed(t *testing.T, n, nnz int64, mesh bool, options ...string) int64 {
	opt := Defaults()
	for k := 0; k < len(options); k += 2 {
		require.NoError(t, opt.Set(options[k], options[k+1]))
	}
	bytes, err := Memory(n, nnz, GraphKind{Mesh: mesh}, opt)
	require.NoError(t, err)
	return bytes
}

func TestMemoryIsThatOfTheGraphTheOptionsAndTheirSteps(t *testing.T) {
	for _, large := range []bool{false, true} {
		n, nnz := int64(1e6), int64(6e6)
		if large {
			n, nnz = 1e7, 6e7
		}
		require.Equal(t, large, memory.IsLargeSize(int(nnz)))
		for _, mesh := range []bool{false, true} {
			pass := needed(t, n, nnz, mesh, "effort", "fast", "n_threads", "8")
			one := needed(t, n, nnz, mesh, "n_threads", "1")
			assert.Equal(t, pass, needed(t, n, nnz, mesh, "effort", "fast", "n_threads", "1"), "one pass has one hierarchy")
			assert.LessOrEqual(t, pass, one)
			assert.Equal(t, large, one == needed(t, n, nnz, mesh, "n_threads", "8"), "hierarchies at the same time")
			assert.Equal(t, needed(t, n, nnz, mesh, "n_threads", "4"), needed(t, n, nnz, mesh, "n_threads", "64"), "of four tries")
			assert.Equal(t, pass, needed(t, n, nnz, mesh, "n_starts", "1", "polish", "none", "n_threads", "8"))
			assert.Less(t, needed(t, n, nnz, mesh, "n_clusters", "1"), pass)
			if mesh {
				assert.Less(t, pass, needed(t, n, nnz, false, "effort", "fast"))
			}
		}
	}
	assert.EqualValues(t, minMemory, needed(t, 2, 2, false))
}

func TestMemoryOfInvalidSizes(t *testing.T) {
	for _, c := range []struct {
		n, nnz int64
		option string
	}{{0, 0, "n"}, {1 << 31, 0, "n"}, {3, -1, "nnz"}, {3, 7, "nnz"}, {1, 0, "n_clusters"}} {
		_, err := Memory(c.n, c.nnz, GraphKind{}, Defaults())
		var fault *OptionError
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, c.option, fault.Option)
	}
}

// Small weights take less memory where they are packed, and where the bound tells meshes from other graphs.
func TestMemoryOfSmallWeights(t *testing.T) {
	for _, c := range []struct {
		nnz        int64
		mesh, less bool
	}{{6e7, true, true}, {6e7, false, false}, {6e6, true, true}, {6e6, false, false}, {6e5, true, false}} {
		all, err := Memory(1e7, c.nnz, GraphKind{Mesh: c.mesh}, Defaults())
		require.NoError(t, err)
		small, err := Memory(1e7, c.nnz, GraphKind{Mesh: c.mesh, SmallWeights: true}, Defaults())
		require.NoError(t, err)
		assert.Equal(t, c.less, small < all, "%d half-edges, mesh %t", c.nnz, c.mesh)
		assert.LessOrEqual(t, small, all)
	}
}

// Large meshes whose neighbours have close numbers are not copied.
func TestMemoryOfCloseNumbers(t *testing.T) {
	for _, c := range []struct {
		nnz               int64
		mesh, small, less bool
	}{{6e7, true, true, true}, {6e7, true, false, false}, {6e7, false, true, false}, {6e6, true, true, false}} {
		kind := GraphKind{Mesh: c.mesh, SmallWeights: c.small}
		all, err := Memory(1e7, c.nnz, kind, Defaults())
		require.NoError(t, err)
		kind.Local = true
		local, err := Memory(1e7, c.nnz, kind, Defaults())
		require.NoError(t, err)
		assert.Equal(t, c.less, local < all, "%d half-edges, mesh %t, small weights %t", c.nnz, c.mesh, c.small)
		assert.LessOrEqual(t, local, all)
	}
}

func TestBoundsArePositive(t *testing.T) {
	for exp := range 62 {
		bytes, err := Memory(math.MaxInt32, 1<<exp, GraphKind{}, Defaults())
		require.NoError(t, err)
		assert.GreaterOrEqual(t, bytes, int64(1)<<exp)
	}
}

// The bound has the arrays of the descent where the options select it.
func TestMemoryOfTheMulticlassDescent(t *testing.T) {
	const n, nnz, k = 1 << 15, 1<<16 - 2, 64
	arrays := int64(8 * descent.Values(n, nnz, k))
	for _, c := range []struct {
		options []string
		has     bool
	}{
		{nil, false}, {[]string{"strategy", "direct"}, false}, {[]string{"strategy", "symmetric"}, true}, {[]string{"polish", "none"}, true},
		{[]string{"polish", "none", "max_refine", "0"}, false}, {[]string{"polish", "none", "n_clusters", "2"}, false},
	} {
		bytes := needed(t, n, nnz, false, append([]string{"n_clusters", fmt.Sprint(k), "n_threads", "1"}, c.options...)...)
		assert.Equal(t, c.has, bytes > arrays, "%v", c.options)
	}
}
