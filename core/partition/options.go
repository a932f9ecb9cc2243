package partition

import (
	"fmt"
	"runtime"
	"slices"

	"github.com/tvcut/tvcut/core/internal/limits"
	"github.com/tvcut/tvcut/core/internal/plan"
)

// Options are the parameters of Run. Start from Defaults, Paper or Preset and change fields: the zero value is not valid.
// Registry has the range, the defaults and a sentence of documentation for every option.
type Options struct {
	NClusters int      // number of parts k, or AutoClusters
	Balance   Balance  // masses of the vertices, unless Problem.VertexWeight gives them
	Asymmetry float64  // λ of C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)), for two parts
	Strategy  Strategy // how more than two parts are cut

	Objective Objective // what is minimised

	// Every part has mass at least MinShare·t_r·M for its target share t_r: see Problem.PartWeights. If MinShare is absent, it
	// is 0 at first. If some part is then lighter than 0.5·t_r·M, the result is a partition with isolated parts if one is found,
	// else the consensus of several partitions with 0.5 or, with target shares, the best partition with 0.5: see
	// Result.Evidence. There is no such second search with CutObjective, an Asymmetry
	// other than 1, an Init other than Auto, Problem.Starts, Problem.Labels or Problem.Fixed, and if MinSize is given.
	MinShare Optional[float64]
	// Every part has mass at most (1 + MaxImbalance)·t_r·M; absent: no limit, or 0.03 with CutObjective and without MaxSize. If all
	// masses are equal and no partition into whole vertices holds 0.03, it is the smallest number that one holds: for equal shares
	// every part has at most ⌈n/k⌉ vertices, as with (1 + ε)⌈n/k⌉ of other partitioners.
	MaxImbalance Optional[float64]
	whole        float64 // smallest MaxImbalance that whole vertices allow if 0.03 is smaller, else 0
	// MinSize ≤ m(A_r) ≤ MaxSize for every part, in the unit of Result.Masses; absent: no such bound. Of two bounds the tighter one
	// holds, so that the lower bound is max(MinShare·t_r·M, MinSize).
	MinSize, MaxSize Optional[float64]

	Bounds    Bounds  // what happens if no partition is found that holds the bounds and constraints
	Connected bool    // whether every part is connected or, if the graph has more components than parts, connected within each component
	Migration float64 // price of a unit of mass that leaves its part in Problem.Labels, in the unit of the criterion

	Effort Effort // how long the search goes on
	Init   Init   // kind of start, unless Problem.Starts gives starts
	// NStarts is the number of starts of each kind. For a consensus, where MinShare is absent, it is also the number of
	// partitions found of each of the two graphs. Absent: it depends on the size of the graph.
	NStarts    Optional[int]
	Polish     Polish            // how the best cut is improved at the end
	LowerBound bool              // whether to compute Result.LowerBound
	TimeLimit  Optional[float64] // seconds; absent: no limit
	Seed       uint64            // seed of all random choices
	Threads    Optional[int]     // number of threads; absent: GOMAXPROCS; the result does not depend on it

	Descent Descent // the total-variation descent

	plan *plan.Plan // the numbers that decide what the search does
}

// Defaults returns the preset "default".
func Defaults() Options { return preset(func(Option) string { return "" }) }

// Paper returns the preset "paper", the settings of the paper's experiments (its Section 5): one random start, ‖f‖ = 1,
// θ = 0.99, at most 1500 inner steps, no jumps and no minimum cuts. The paper states neither its starts nor its TOL;
// docs/paper.md has results for three values of TOL.
func Paper() Options { return preset(func(o Option) string { return o.Paper }) }

// preset returns the options with the values that the function value returns, and with the defaults where it returns "".
func preset(value func(Option) string) Options {
	numbers := plan.Default()
	options := Options{plan: &numbers}
	for _, o := range Registry() {
		text := value(o)
		if text == "" {
			text = o.Default
		}
		if err := o.set(&options, text); err != nil {
			panic(err) // an inconsistent record, which a test would find
		}
	}
	return options
}

// Preset returns the options of the preset with the given name, one of Presets. It returns *OptionError for any other
// name.
func Preset(name string) (Options, error) {
	switch name {
	case "default":
		return Defaults(), nil
	case "paper":
		return Paper(), nil
	}
	return Options{}, Option{Name: "preset", Kind: Enum, Words: Presets()}.fail("'" + name + "'")
}

// Set sets the option with the given name, as in Registry, from text: a number, a word of an enum, "true" or "false", or
// the word for an absent value. It returns *OptionError if there is no such option or the value is not allowed, and then
// changes nothing. The name "plan" is for measurements: it changes numbers that decide what the search does, such as
// "Cuts.Most=32 Parts.Coarse=0", or leaves out a stage, as "Omit=minimum_cuts".
func (o *Options) Set(name, text string) error {
	if name == "plan" {
		return o.setPlan(text)
	}
	record, err := lookup(name)
	if err != nil {
		return err
	}
	changed := *o
	if err := record.set(&changed, text); err != nil {
		return err
	}
	*o = changed
	return nil
}

