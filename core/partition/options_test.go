package partition

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// with returns the default options with the given values: name, value, name, value, …
func with(pairs ...any) Options {
	o := Defaults()
	for at := 0; at < len(pairs); at += 2 {
		if err := o.Set(pairs[at].(string), fmt.Sprint(pairs[at+1])); err != nil {
			panic(err)
		}
	}
	return o
}

// Every record is complete and consistent: defaults and words are allowed values, Set accepts what Get returns, and no two
// records share a name or a field of Options.
func TestRecordsAreConsistent(t *testing.T) {
	names, fields := map[string]bool{}, map[any]bool{}
	var options Options
	for _, r := range Registry() {
		assert.False(t, names[r.Name], "two records have the name %s", r.Name)
		names[r.Name] = true
		if field := r.field(&options); r.Kind != Enum {
			assert.False(t, fields[field], "%s shares its field with another option", r.Name)
			fields[field] = true
		}
		assert.Contains(t, []string{"question", "run", "descent"}, r.Group)
		assert.True(t, strings.HasSuffix(r.Doc, "."), "%s: Doc ends with a full stop", r.Name)
		for _, o := range []Options{Defaults(), Paper()} {
			text, err := o.Get(r.Name)
			require.NoError(t, err)
			require.NoError(t, o.Set(r.Name, text))
			again, _ := o.Get(r.Name)
			assert.Equal(t, text, again, r.Name)
		}
		for _, word := range r.Words {
			o := Defaults()
			require.NoError(t, o.Set(r.Name, word))
			text, _ := o.Get(r.Name)
			assert.Equal(t, word, text, r.Name)
		}
	}
	assert.Equal(t, "0.99", mustGet(t, Defaults(), "theta"))
	assert.NotEqual(t, Defaults(), Paper())
}

func mustGet(t *testing.T, o Options, name string) string {
	text, err := o.Get(name)
	require.NoError(t, err)
	return text
}

func TestSetReturnsAnErrorForInvalidText(t *testing.T) {
	for _, c := range []struct{ name, text, message string }{
		{"theta", "2", "theta must be in (0, 1), got 2"},
		{"theta", "0", "theta must be in (0, 1), got 0"},
		{"theta", "nan", "theta must be in (0, 1), got nan"},
		{"theta", "much", "theta must be in (0, 1), got much"},
		{"epsilon", "0", "epsilon must be > 0 and finite, got 0"},
		{"epsilon", "inf", "epsilon must be > 0 and finite, got inf"},
		{"tol", "-1e-3", "tol must be in [0, 1), got -1e-3"},
		{"n_clusters", "0", "n_clusters must be an integer >= 1 or 'auto', got 0"},
		{"n_clusters", "2.5", "n_clusters must be an integer >= 1 or 'auto', got 2.5"},
		{"n_starts", "0", "n_starts must be an integer >= 1 or 'auto', got 0"},
		{"scale", "inf", "scale must be in [1e-100, 1e+100] or 'unit', got inf"},
		{"polish", "wax", "polish must be one of 'mincut', 'none', got wax"},
		{"lower_bound", "yes", "lower_bound must be true or false, got yes"},
		{"random_state", "-1", "random_state must be an integer >= 0, got -1"},
	} {
		o := Defaults()
		err := o.Set(c.name, c.text)
		var e *OptionError
		require.ErrorAs(t, err, &e)
		assert.EqualError(t, err, c.message)
		assert.Equal(t, Defaults(), o, "Set changes nothing if it returns an error")
	}
	o := Defaults()
	assert.ErrorContains(t, o.Set("thetta", "0.5"), "option must be one of 'n_clusters'")
	_, err := o.Get("")
	assert.Error(t, err)
	_, err = Preset("fast")
	assert.EqualError(t, err, "preset must be one of 'default', 'paper', got 'fast'")
}

