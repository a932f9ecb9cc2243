package partition

// Descent holds the parameters of the total-variation descent.
type Descent struct {
	Method    Method            // one of the paper's algorithms
	Solver    Solver            // method that solves the inner problems
	Theta     float64           // θ of Algorithms 2 and 3: the share of the ideal descent that ends an inner solve
	Epsilon   float64           // ε of Algorithm 1: ‖u_{i+1} − u_i‖ ≤ ε ‖f‖ ends an inner solve
	Tol       float64           // TOL: converged when E decreases by at most Tol·E in an outer step
	MaxOuter  int               // largest number of outer steps from each start
	MaxInner  int               // largest number of inner steps in one outer step
	MaxRefine int               // largest number of outer steps that refine parts from bisections; 0: no refinement of them
	Patience  int               // outer steps without a better level set before f jumps to the best; 0: never
	Scale     Optional[float64] // s: iterates are kept at ‖f‖ = s·√M; absent: at ‖f‖ = √(M/n)
	Precision Precision         // type of the values in the inner iteration
}

// descentOptions returns the options of the total-variation descent.
func descentOptions() []Option {
	const group = "descent"
	return []Option{
		{Name: "method", Group: group, Kind: Enum, Words: wordsOf[Method](), Default: "adaptive",
			Doc:   "Algorithm 3, 2 or 1 of the paper: the test that ends an inner solve.",
			field: func(o *Options) any { return enumOf(&o.Descent.Method) }},
		{Name: "solver", Group: group, Kind: Enum, Words: wordsOf[Solver](), Default: "chambolle-pock",
			Doc:   "Method that solves the inner problems.",
			field: func(o *Options) any { return enumOf(&o.Descent.Solver) }},
		{Name: "theta", Group: group, Kind: Float, Range: Range{Min: 0, Max: 1, OpenMin: true, OpenMax: true}, Default: "0.99",
			Doc:   "θ of Algorithms 2 and 3, the share of the ideal descent that ends an inner solve.",
			field: func(o *Options) any { return &o.Descent.Theta }},
		{Name: "epsilon", Group: group, Kind: Float, Range: above(0), Default: "0.001",
			Doc:   "ε of Algorithm 1: ‖u_{i+1} − u_i‖ ≤ ε ‖f‖ ends an inner solve.",
			field: func(o *Options) any { return &o.Descent.Epsilon }},
		{Name: "tol", Group: group, Kind: Float, Range: Range{Min: 0, Max: 1, OpenMax: true}, Default: "1e-06", Paper: "0.0001",
			Doc:   "TOL: the descent has converged when E falls by at most tol·E in an outer step.",
			field: func(o *Options) any { return &o.Descent.Tol }},
		{Name: "max_outer", Group: group, Kind: Int, Range: atLeast(1), Default: "1000",
			Doc:   "Outer steps at most from each start.",
			field: func(o *Options) any { return &o.Descent.MaxOuter }},
		{Name: "max_inner", Group: group, Kind: Int, Range: atLeast(1), Default: "1500",
			Doc:   "Inner steps at most in each outer step.",
			field: func(o *Options) any { return &o.Descent.MaxInner }},
		{Name: "max_refine", Group: group, Kind: Int, Range: atLeast(0), Default: "300", Paper: "0",
			Doc:   "Outer steps at most of the descent that refines more than two parts from cuts in two; 0: no refinement of them.",
			field: func(o *Options) any { return &o.Descent.MaxRefine }},
		{Name: "patience", Group: group, Kind: Int, Range: atLeast(0), Default: "5", Paper: "0",
			Doc:   "Outer steps without a better level set before f jumps to the best one; 0: f never jumps.",
			field: func(o *Options) any { return &o.Descent.Patience }},
		{Name: "scale", Group: group, Kind: Float, Range: between(1e-100, 1e100), Absent: "unit", Default: "0.3", Paper: "unit",
			Doc:   "Iterates are kept at ‖f‖ = scale·√M, M the mass of all vertices; 'unit': at ‖f‖ = √(M/n), which is 1 for masses of 1, as in the paper.",
			field: func(o *Options) any { return &o.Descent.Scale }},
		{Name: "precision", Group: group, Kind: Enum, Words: wordsOf[Precision](), Default: "float64",
			Doc:   "Type in which the inner iteration keeps its values; energies are in float64.",
			field: func(o *Options) any { return enumOf(&o.Descent.Precision) }},
	}
}
