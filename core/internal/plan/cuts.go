package plan

import "github.com/tvcut/tvcut/core/internal/memory"

// CutSearch are the parameters of a multilevel search for two parts that a plan decides: see multilevel.Options. A field with its
// zero value has the default of that package.
type CutSearch struct {
	Tries    int // largest number of tries: cuts found from scratch
	Patience int // without Recombine, stop after this many consecutive tries that do not lower C by a thousandth
	Growths  int // sets grown on the coarsest graph, fewer where it is still large

	// Recombine makes the tries first and then combines the best of them, in at most as many steps as there are tries. Without
	// Recombine, each try is combined with the best cut so far.
	Recombine bool
	// Agreement ends the tries with Recombine, in place of Patience, once this number of them have found the lowest C; default:
	// the number of tries.
	Agreement int

	// CommunityTries is the largest number of tries within communities; default 0. With Recombine they follow if the tries have
	// nothing in common, and their hierarchies contract only vertices of the same community. If many edges lead to random
	// vertices, as in small-world graphs, other hierarchies contract these edges as well and separate near neighbours.
	CommunityTries int

	// Unions is the number of unions of communities that are refined and added to the cuts that Recombine combines, if the best
	// try cuts at most UnionEdges edges; default 0.
	Unions, UnionEdges int

	// Anneals is the largest number of cuts that are annealed before Recombine combines them with the others; default 0.
	Anneals int
}

// CutSearch returns the parameters of the multilevel search for a bisection. If the options give the number of tries, all of them are
// made.
func (p *Plan) CutSearch(f Facts) CutSearch {
	s := CutSearch{Tries: p.NumStarts(f, p.Starts.MediumGraph), Patience: p.Cuts.Patience}
	switch {
	case f.K == 2:
		p.setRecombination(f, &s)
	case f.N > p.Cuts.LargeGraph:
		s.Patience = p.Cuts.LargePatience
	case f.N <= p.Cuts.CheapGraph:
		s.Growths = p.SmallCuts.Growths
	}
	if f.Starts > 0 {
		s.Patience, s.Agreement = s.Tries, s.Tries
	}
	return s
}

// setRecombination sets the parameters of the search for two parts.
func (p *Plan) setRecombination(f Facts, s *CutSearch) {
	c := &p.Cuts
	if f.N > c.CheapGraph {
		s.Tries = c.tries(f)
	}
	s.Tries = f.tries(s.Tries)
	if f.Starts == 0 && !memory.IsLargeSize(f.HalfEdges) {
		s.CommunityTries, s.Unions, s.UnionEdges = c.CommunityTries, c.Unions, c.UnionEdges
	}
	if f.N <= c.Recombined {
		return
	}
	s.Recombine, s.Agreement = true, c.Agreement
	if f.N > c.CheapGraph {
		return
	}
	small := &p.SmallCuts
	s.Agreement, s.Growths = small.Agreement, small.Growths
	if small.AnnealedTries > 0 {
		s.Anneals = s.Tries / small.AnnealedTries
	}
}

// tries returns the largest number of tries for two parts of a graph with more than CheapGraph vertices.
func (c *Cuts) tries(f Facts) int {
	if memory.IsLargeSize(f.HalfEdges) {
		return c.InTurn
	}
	return min(c.Most, max(c.Fewest, c.Vertices/f.N))
}

// NumStarts returns the number of starts of a kind for which graphs with fewer than size vertices are small.
func (p *Plan) NumStarts(f Facts, size int) int {
	switch {
	case f.Starts > 0:
		return f.Starts
	case f.K > 2:
		return p.Starts.PerCut
	}
	return max(p.Starts.Least, min(p.Starts.Most, p.Starts.Least*size/f.N))
}

// Tries returns the number of tries of the direct search for two parts of a narrow graph with n vertices. As many steps of
// recombination follow.
func (c *Narrow) Tries(n int) int { return max(c.Fewest, c.Vertices/n) }
