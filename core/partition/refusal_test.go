package partition

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

func TestImpossibleSizes(t *testing.T) {
	path := testgraph.Path(10)
	masses := []float64{1, 1, 1, 1, 16}
	for _, c := range []struct {
		name    string
		p       Problem
		opt     Options
		option  string
		excess  float64
		message string
	}{
		{"smallest", Problem{Graph: testgraph.Path(1000)}, with("n_clusters", 3, "min_size", 400), "min_size", 200,
			"min_size = 400 demands parts of at least 400 of 1000 vertices in 3 parts, so no partition exists; " +
				"the largest possible min_size is 333"},
		{"largest", Problem{Graph: path}, with("n_clusters", 3, "max_size", 2.5), "max_size", 4,
			"max_size = 2.5 allows parts of at most 2 of 10 vertices in 3 parts, so no partition exists; " +
				"the smallest possible max_size is 4"},
		{"no vertex", Problem{Graph: path}, with("max_size", 0.5), "max_size", 10,
			"max_size = 0.5 allows parts of at most 0 of 10 vertices in 2 parts, so no partition exists; the smallest possible max_size is 5"},
		{"one part", Problem{Graph: path}, with("n_clusters", 1, "max_size", 9), "max_size", 1,
			"max_size = 9 allows parts of at most 9 of 10 vertices in 1 parts, so no partition exists; the smallest possible max_size is 10"},
		{"both sizes", Problem{Graph: path}, with("n_clusters", 3, "min_size", 3, "max_size", 3), "max_size", 1,
			"min_size = 3 and max_size = 3 allow only parts of at least 3 and at most 3 of 10 vertices in 3 parts, so no partition exists; " +
				"the smallest possible max_size is 4"},
		{"equal masses", Problem{Graph: path, VertexWeight: slices.Repeat([]float64{2.5}, 10)}, with("n_clusters", 3, "min_size", 10),
			"min_size", 5, "min_size = 10 demands parts of at least 4 of 10 vertices in 3 parts, so no partition exists; " +
				"the largest possible min_size is 7.5"},
		{"share and size", Problem{Graph: path}, with("n_clusters", 3, "min_share", 1, "min_size", 5), "min_share", 5,
			"min_share = 1 and min_size = 5 demand parts of at least 5 of 10 vertices in 3 parts, so no partition exists; " +
				"the largest possible min_share is 0.9, with a min_size of at most 3"},
		{"size, not share", Problem{Graph: path}, with("n_clusters", 3, "min_share", 0.5, "min_size", 5), "min_size", 5,
			"min_share = 0.5 and min_size = 5 demand parts of at least 5 of 10 vertices in 3 parts, so no partition exists; " +
				"the largest possible min_size is 3"},
		{"imbalance and size", Problem{Graph: path}, with("n_clusters", 3, "max_imbalance", 0.1, "max_size", 2), "max_imbalance", 4,
			"max_imbalance = 0.1 and max_size = 2 allow parts of at most 2 of 10 vertices in 3 parts, so no partition exists; " +
				"the smallest possible max_imbalance is 0.2, with a max_size of at least 4"},
		{"size above a share", Problem{Graph: path, PartWeights: []float64{0.8, 0.2}}, with("min_size", 3, "max_imbalance", 0.2),
			"max_imbalance", 1, "min_size = 3 and max_imbalance = 0.2 allow at most 2 vertices in part 1, which needs 3, so no partition " +
				"exists; the smallest possible max_imbalance is 0.5"},
		{"fixed vertices", Problem{Graph: path, Fixed: []int32{0, 0, 0, 0, 0, 1, -1, -1, -1, -1}}, with("max_imbalance", 0.5, "max_size", 4),
			"max_size", 2, "the fixed vertices of part 0 have mass 5, but max_imbalance = 0.5 and max_size = 4 allow at most 4, so no " +
				"partition exists; fix fewer vertices, or give a max_size of at least 5"},
		{"fixed vertices that leave too few", Problem{Graph: path, Fixed: []int32{0, 0, 0, 0, 0, 1, -1, -1, -1, -1}}, with("min_size", 6),
			"min_size", 2, "min_size = 6 and the fixed vertices demand 12 vertices for 2 parts, and the graph has 10, so no partition " +
				"exists; the largest possible min_size is 5"},
		{"a heavy vertex", Problem{Graph: testgraph.Path(5), VertexWeight: masses}, with("max_size", 15), "max_size", 1,
			"vertex 4 has mass 16, but max_size = 15 allows parts of mass at most 15, so no partition exists; max_size must be at least 16"},
		{"a vertex too heavy for both", Problem{Graph: testgraph.Path(5), VertexWeight: masses}, with("max_imbalance", 0.5, "max_size", 12),
			"max_imbalance", 4, "vertex 4 has mass 16, but max_imbalance = 0.5 and max_size = 12 allow parts of mass at most 12, so no " +
				"partition exists; max_imbalance must be at least 0.6 and max_size must be at least 16"},
		{"sum of lower bounds", Problem{Graph: testgraph.Path(5), VertexWeight: masses}, with("n_clusters", 3, "min_size", 8), "min_size", 4,
			"min_size = 8 demands parts of at least 8 of a mass of 20 in 3 parts, so no partition exists; min_size must be at most 6.6666666"},
		{"sum of upper bounds", Problem{Graph: testgraph.Path(5), VertexWeight: []float64{1, 2, 1, 2, 4}},
			with("n_clusters", 2, "max_size", 4), "max_size", 2,
			"max_size = 4 allows parts of at most 4 of a mass of 10 in 2 parts, so no partition exists; max_size must be at least 5"},
		{"fixed vertices and shares of masses", Problem{Graph: testgraph.Path(5), VertexWeight: masses, Fixed: []int32{-1, 1, 2, -1, 0}},
			with("n_clusters", 3, "min_size", 3), "min_size", 2,
			"min_size = 3 and the fixed vertices demand a mass of 22 for 3 parts, and the graph has 20, so no partition exists; " +
				"min_size must be at most 2"},
	} {
		r, err := Run(t.Context(), c.p, c.opt, nil)
		assert.Nil(t, r, c.name)
		var e *BoundsError
		require.ErrorAs(t, err, &e, c.name)
		assert.Equal(t, c.option, e.Option, c.name)
		assert.InEpsilon(t, c.excess, e.Excess, 1e-6, c.name)
		assert.EqualError(t, err, c.message, c.name)
	}
}

