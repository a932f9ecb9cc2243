package plan

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSetChangesTheNumbers(t *testing.T) {
	p, want := Default(), Default()
	require.NoError(t, p.Set("Cuts.Most=3 Parts.Spread=0.5"))
	want.Cuts.Most, want.Parts.Spread = 3, 0.5
	assert.Equal(t, want, p)
	for _, text := range []string{"Cuts.Most=4 Cuts.None=1", "None.Most=1", "Cuts=1", "Cuts.Most", "Cuts.Most=x", "Cuts.Most=-1", "Cuts.Most=1.5",
		"Parts.Spread=NaN", "Parts.Spread=-1", "Isolation.Shares=1", ""} {
		err := p.Set(text)
		assert.Equal(t, text == "", err == nil, text)
		assert.Equal(t, want, p, "nothing is changed by %q", text)
	}
}

// Every number has a group, and a test counts them: each new one must earn its place.
func TestStagesAreOmitted(t *testing.T) {
	p := Default()
	require.NoError(t, p.Set("Omit=minimum_cuts Cuts.Most=3"))
	q := p
	require.NoError(t, q.Set("Omit=evolution"))
	assert.Equal(t, []bool{true, false}, []bool{p.Omits(MinimumCuts), p.Omits(Evolution)})
	assert.Equal(t, []bool{true, true, false}, []bool{q.Omits(MinimumCuts), q.Omits(Evolution), q.Omits(Exhaustive)})
	assert.ErrorContains(t, q.Set("Omit=whole_graph"), "only these stages can be omitted: minimum cuts, ")
}

func TestThePlanHasFewNumbers(t *testing.T) {
	groups, count := reflect.TypeFor[Plan](), 0
	for at := range groups.NumField() {
		if groups.Field(at).Type.Kind() != reflect.Struct {
			continue
		}
		count += groups.Field(at).Type.NumField()
	}
	assert.LessOrEqual(t, count, 90)
}
