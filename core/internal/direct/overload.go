package direct

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

const (
	priceShare  = 0.1     // share of a part whose cheapest moves determine the price of overload
	priceFactor = 0.5     // price of overload, relative to what these moves cost
	priceSample = 1 << 16 // largest number of vertices that determine the prices

	overloadLevel  = 8 * verticesPerPart // number of vertices for each part above which a level is large
	overloadBorder = 0.5                 // least share of border vertices for which a large level is left out
)

// overloadSearch makes local searches in which parts may be heavier than their bounds at a price, restores the bounds and
// makes local searches within them. It undoes what does not improve the partition. On graphs without geometric structure
// most good moves are otherwise forbidden by the bounds. The method is that of N. Maas, L. Gottesbüren and D. Seemaier,
// "Parallel unconstrained local search for partitioning irregular graphs", ALENEX 2024, with a price for each part.
//
// It does nothing without bounds, and nothing on large levels where at least the share overloadBorder of the vertices have
// neighbours in other parts: on such levels it took 3 to 7 percent of the time of all tries and did not lower the cut.
func overloadSearch(s *state, rng *rand.Rand) {
	if !bounded(s) || isMostlyBorder(s) {
		return
	}
	violation, value, labels := s.violation(), s.value(), slices.Clone(s.labels)
	s.price = prices(s)
	localSearches(s, rng)
	s.price = nil
	restoreBounds(s.ctx, s)
	localSearches(s, rng)
	if !improves(s, violation, value) {
		s.become(labels)
		s.sum()
	}
}

// isMostlyBorder reports whether the graph is large for K parts and at least the share overloadBorder of its vertices is at the
// border.
func isMostlyBorder(s *state) bool {
	n := len(s.labels)
	return n > overloadLevel*s.K && float64(len(s.borderVertices())) >= overloadBorder*float64(n)
}

// bounded reports whether a part has an upper bound below M.
func bounded(s *state) bool {
	for _, most := range s.Most {
		if most < s.Total {
			return true
		}
	}
	return false
}

// overload returns by how much a mass exceeds the bound of part r.
func overload(s *state, r int32, m float64) float64 { return max(0, m-s.Most[r]) }

// prices returns the price of a unit of mass above the bound for each part: what it costs to move the share priceShare of
// the part to the neighbouring parts, those vertices first that cost least for their mass. On large graphs it is estimated
// from a sample of the vertices.
func prices(s *state) []float64 {
	offers := make([][]offer, s.K)
	for i := 0; i < len(s.labels); i += 1 + len(s.labels)/priceSample {
		a := s.labels[i]
		weight, _, parts := s.toward(int32(i))
		highest := 0.0
		for _, b := range parts {
			if b != a {
				highest = max(highest, weight[b])
			}
		}
		offers[a] = append(offers[a], offer{max(0, weight[a]-highest) / s.mass[i], s.mass[i]})
		s.release(int32(i), parts)
	}
	price := make([]float64, s.K)
	for r, list := range offers {
		slices.SortFunc(list, func(x, y offer) int { return cmp.Compare(x.cost, y.cost) })
		cost, mass, whole := 0.0, 0.0, 0.0
		for _, o := range list {
			whole += o.mass
		}
		for _, o := range list {
			if mass > priceShare*whole {
				break
			}
			cost += o.cost * o.mass
			mass += o.mass
		}
		if mass > 0 && !math.IsInf(s.term[r], 0) {
			price[r] = priceFactor * cost / mass / s.Balance(s.size[r])
		}
	}
	return price
}

// offer is what it costs to move a mass out of its part, for each unit of mass.
type offer struct{ cost, mass float64 }

// marginal returns the cost for each unit of mass of the last of the cheapest offers that together have the given mass, and
// whether all offers have it. It sorts the offers.
func marginal(offers []offer, mass float64) (cost float64, enough bool) {
	slices.SortFunc(offers, func(x, y offer) int { return cmp.Compare(x.cost, y.cost) })
	for _, o := range offers {
		if mass -= o.mass; mass <= 0 {
			return o.cost, true
		}
	}
	return 0, false
}
