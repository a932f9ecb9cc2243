// Package consensus finds the partition on which several partitions of one graph agree. The partitions vote on the part of
// each vertex; then the vertices are clustered by their parts in all partitions, smoothed over the graph. That is a cluster
// ensemble: A. Strehl and J. Ghosh, "Cluster ensembles – a knowledge reuse framework for combining multiple partitions",
// J. Mach. Learn. Res. 3 (2002).
package consensus

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/random"
)

// restarts is the number of random starts of the clustering of indicators, and maxRestarted the largest number of products in one
// round of all of them. On planted blocks of unequal size a fifth of the starts leads to the blocks, which are more coherent and have
// a lower value than the clustering from the vote (python -m bench.classes --only "planted, unequal").
const (
	restarts     = 32
	maxRestarted = 1 << 27
)

// maxWork is the largest number of products in one round of the clustering of indicators. Above it the vote is returned.
const maxWork = 1 << 28

// Options are the parameters of Of.
type Options struct {
	K       int                   // parts
	Seed    uint64                // of the random starts of the clustering
	Threads int                   // goroutines; the result does not depend on it
	Value   func([]int32) float64 // criterion by which clusterings compare; +Inf: the clustering is not the result
}

// Of returns the consensus of partitions of a graph into K parts, none of them empty. It is the clustering that starts from the
// vote, or one of lower value that starts from random vertices and is at least as coherent. From the vote, the parts of the first
// partition keep their numbers if possible, and some parts of the consensus may be empty. Of returns the vote if the clustering
// would take too long, and when ctx ends.
func Of(ctx context.Context, g *graph.CSR, partitions [][]int32, opt Options) []int32 {
	k, best := opt.K, vote(partitions, opt.K)
	work := float64(g.N()) * float64(len(partitions)*k) * float64(k)
	if ctx.Err() != nil || work > maxWork {
		return best
	}
	f := newFeatures(g, partitions, k, opt.Threads)
	defer f.rows.Close()
	if f.smooth(ctx); ctx.Err() != nil {
		return best
	}
	least := f.cluster(ctx, best, k) * (1 - tiny)
	lowest, rng := opt.Value(best), random.New(opt.Seed, random.Consensus, 0, 0)
	for range min(restarts, int(maxRestarted/work)) {
		labels := f.start(rng, k)
		if coherence := f.cluster(ctx, labels, k); coherence < least || ctx.Err() != nil {
			continue
		}
		if value := opt.Value(labels); value < lowest {
			best, lowest = labels, value
		}
	}
	return best
}

// tiny is the largest relative difference of two coherences that counts as rounding.
const tiny = 1e-6
