package plan

// Parts are the numbers of the direct search for all parts at once, unless the options give the number of tries or the effort is
// fast.
//
// The least number of tries is Least, but LeastForValue for the value and LeastForTwo for two parts, where single tries differ most.
// On large graphs, with more than LargeGraph vertices, it is at most the number of tries that together visit LargeVertices vertices,
// but at least LeastOnLarge. On other graphs there are more if tries are cheap:
//
//   - up to Most that together visit at most Vertices vertices (VerticesForTwo for two parts) and HalfEdges half-edges;
//   - for more than two parts, up to CheapForValue that together visit at most HalfEdgesForValue half-edges for the value, or up to
//     CheapForCut that together visit at most HalfEdgesForCut half-edges for the weight between parts.
//
// For the weight between more than two parts of graphs that are not large, the largest number is MostForCut if that is greater. After
// Least, or after the tries that HalfEdgesForCut allows, the search ends once one more try is expected to lower the weight by less than
// the share Spread: see direct.Options.MinSpread. There is no such rule for the value: on networks the values of tries differ because
// of very small parts, and more tries do not lower them.
//
// Each try for two parts, and each try on a large graph, searches a coarse level again by Coarse tries. For more than two parts of
// smaller graphs that gains little. Where the bounds are tight, some tries for the weight between more than two parts bisect the whole
// graph, and make each cut in two by Coarse tries.
//
// A search ends once Agreement tries have found the lowest criterion, or AgreementForValue for the value of more than two parts. A
// search for two parts also ends after consecutive tries that do not improve the best partition: PatienceForTwo of them or, if that is
// more, as many as have PatientVertices vertices together, at most Most.
type Parts struct {
	Least, LeastForValue, LeastForTwo, LeastOnLarge int // tries

	LargeGraph    int // vertices
	LargeVertices int // vertices of all tries

	CheapForValue     int // tries
	HalfEdgesForValue int // half-edges of all tries

	CheapForCut     int     // tries
	HalfEdgesForCut int     // half-edges of all tries
	MostForCut      int     // tries
	Spread          float64 // standard error of the mean of the tries, relative to the mean

	Most                     int // tries
	Vertices, VerticesForTwo int // vertices of all tries
	HalfEdges                int // half-edges of all tries

	Coarse int // tries

	PatienceForTwo               int // tries
	PatientVertices              int // vertices of these tries
	Agreement, AgreementForValue int // tries

	// CoarseRoom is the share of its target by which a part may exceed it on the coarsest level for the weight between parts, if the
	// bounds are tighter. On coarser levels tight bounds forbid most moves (python -m bench.ablate).
	CoarseRoom float64

	// Dominant is the share of the mass above which a part dominates. Where a part dominates, as in social networks, recursion finds
	// lower values, since it separates one small part after the other.
	Dominant float64
	// SmallComponent is the smallest number of vertices of a component that counts as a cluster in recursive bisection, relative to
	// n/k. To separate a component has value 0, so that without this limit small components would become parts before any cluster does.
	SmallComponent float64
}

// PartsSearch are the parameters of a direct search that a plan decides: see direct.Options.
type PartsSearch struct {
	Tries       int     // largest number of partitions found from scratch, which are then combined; at least 1
	LocalOnly   bool    // whether partitions are refined by local searches of single vertices alone
	Bisections  int     // tries of each cut in two, where a try bisects the whole graph; 0: no try does
	CoarseTries int     // tries in the search of a coarse level that is a part of each try; 0: there is no such search
	Patience    int     // the search ends after this many consecutive tries that do not improve the best partition; 0: never
	Agreement   int     // it ends once this number of tries have found the lowest criterion so far; 0: never
	Least       int     // number of tries after which MinSpread may end it; 0: Tries
	Room        float64 // share of its target by which a part may exceed it on the coarsest level; 0: the bounds hold on all levels
	MinSpread   float64 // it ends if σ/(t x̄) < MinSpread, where x̄ and σ are the mean and standard deviation of t criteria
}

// PartsSearch returns the parameters of the direct search.
func (p *Plan) PartsSearch(f Facts) PartsSearch {
	c := &p.Parts
	least, cheap := p.leastTries(f)
	s := PartsSearch{Tries: f.tries(least)}
	if s.LocalOnly = f.Effort == Fastest; !s.LocalOnly && (f.K == 2 || f.N > c.LargeGraph) {
		s.CoarseTries = c.Coarse
	}
	if f.ForCut {
		s.Room = c.CoarseRoom
		if f.K > 2 && f.Effort > Fast {
			s.Bisections = c.Coarse
		}
	}
	if f.Starts > 0 || f.Effort <= Fast {
		return s
	}
	s.Agreement = c.Agreement
	if f.K > 2 && !f.ForCut {
		s.Agreement = c.AgreementForValue
	}
	switch {
	case f.K == 2:
		s.Patience = max(c.PatienceForTwo, min(c.Most, c.PatientVertices/f.N))
	case f.N > c.LargeGraph:
	case f.ForCut:
		s.Least, s.Tries, s.MinSpread = max(c.Least, cheap), max(least, c.MostForCut), c.Spread
	}
	return s
}

// leastTries returns the least number of tries of the direct search, and the number that HalfEdgesForValue or HalfEdgesForCut
// allows, which is 0 for two parts.
func (p *Plan) leastTries(f Facts) (least, cheap int) {
	c := &p.Parts
	least, many, affordable, vertices := c.Least, c.CheapForCut, c.HalfEdgesForCut, c.Vertices
	switch {
	case f.K == 2:
		least, affordable, vertices = c.LeastForTwo, 0, c.VerticesForTwo
	case !f.ForCut:
		least, many, affordable = c.LeastForValue, c.CheapForValue, c.HalfEdgesForValue
	}
	cheap = min(many, affordable/max(1, f.HalfEdges))
	if f.N > c.LargeGraph {
		return max(c.LeastOnLarge, min(least, c.LargeVertices/f.N)), cheap
	}
	return max(least, min(c.Most, vertices/f.N, c.HalfEdges/max(1, f.HalfEdges)), cheap), cheap
}

// MostTries returns the largest number of tries of any search.
func (p *Plan) MostTries(f Facts) int {
	least, _ := p.leastTries(f)
	switch {
	case f.K == 2 && f.N <= p.Cuts.CheapGraph:
		least = max(least, p.NumStarts(f, p.Starts.MediumGraph))
	case f.K == 2:
		least = max(least, p.Cuts.tries(f))
	case f.N > p.Parts.LargeGraph:
	case f.ForCut:
		least = max(least, p.Parts.MostForCut)
	}
	return f.tries(least)
}
