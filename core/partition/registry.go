package partition

import "math"

// Presets returns the names of the presets, which Preset accepts.
func Presets() []string { return []string{"default", "paper"} }

// Registry returns the records of all options. It is the only place that defines names, ranges and defaults.
func Registry() []Option {
	return append(append(questionOptions(), runOptions()...), descentOptions()...)
}

// atLeast returns the range x ≥ least.
func atLeast(least float64) Range { return Range{Min: least, Max: math.Inf(1)} }

// above returns the range x > least.
func above(least float64) Range { return Range{Min: least, Max: math.Inf(1), OpenMin: true} }

// between returns the range least ≤ x ≤ most.
func between(least, most float64) Range { return Range{Min: least, Max: most} }

// questionOptions returns the options that define which partition is sought.
func questionOptions() []Option {
	const group = "question"
	return []Option{
		{Name: "n_clusters", Group: group, Kind: Int, Range: atLeast(1), Absent: "auto", Default: "2",
			Doc:   "Number of parts k, at most the number of vertices n; 'auto': the number of clusters that the graph shows.",
			field: func(o *Options) any { return autoInt{&o.NClusters} }},
		{Name: "balance", Group: group, Kind: Enum, Words: wordsOf[Balance](), Default: "ratio",
			Doc:   "Mass m_i of a vertex, by which parts are weighed: 1, or its degree.",
			field: func(o *Options) any { return enumOf(&o.Balance) }},
		{Name: "asymmetry", Group: group, Kind: Float, Range: between(1e-6, 1e6), Default: "1",
			Doc:   "λ of C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)), for two parts.",
			field: func(o *Options) any { return &o.Asymmetry }},
		{Name: "objective", Group: group, Kind: Enum, Words: wordsOf[Objective](), Default: "value",
			Doc:   "What is minimised: the value, or the total weight of the edges between parts.",
			field: func(o *Options) any { return enumOf(&o.Objective) }},
		{Name: "min_share", Group: group, Kind: Float, Range: between(0, 1), Absent: "auto", Default: "auto", Paper: "0",
			Doc:   "Every part has at least this share of its target mass t_r M, where t_r = 1/k unless part_weights are given.",
			field: func(o *Options) any { return &o.MinShare }},
		{Name: "max_imbalance", Group: group, Kind: Float, Range: atLeast(0), Absent: "none", Default: "none",
			Doc:   "Every part has at most (1 + max_imbalance) t_r M of mass; 'none': no limit, but 0.03 with objective = 'cut' or 'volume' and without max_size.",
			field: func(o *Options) any { return &o.MaxImbalance }},
		{Name: "min_size", Group: group, Kind: Float, Range: atLeast(0), Absent: "none", Default: "none",
			Doc:   "Every part has at least this mass, by default a number of vertices; 'none': no limit but that of min_share.",
			field: func(o *Options) any { return &o.MinSize }},
		{Name: "max_size", Group: group, Kind: Float, Range: above(0), Absent: "none", Default: "none",
			Doc:   "Every part has at most this mass, by default a number of vertices; 'none': no limit but that of max_imbalance.",
			field: func(o *Options) any { return &o.MaxSize }},
		{Name: "bounds", Group: group, Kind: Enum, Words: wordsOf[Bounds](), Default: "hard",
			Doc:   "What follows if no partition found meets all constraints: an error, or the nearest partition and a warning.",
			field: func(o *Options) any { return enumOf(&o.Bounds) }},
		{Name: "connected", Group: group, Kind: Bool, Default: "false",
			Doc:   "Whether every part is connected or, with more components than parts, connected within each component.",
			field: func(o *Options) any { return &o.Connected }},
		{Name: "migration", Group: group, Kind: Float, Range: atLeast(0), Default: "0",
			Doc:   "Price of a unit of mass that leaves its part in the labels of init, in the unit of the criterion.",
			field: func(o *Options) any { return &o.Migration }},
		{Name: "strategy", Group: group, Kind: Enum, Words: wordsOf[Strategy](), Default: "auto", Paper: "symmetric",
			Doc:   "How more than two parts are cut.",
			field: func(o *Options) any { return enumOf(&o.Strategy) }},
	}
}

// runOptions returns the options that control the search.
func runOptions() []Option {
	const group = "run"
	return []Option{
		{Name: "effort", Group: group, Kind: Enum, Words: wordsOf[Effort](), Default: "default",
			Doc:   "How long the search goes on.",
			field: func(o *Options) any { return enumOf(&o.Effort) }},
		{Name: "init", Group: group, Kind: Enum, Words: wordsOf[Init](), Default: "auto", Paper: "random",
			Doc:   "Kind of start.",
			field: func(o *Options) any { return enumOf(&o.Init) }},
		{Name: "n_starts", Group: group, Kind: Int, Range: atLeast(1), Absent: "auto", Default: "auto", Paper: "1",
			Doc:   "Number of starts of each kind, of which the lowest C wins.",
			field: func(o *Options) any { return &o.NStarts }},
		{Name: "polish", Group: group, Kind: Enum, Words: wordsOf[Polish](), Default: "mincut", Paper: "none",
			Doc:   "What is done with the best cut at the end.",
			field: func(o *Options) any { return enumOf(&o.Polish) }},
		{Name: "lower_bound", Group: group, Kind: Bool, Default: "false",
			Doc:   "Whether a lower bound on the value of every cut that the options allow is computed as well, from the second eigenvalue of the Laplacian.",
			field: func(o *Options) any { return &o.LowerBound }},
		{Name: "time_limit", Group: group, Kind: Float, Range: above(0), Absent: "none", Default: "none",
			Doc:   "Seconds after which the best cut so far is returned.",
			field: func(o *Options) any { return &o.TimeLimit }},
		{Name: "random_state", Group: group, Kind: Int, Range: atLeast(0), Default: "0",
			Doc:   "Seed of all random choices, below 2⁶⁴.",
			field: func(o *Options) any { return &o.Seed }},
		{Name: "n_threads", Group: group, Kind: Int, Range: between(1, 4096), Absent: "auto", Default: "auto",
			Doc:   "Number of threads; the result does not depend on it.",
			field: func(o *Options) any { return &o.Threads }},
	}
}