// Run also checks values that were assigned to fields.
func TestOptionsOutOfRange(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		change func(*Options)
		name   string
	}{
		{func(o *Options) { o.NClusters = -1 }, "n_clusters"}, {func(o *Options) { o.NClusters = 11 }, "n_clusters"},
		{func(o *Options) { o.NClusters = 3; o.Asymmetry = 2 }, "asymmetry"},
		{func(o *Options) { *o = Options{} }, "asymmetry"},
		{func(o *Options) { o.Init = -1 }, "init"}, {func(o *Options) { o.Init = 1000 }, "init"},
		{func(o *Options) { o.NStarts = Some(0) }, "n_starts"}, {func(o *Options) { o.Threads = Some(-1) }, "n_threads"},
		{func(o *Options) { o.TimeLimit = Some(0.0) }, "time_limit"},
		{func(o *Options) { o.Descent.Method = 3 }, "method"},
		{func(o *Options) { o.Descent.MaxOuter = 0 }, "max_outer"}, {func(o *Options) { o.Descent.MaxInner = -1 }, "max_inner"},
		{func(o *Options) { o.Descent.Theta = nan }, "theta"}, {func(o *Options) { o.Descent.Theta = 1 }, "theta"},
		{func(o *Options) { o.Descent.Epsilon = inf }, "epsilon"}, {func(o *Options) { o.Descent.Tol = -1e-9 }, "tol"},
		{func(o *Options) { o.Descent.Precision = 2 }, "precision"},
		{func(o *Options) { o.Descent.Precision, o.Descent.Solver = Float32, FISTA }, "precision"},
		{func(o *Options) { o.Descent.Solver = 3 }, "solver"},
		{func(o *Options) { o.Descent.Precision, o.Descent.Scale = Float32, Some(1e11) }, "scale"},
		{func(o *Options) { o.Descent.Scale = Some(math.Inf(-1)) }, "scale"},
	} {
		o := Defaults()
		c.change(&o)
		r, err := Run(t.Context(), Problem{Graph: testgraph.Path(10)}, o, nil)
		assert.Nil(t, r)
		var e *OptionError
		require.ErrorAs(t, err, &e, "%+v", o)
		assert.Equal(t, c.name, e.Option)
		assert.Contains(t, e.Error(), c.name+" must be ")
	}
}

func TestValuesAtTheEndsOfRanges(t *testing.T) {
	for _, o := range []Options{
		Defaults(), with("tol", 0), with("patience", 0), with("n_clusters", 12), with("time_limit", 1e300), with("scale", "unit"),
	} {
		_, err := Run(t.Context(), Problem{Graph: testgraph.Barbell(6, 0.1)}, o, nil)
		assert.NoError(t, err, "%+v", o)
	}
}

func TestStringOfEnums(t *testing.T) {
	assert.Equal(t, "normalized mincut float32 adaptive_median spectral every time_limit",
		fmt.Sprint(Normalized, MinCut, Float32, AdaptiveMedian, Spectral, Every, TimeLimit))
	assert.Equal(t, "7 0 -1", fmt.Sprint(Balance(7), Status(0), Init(-1)))
}

// The plan of one set of options changes no other, and wrong names and values change nothing.
func TestThePlanCanBeChanged(t *testing.T) {
	one, other := Defaults(), Defaults()
	copied := one
	require.NoError(t, one.Set("plan", "Starts.Most=1 Starts.Least=1"))
	assert.Equal(t, 1, one.plan.Starts.Most)
	assert.Equal(t, other, copied)
	var wrong *OptionError
	require.ErrorAs(t, one.Set("plan", "Starts.Lots=1"), &wrong)
	assert.Equal(t, "plan", wrong.Option)
	assert.Equal(t, 1, one.plan.Starts.Most)
	g := testgraph.Random(rand.New(rand.NewPCG(1, 0)), 200, 0.05)
	one.NClusters = 2
	assert.Len(t, mustRun(t, g, one).Starts, 1)
}