// setPlan changes numbers of the plan.
func (o *Options) setPlan(text string) error {
	changed := *o.plan
	if err := changed.Set(text); err != nil {
		return &OptionError{"plan", "numbers of the plan, as GROUP.NUMBER=VALUE, or stages, as Omit=NAME", err.Error()}
	}
	o.plan = &changed
	return nil
}

// Get returns the value of the option with the given name as text that Set accepts. It returns *OptionError if there is
// no such option.
func (o *Options) Get(name string) (string, error) {
	record, err := lookup(name)
	if err != nil {
		return "", err
	}
	return record.get(o), nil
}

// lookup returns the record of the option with the given name.
func lookup(name string) (Option, error) {
	records := Registry()
	at := slices.IndexFunc(records, func(r Option) bool { return r.Name == name })
	if at < 0 {
		names := make([]string, len(records))
		for i, r := range records {
			names[i] = r.Name
		}
		return Option{}, Option{Name: "option", Kind: Enum, Words: names}.fail("'" + name + "'")
	}
	return records[at], nil
}

// Validate returns *OptionError if an option is out of its range, or not compatible with another option or with a graph
// of n vertices. Run calls it.
func (o *Options) Validate(n int) error {
	for _, record := range Registry() {
		if !record.valid(o) {
			return record.fail(record.get(o))
		}
	}
	narrow := between(1e-10, 1e10)
	scale := o.Descent.Scale
	switch {
	case o.NClusters > n:
		return &OptionError{"n_clusters", fmt.Sprintf("an integer in [1, n = %d]", n), fmt.Sprint(o.NClusters)}
	case o.Asymmetry != 1 && o.NClusters > 2:
		return &OptionError{"asymmetry", fmt.Sprintf("1 with n_clusters = %d, since it is for two parts", o.NClusters),
			formatFloat(o.Asymmetry)}
	case o.MinSize.Present && o.MaxSize.Present && o.MinSize.Value > o.MaxSize.Value:
		return &OptionError{"min_size", "at most max_size = " + formatFloat(o.MaxSize.Value), formatFloat(o.MinSize.Value)}
	case o.Descent.Precision == Float32 && scale.Present && !narrow.Contains(scale.Value):
		return &OptionError{"scale", narrow.String() + " with precision = 'float32'", formatFloat(scale.Value)}
	case o.Descent.Precision == Float32 && o.Descent.Solver != ChambollePock:
		return &OptionError{"precision", fmt.Sprintf("'float64' with solver = '%s'", o.Descent.Solver), "float32"}
	}
	return nil
}

// cutImbalance is the largest imbalance with CutObjective if the options give none. Without a limit, the best partition
// would separate single vertices from the rest. 0.03 is the usual choice in benchmarks of graph partitioning.
const cutImbalance = 0.03

// imbalance returns the largest imbalance of a part, MaxImbalance or the default for the objective; absent: no limit but MaxSize.
func (o *Options) imbalance() Optional[float64] {
	if !o.MaxImbalance.Present && !o.MaxSize.Present && o.Objective != ValueObjective {
		return Some(max(cutImbalance, o.whole))
	}
	return o.MaxImbalance
}

// limits returns the limits of the masses of parts.
func (o *Options) limits() limits.Given {
	g := limits.Given{Limits: limits.Unlimited(), Usual: !o.MaxImbalance.Present}
	g.Limits[limits.MinShare], g.Limits[limits.MinSize] = o.MinShare.Value, o.MinSize.Value
	if h := o.imbalance(); h.Present {
		g.Limits[limits.MaxImbalance] = h.Value
	} else {
		g.Usual = false
	}
	if o.MaxSize.Present {
		g.Limits[limits.MaxSize] = o.MaxSize.Value
	}
	return g
}

// choosesLeast reports whether the caller has chosen the lower bound of the masses. Run then does not look for a
// partition without light parts.
func (o *Options) choosesLeast() bool { return o.MinShare.Present || o.MinSize.Present }

// BoundsError is the error for bounds on the masses of the parts, Options.MinShare, MinSize, MaxImbalance and MaxSize, that no
// partition holds, or that no partition found holds.
type BoundsError struct {
	Option string  // option whose change is the remedy: "min_share", "min_size", "max_imbalance" or "max_size"
	Excess float64 // mass by which the bounds cannot be met, or by which the best partition found exceeds them
	Reason string  // by how much the bounds cannot be met, and the remedy
}

var _ error = (*BoundsError)(nil)

// Error returns the reason.
func (e *BoundsError) Error() string { return e.Reason }

// NumThreads returns the number of threads to use: Threads or, if that is absent, that of the process.
func (o *Options) NumThreads() int {
	if o.Threads.Present {
		return o.Threads.Value
	}
	return runtime.GOMAXPROCS(0)
}
