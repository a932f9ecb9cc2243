package modularity

import (
	"context"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/internal/coarsen"
)

const (
	finer         = 1.5 // factor between two resolutions
	maxResolution = 20
)

// Merge finds k = p.K parts without regard to p.Labels. It takes the communities at the lowest resolution γ = 1, 1.5, 2.25, … at which
// there are at least k, merges two of them at a time, as at lower and lower resolutions: see dendrogram; and raises the modularity of
// the k parts. It returns nil if there are fewer than k communities at all resolutions, if k parts are not linked, or if ctx ends.
func Merge(ctx context.Context, p Partition, rng *rand.Rand) []int32 {
	var builder coarsen.Builder
	for gamma := 1.0; gamma < maxResolution && ctx.Err() == nil; gamma *= finer {
		labels, between := builder.Communities(ctx, p.Graph, gamma, rng)
		count := between.N()
		if count < p.K {
			continue
		}
		d, merges := newDendrogram(p.Graph, p.Mass, labels, count), make([]merge, 0, count-p.K)
		for range count - p.K {
			done, ok := d.step()
			if !ok || ctx.Err() != nil {
				return nil
			}
			merges = append(merges, done)
		}
		p.Labels, _ = cut(labels, count, merges)
		return Raise(ctx, p, rng)
	}
	return nil
}
