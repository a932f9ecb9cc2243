package modularity

import (
	"context"
	"math/rand/v2"
)

// CountOptions are the parameters of Count: see plan.Clusters.
type CountOptions struct {
	Runs    int                      // hierarchies of communities
	Tries   int                      // orders of the vertices from which the communities of a hierarchy are found
	Floor   float64                  // least resolution
	Plateau float64                  // least plateau of a number of clusters
	Stable  float64                  // least stability of communities that are clusters without a plateau
	Threads int                      // goroutines; the result does not depend on it
	Random  func(run int) *rand.Rand // generator of each hierarchy
}

// Estimate is a number of clusters, and what it depends on.
type Estimate struct {
	K         int     // number of clusters; 1: the graph has none
	Plateau   float64 // plateau of K, 0 if that is less than CountOptions.Plateau
	Stability float64 // stability of K, or of the communities for K = 1
}

// Count returns how many clusters a graph has, without regard to p.Labels and p.K. It finds communities at the resolution 1 and merges
// them, several times. While they are merged, there are k of them at the resolutions between s_k, at which two of k + 1 are merged, and
// s_{k−1}. The plateau of k is the mean over all times of
//
//	√min(1, k m/M) log(s_k/s_{k−1}) − log(k/(k−1)),
//
// where m is the mass of the lighter of the two that are merged at s_{k−1}, M the mass of all vertices, and s lies between Floor and 1.
// The second term is that of a graph in which s_k grows like k, as it does without clusters. The stability of k is the mean adjusted
// Rand index of the partitions into k parts of all pairs of times.
//
// K is the number with the largest plateau, if that is at least Plateau. If not, it is the number of communities of highest modularity,
// if their stability is at least Stable, and 1 if it is not. Once ctx has ended, the hierarchies so far decide, and the communities
// need not be stable.
func Count(ctx context.Context, p Partition, o CountOptions) Estimate {
	found := hierarchies(ctx, p, o)
	h, e := highest(found), Estimate{}
	for k := max(h.least, 2); k <= h.count; k++ {
		if plateau := meanPlateau(found, k, o.Floor); plateau >= max(o.Plateau, e.Plateau) {
			e.K, e.Plateau = k, plateau
		}
	}
	if e.K > 0 {
		e.Stability = stability(found, e.K)
		return e
	}
	if e.K, e.Stability = h.count, stability(found, h.count); e.Stability < o.Stable && ctx.Err() == nil {
		e.K = 1
	}
	return e
}

// highest returns the hierarchy of highest modularity, the first one of several.
func highest(found []*hierarchy) *hierarchy {
	best := found[0]
	for _, h := range found {
		if h.modularity > best.modularity {
			best = h
		}
	}
	return best
}

// meanPlateau returns the mean plateau of k parts, where it is 0 for a hierarchy without a partition into k parts.
func meanPlateau(found []*hierarchy, k int, floor float64) float64 {
	sum := 0.0
	for _, h := range found {
		if k >= h.least && k <= h.count {
			sum += h.plateau(k, floor)
		}
	}
	return sum / float64(len(found))
}
