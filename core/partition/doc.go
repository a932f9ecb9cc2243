// Package partition cuts a weighted graph into balanced, weakly linked parts. It is what users call: a Problem (a graph
// and, where wanted, vertex weights, starts and fixed vertices), Options from Defaults, and Run, which returns a Result.
//
// For two parts it minimises the balanced cut
//
//	C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)),
//
// and for k parts ½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1)). By default cuts come from a multilevel search and
// are then improved by minimum cuts. The total-variation descent of X. Bresson, T. Laurent, D. Uminsky and J. H. von
// Brecht, "An Adaptive Total Variation Algorithm for Computing the Balanced Cut of a Graph" (2013), runs on small
// graphs, from starts of the user's own, and where Options.Init asks for it.
//
// Every option has one record in Registry: its name, kind, range, defaults and one sentence.
package partition
