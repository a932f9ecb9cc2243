package exact

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// descend returns the best of several partitions that no move or exchange of vertices improves.
func descend(rng *rand.Rand, p *Problem, starts int) []int32 {
	n := p.Graph.N()
	var best []int32
	for range starts {
		labels := make([]int32, n)
		for at, i := range rng.Perm(n) {
			labels[i] = int32(at % 2)
		}
		value := criterion(p, labels)
		lowers := func(i, j int) bool {
			labels[i], labels[j] = 1-labels[i], labels[j]^int32(min(1, max(i-j, j-i)))
			now := criterion(p, labels)
			if objective.Lowers(now, value) {
				value = now
				return true
			}
			labels[i], labels[j] = 1-labels[i], labels[j]^int32(min(1, max(i-j, j-i)))
			return false
		}
		for better := true; better; {
			better = false
			for i := range n {
				for j := range i + 1 {
					if i == j || labels[i] != labels[j] {
						better = lowers(i, j) || better
					}
				}
			}
		}
		if best == nil || value < criterion(p, best) {
			best = slices.Clone(labels)
		}
	}
	return best
}

// Random graphs of every family: the share of proofs, nodes and time of one search.
func BenchmarkImprove(b *testing.B) {
	const limit = 300000
	for _, n := range []int{10, 20, MaxVertices} {
		for _, w := range weightings[:2] {
			for _, f := range families {
				b.Run(fmt.Sprintf("n=%d/%s/%s", n, w.name, f.name), func(b *testing.B) {
					rng := rand.New(rand.NewPCG(1, 0))
					proofs, nodes, improved := 0, 0, 0
					for b.Loop() {
						b.StopTimer()
						p := &Problem{Criterion: objective.Criterion{K: 2, Lambda: 1, Total: float64(n)}, Graph: weighted(rng, n, f, w),
							Mass: slices.Repeat([]float64{1}, n), Bounds: objective.NewBounds([]float64{0.5, 0.5}, float64(n), 0, math.Inf(1))}
						start := descend(rng, p, 4)
						b.StartTimer()
						r := Improve(context.Background(), p, start, limit)
						if r.Proved {
							proofs++
						}
						nodes += r.Nodes
						if !slices.Equal(r.Labels, start) {
							improved++
						}
					}
					b.ReportMetric(float64(proofs)/float64(b.N), "proofs/op")
					b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
					b.ReportMetric(float64(improved)/float64(b.N), "improved/op")
				})
			}
		}
	}
}
