package partition

import (
	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/descent"
	"github.com/tvcut/tvcut/core/internal/plan"
)

// Balance is the choice of the mass m_i of a vertex.
type Balance int

// The balances.
const (
	Ratio      Balance = iota // m = 1: the ratio Cheeger cut, the paper's Balanced Cut
	Normalized                // m = degree: the normalized Cheeger cut (the paper's Section 4)
)

func (Balance) words() []string { return []string{"ratio", "normalized"} }

// String returns the word for b, as in Registry.
func (b Balance) String() string { return word(b) }

// Objective is the function of a partition that Run minimises.
type Objective int

// The objectives.
const (
	ValueObjective Objective = iota // Result.Value: C(S), or ½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1))
	CutObjective                    // Result.CutWeight, the total weight of the edges between parts, under Options.MaxImbalance or MaxSize
	// VolumeObjective is the communication volume Σ_i s_i |{parts of the neighbours of i} ∖ {part of i}| for the sizes s_i of
	// Problem.VertexSize, under the same bounds as CutObjective.
	VolumeObjective
)

func (Objective) words() []string { return []string{"value", "cut", "volume"} }

// String returns the word for o, as in Registry.
func (o Objective) String() string { return word(o) }

// Bounds is the choice of what happens if no partition is found that holds all bounds and constraints.
type Bounds int

// The choices.
const (
	HardBounds Bounds = iota // Run returns *BoundsError or *ConstraintError
	SoftBounds               // Run returns the partition that was found to violate them least, and Result.Excess says by how much
)

func (Bounds) words() []string { return []string{"hard", "soft"} }

// String returns the word for b, as in Registry.
func (b Bounds) String() string { return word(b) }

// Strategy is the choice of how a graph is cut into more than two parts: all parts at once, or by bisections.
type Strategy int

// The strategies.
const (
	// AutoStrategy is Direct. Asymmetric follows if a part has more than half of the mass, on at most 32,000 vertices, and
	// within bounds on graphs of any size, unless MaxImbalance or MaxSize excludes such a part; the better partition is kept.
	// Without bounds, AutoStrategy is Asymmetric alone with starts of the descent, and with fixed vertices if MinShare and
	// MinSize are absent.
	AutoStrategy Strategy = iota
	Direct                // search for all parts at once
	Asymmetric            // separate one of k parts from the rest at a time: λ = min(k m/M − 1, 7) for a part of mass m
	Symmetric             // cut parts into halves: λ = 1
	Every                 // Asymmetric and Symmetric; the partition with the lower value is kept
)

func (Strategy) words() []string {
	return []string{"auto", "direct", "asymmetric", "symmetric", "every"}
}

// String returns the word for s, as in Registry.
func (s Strategy) String() string { return word(s) }

// Init is the kind of start.
type Init int

// The kinds of start.
const (
	Auto       = Init(bisect.Auto)       // Multilevel, and on small graphs an exact search
	Multilevel = Init(bisect.Multilevel) // multilevel search: cuts of a coarsened graph, projected back and refined
	Spectral   = Init(bisect.Spectral)   // second eigenvector of L x = λ₂ D_m x; one start
	Random     = Init(bisect.Random)     // independent standard normal values
	Diffusion  = Init(bisect.Diffusion)  // distribution of a lazy random walk from a random vertex, relative to the degrees
)

func (Init) words() []string {
	return []string{"auto", "multilevel", "spectral", "random", "diffusion"}
}

// String returns the word for i, as in Registry.
func (i Init) String() string { return word(i) }

// Polish is the choice of how the best cut is improved at the end.
type Polish int

// The kinds of polish.
const (
	MinCut   Polish = iota // by minimum cuts, until none improves the cut; with Auto, on small graphs also by branch and bound
	NoPolish               // not at all
)

func (Polish) words() []string { return []string{"mincut", "none"} }

// String returns the word for p, as in Registry.
func (p Polish) String() string { return word(p) }

// Effort is the time that the search takes. From FastEffort on, more effort never gives a worse result under the same seed, unless an
// absent MinShare leads to another Choice than Lowest, or vertices are set aside.
type Effort int

// The efforts.
const (
	FastestEffort = Effort(plan.Fastest) // one try, refined by local searches alone
	FastEffort    = Effort(plan.Fast)    // one try; for two parts without bounds, up to 2²⁰ half-edges, one of each of two searches
	DefaultEffort = Effort(plan.Usual)   // several tries and their combinations
	BestEffort    = Effort(plan.Best)    // an evolution of partitions follows, until the time limit or for a fixed number of steps
)

