// Package consensus finds the partition on which several partitions of one graph agree. The partitions vote on the part of
// each vertex; then the vertices are clustered by their parts in all partitions, smoothed over the graph. That is a cluster
// ensemble: A. Strehl and J. Ghosh, "Cluster ensembles – a knowledge reuse framework for combining multiple partitions",
// J. Mach. Learn. Res. 3 (2002).
package consensus

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
)

// maxWork is the largest number of products in one round of the clustering of indicators. Above it the vote is returned.
const maxWork = 1 << 28

// Of returns the consensus of partitions of a graph into k parts, none of them empty. The parts of the first partition keep
// their numbers if possible. Some parts of the consensus may be empty. Of returns the vote if the clustering would take too
// long, and when ctx ends. The result does not depend on the number of threads.
func Of(ctx context.Context, g *graph.CSR, partitions [][]int32, k, threads int) []int32 {
	labels := vote(partitions, k)
	columns := len(partitions) * k
	if ctx.Err() != nil || float64(g.N())*float64(columns)*float64(k) > maxWork {
		return labels
	}
	f := newFeatures(g, partitions, k, threads)
	defer f.rows.Close()
	if f.smooth(ctx); ctx.Err() == nil {
		f.cluster(ctx, labels, k)
	}
	return labels
}
