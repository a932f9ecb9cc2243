// Package partition cuts a weighted undirected graph into balanced parts with little weight between them.
//
// A Problem is a graph and, optionally, vertex masses, target shares, starts and fixed vertices. Options come from
// Defaults, Paper or Preset and can be changed. Run takes both and returns a Result. For two parts, Run minimises the
// balanced cut
//
//	C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)),
//
// and for k parts the value
//
//	½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1)),
//
// which is C(S) for k = 2 and λ = 1. cut sums the weight of every undirected edge once. m(S) = Σ_{i∈S} m_i, where the
// mass m_i of a vertex is 1, its degree or Problem.VertexWeight. λ is Options.Asymmetry. With Options.Objective =
// CutObjective, Run minimises the total weight of the edges between parts instead. Options.MinShare, MinSize, MaxImbalance and
// MaxSize bound the masses of the parts,
//
//	max(MinShare·t_r·M, MinSize) ≤ m(A_r) ≤ min((1 + MaxImbalance)·t_r·M, MaxSize),
//
// where M is the mass of all vertices and t_r the target share of part r, 1/k or Problem.PartWeights. If MinShare and MinSize are
// absent, the search first allows parts of any mass. If it then finds a part below half its target, Run returns a partition whose
// parts are clearly separated from one another, or else the consensus of several partitions with MinShare 0.5: see
// Options.MinShare and Evidence. These partitions come from two graphs, that of the
// problem and that with the weights w_ij/√(deg_i deg_j). Options.NStarts, if present, is also the number of them for each
// graph.
//
// By default, cuts come from a multilevel search and are then improved by minimum cuts. More than two parts come from a
// multilevel search for all parts at once or from repeated cuts in two: see Strategy. The total-variation descent of
// X. Bresson, T. Laurent, D. Uminsky and J. H. von Brecht, "An Adaptive Total Variation Algorithm for Computing the
// Balanced Cut of a Graph" (2013), called the paper throughout, runs on small graphs, from the user's own starts, and
// where Options.Init asks for it. It minimises E(f) = TV(f)/B(f), whose minimum over all non-constant functions f on
// the vertices is the minimum of C.
//
// Every option has one record in Registry: its name, kind, range, defaults and one sentence of documentation. Options
// can be set as fields, or by name from text with Options.Set.
//
// The same seed gives the same result, bit for bit, on any number of threads. Run does not change its input, and several
// goroutines may call it at the same time.
package partition