func (Effort) words() []string { return []string{"fastest", "fast", "default", "best"} }

// String returns the word for e, as in Registry.
func (e Effort) String() string { return word(e) }

// Method is one of the paper's three algorithms. They differ in the test that ends an inner solve of the descent.
type Method int

// The methods.
const (
	Adaptive       = Method(descent.Adaptive)       // Algorithm 3: sufficient descent, tested without a median
	AdaptiveMedian = Method(descent.AdaptiveMedian) // Algorithm 2: sufficient descent of E itself
	Fixed          = Method(descent.Fixed)          // Algorithm 1: ‖u_{i+1} − u_i‖ ≤ ε ‖f‖, without guaranteed descent
)

func (Method) words() []string { return []string{"adaptive", "adaptive_median", "fixed"} }

// String returns the word for m, as in Registry.
func (m Method) String() string { return word(m) }

// Solver is the method that solves the inner problems of the descent, the three that the paper names.
type Solver int

// The solvers.
const (
	ChambollePock Solver = iota // primal–dual, with diagonal steps: the fastest here
	FISTA                       // accelerated projected gradients on the dual problem
	SplitBregman                // ADMM; the linear system by a few conjugate gradient steps
)

func (Solver) words() []string { return []string{"chambolle-pock", "fista", "split-bregman"} }

// String returns the word for s, as in Registry.
func (s Solver) String() string { return word(s) }

// Precision is the type in which the inner iteration of the descent stores its values. Energies, which decide whether a
// step is taken, are computed in float64 in either case, so that E decreases at every step.
type Precision int

// The precisions.
const (
	Float64 Precision = iota // about 16 significant digits of u and p
	Float32                  // about 7 significant digits; half the memory, and about half the time of an inner step
)

func (Precision) words() []string { return []string{"float64", "float32"} }

// String returns the word for p, as in Registry.
func (p Precision) String() string { return word(p) }

// Status is the reason why a run ended. No status is an error.
type Status int

// The statuses.
const (
	Converged = Status(bisect.Converged) // E decreased by at most tol·E in the last outer step
	Critical  = Status(bisect.Critical)  // f is a critical point of E, up to tol after a descent: E linearised at f has no lower value
	NoDescent = Status(bisect.NoDescent) // an outer step did not lower E; f was kept
	MaxOuter  = Status(bisect.MaxOuter)  // max_outer outer steps were made
	Stopped   = Status(bisect.Stopped)   // the context was cancelled
	TimeLimit = Status(bisect.TimeLimit) // the time limit or the deadline of the context passed
	Optimal   = Status(bisect.Optimal)   // it is proved that no partition has a lower criterion
)

func (Status) words() []string {
	return []string{"", "converged", "critical", "no_descent", "max_outer", "stopped", "time_limit", "optimal"}
}

// String returns a word such as "converged".
func (s Status) String() string { return word(s) }

// Choice is the reason why a run returned its partition and no other: see Evidence.
type Choice int

// The choices.
const (
	Lowest      Choice = iota // the lowest criterion found within the bounds
	Isolated                  // the parts are clearly separated from one another
	Consensus                 // several partitions agree on it, none of whose parts is light
	Communities               // moves of single vertices raise the modularity of what would be returned
)

func (Choice) words() []string { return []string{"lowest", "isolated", "consensus", "communities"} }

// String returns a word such as "lowest".
func (c Choice) String() string { return word(c) }

// Phase is what a run does when it reports its progress.
type Phase int

// The phases.
const (
	SearchPhase     = Phase(bisect.SearchPhase)     // multilevel search
	DescentPhase    = Phase(bisect.DescentPhase)    // total-variation descent
	RefinementPhase = Phase(bisect.RefinementPhase) // refinement of more than two parts, or of parts with fixed vertices
	PolishPhase     = Phase(bisect.PolishPhase)     // minimum cuts that improve the best cut
	EvolutionPhase  = Phase(bisect.EvolutionPhase)  // evolution of the partitions of the search, with BestEffort
)

func (Phase) words() []string {
	return []string{"search", "descent", "refinement", "polish", "evolution"}
}

// Phases returns the words of all phases, indexed by Phase.
func Phases() []string { return wordsOf[Phase]() }

// String returns a word such as "search".
func (p Phase) String() string { return word(p) }