// suggestions are the options in a message, with the values that it says are possible.
var suggestions = regexp.MustCompile(`(min_share|min_size|max_imbalance|max_size) (?:is|of at most|of at least) ([0-9][0-9.e+-]*)`)

// For equal masses, Run refuses sizes exactly if no numbers of vertices hold them, and the values in its message are possible.
func TestSuggestedSizesWork(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	refused := 0
	for trial := range 400 {
		n, k, mass := 5+rng.IntN(10), 2+rng.IntN(3), []float64{1, 2.5, 1.0 / 3, 1e200, 1e-200}[rng.IntN(5)]
		p := Problem{Graph: testgraph.Star(n), VertexWeight: slices.Repeat([]float64{mass}, n)}
		if rng.IntN(3) == 0 {
			p.PartWeights = [][]float64{{0.7, 0.3}, {0.5, 0.3, 0.2}, {0.1, 0.2, 0.3, 0.4}}[k-2]
		}
		opt, mean := with("n_clusters", k, "effort", "fast"), mass*float64(n)/float64(k)
		least := mean * 1.3 * rng.Float64()
		values := []float64{float64(rng.IntN(11)) / 10, least, float64(rng.IntN(8)) / 10, max(least, mean*(0.7+rng.Float64()))}
		for at, name := range []string{"min_share", "min_size", "max_imbalance", "max_size"} {
			if rng.IntN(2) == 0 {
				require.NoError(t, opt.Set(name, formatFloat(values[at])))
			}
		}
		smallest, largest := p.shares(k), p.shares(k)
		for r, share := range p.shares(k) {
			smallest[r] = max(opt.MinShare.Value*(share*float64(n)), opt.MinSize.Value/mass) * (1 - 1e-9)
			largest[r] = math.Inf(1)
			if opt.MaxImbalance.Present {
				largest[r] = (1 + opt.MaxImbalance.Value) * (share * float64(n)) * (1 + 1e-9)
			}
			if opt.MaxSize.Present {
				largest[r] = min(largest[r], opt.MaxSize.Value/mass*(1+1e-9))
			}
		}
		r, err := Run(t.Context(), p, opt, nil)
		require.Equal(t, testgraph.NumbersExist(n, smallest, largest), err == nil, "%v: %v", trial, err)
		if err != nil {
			var e *BoundsError
			require.ErrorAs(t, err, &e)
			refused++
			for _, found := range suggestions.FindAllStringSubmatch(err.Error(), -1) {
				require.NoError(t, opt.Set(found[1], found[2]))
			}
			changed := err
			r, err = Run(t.Context(), p, opt, nil)
			require.NoError(t, err, "after %v", changed)
		}
		for _, size := range r.Masses {
			require.GreaterOrEqual(t, size, opt.MinSize.Value*(1-2e-9))
			require.True(t, !opt.MaxSize.Present || size <= opt.MaxSize.Value*(1+2e-9))
		}
	}
	assert.Greater(t, refused, 100)
}

func TestSmallestAboveLargestSize(t *testing.T) {
	_, err := Run(t.Context(), Problem{Graph: testgraph.Path(10)}, with("min_size", 4, "max_size", 3), nil)
	var e *OptionError
	require.ErrorAs(t, err, &e)
	assert.EqualError(t, err, "min_size must be at most max_size = 3, got 4")
	for _, c := range []struct{ name, text, message string }{
		{"min_size", "-1", "min_size must be >= 0 or 'none', got -1"},
		{"min_size", "nan", "min_size must be >= 0 or 'none', got nan"},
		{"min_size", "inf", "min_size must be >= 0 or 'none', got inf"},
		{"max_size", "0", "max_size must be > 0 and finite or 'none', got 0"},
		{"max_size", "auto", "max_size must be > 0 and finite or 'none', got auto"},
	} {
		o := Defaults()
		assert.EqualError(t, o.Set(c.name, c.text), c.message)
	}
}
