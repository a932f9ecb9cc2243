package partition

import "strconv"

// Balance names the mass m of a vertex, by which parts are weighed.
type Balance int

// The balances.
const (
	Ratio      Balance = iota // m = 1: the ratio Cheeger cut, the paper's Balanced Cut
	Normalized                // m = degree: the normalized Cheeger cut (the paper's Section 4)
)

func (Balance) words() []string { return []string{"ratio", "normalized"} }

// String implements fmt.Stringer.
func (b Balance) String() string { return word(b) }

// Strategy names how a graph is cut into more than two parts.
type Strategy int

// The strategies.
const (
	Asymmetric Strategy = iota // cut off one cluster of k at a time: λ = k m/M − 1 for a part of mass m
	Symmetric                  // cut parts in two halves
	Every                      // both; the partition with the lower value is kept
)

func (Strategy) words() []string { return []string{"asymmetric", "symmetric", "every"} }

// String implements fmt.Stringer.
func (s Strategy) String() string { return word(s) }

// Init names the kind of start.
type Init int

// The kinds of start.
const (
	Auto       Init = iota // Multilevel, and on small graphs Diffusion and Random in turn as well
	Multilevel             // cuts of ever coarser versions of the graph, refined on the way back
	Spectral               // the second eigenvector of the Laplacian that matches the masses; one start
	Random                 // independent standard normal values
	Diffusion              // a random vertex, spread by a lazy random walk
)

func (Init) words() []string {
	return []string{"auto", "multilevel", "spectral", "random", "diffusion"}
}

// String implements fmt.Stringer.
func (i Init) String() string { return word(i) }

// Polish names what is done with the best cut at the end.
type Polish int

// The kinds of polish.
const (
	MinCut   Polish = iota // minimum cuts, until none improves the cut
	NoPolish               // nothing
)

func (Polish) words() []string { return []string{"mincut", "none"} }

// String implements fmt.Stringer.
func (p Polish) String() string { return word(p) }

// Method names one of the paper's three algorithms: the test that ends an inner solve of the descent.
type Method int

// The paper's three algorithms.
const (
	Adaptive       Method = iota // Algorithm 3: sufficient descent, tested without a median
	AdaptiveMedian               // Algorithm 2: sufficient descent of E itself
	Fixed                        // Algorithm 1: ‖u_{i+1} − u_i‖ ≤ ε ‖f‖, no promise of descent
)

func (Method) words() []string { return []string{"adaptive", "adaptive_median", "fixed"} }

// String implements fmt.Stringer.
func (m Method) String() string { return word(m) }

// Solver names the method that solves the inner problems of the descent, the three that the paper names.
type Solver int

// The solvers.
const (
	ChambollePock Solver = iota // primal–dual, with diagonal steps: the fastest here
	FISTA                       // accelerated projected gradients on the dual problem
	SplitBregman                // ADMM; the linear system by a few conjugate gradient steps
)

func (Solver) words() []string { return []string{"chambolle-pock", "fista", "split-bregman"} }

// String implements fmt.Stringer.
func (s Solver) String() string { return word(s) }

// Precision names the type in which the inner iteration of the descent keeps its values. Energies, and so whether a
// step is taken, are in float64 in either case: E falls at every step.
type Precision int

// The precisions.
const (
	Float64 Precision = iota
	Float32           // half the memory and about half the time of an inner step; some seven digits of u and p
)

func (Precision) words() []string { return []string{"float64", "float32"} }

// String implements fmt.Stringer.
func (p Precision) String() string { return word(p) }

// Status says how a partition ended. None of the ways is an error.
type Status int

// The ways a partition ends.
const (
	Converged Status = iota + 1 // E fell by at most tol·E in the last outer step
	Critical                    // no function near the indicator of S has a lower energy, linearised there
	NoDescent                   // max_inner inner steps found no descent, and f was kept
	MaxOuter                    // max_outer outer steps were made
	Stopped                     // the context was cancelled
	TimeLimit                   // the time limit or the deadline of the context passed
	Optimal                     // C = 0, and no cut is smaller
)

func (Status) words() []string {
	return []string{"", "converged", "critical", "no_descent", "max_outer", "stopped", "time_limit", "optimal"}
}

// String implements fmt.Stringer.
func (s Status) String() string { return word(s) }

// enum is a type whose values are words.
type enum interface {
	~int
	words() []string
}

// word returns the word of a value, or its number where it has none.
func word[E enum](e E) string {
	if words := e.words(); 0 <= e && int(e) < len(words) && words[e] != "" {
		return words[e]
	}
	return strconv.Itoa(int(e))
}
