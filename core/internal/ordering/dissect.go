package ordering

import (
	"context"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/separator"
)

const (
	leaf   = 200 // vertices of a part that is not divided further
	cycles = 3   // hierarchies in which each separator is sought
)

// dissection is a nested dissection in progress.
type dissection struct {
	finder    separator.Finder
	extractor graph.Extractor
	imbalance float64
	rng       *rand.Rand
	stage     []int32 // of every vertex of the whole graph
	next      int32   // the next stage
}

// part is a part of the graph.
type part struct {
	graph    *graph.CSR
	vertices []int32 // in the whole graph
	mass     []float64
}

// dissect returns an elimination order of a graph whose vertices stand for count rows, by nested dissection: A. George, "Nested
// dissection of a regular finite element mesh", SIAM J. Numer. Anal. 10 (1973). Both sides of a separator come before it.
// Separators and the parts that are not divided are ordered by minimum degree. When ctx ends, no part is divided any more.
func dissect(ctx context.Context, g *graph.CSR, count []int32, imbalance float64, rng *rand.Rand) []int32 {
	n := g.N()
	d := &dissection{imbalance: imbalance, rng: rng, stage: make([]int32, n)}
	whole := part{g, make([]int32, n), make([]float64, n)}
	for i := range n {
		whole.vertices[i], whole.mass[i] = int32(i), float64(count[i])
	}
	d.divide(ctx, whole)
	return MinimumDegree(g, count, d.stage)
}

// divide gives the vertices of a part their stages.
func (d *dissection) divide(ctx context.Context, p part) {
	if len(p.vertices) <= leaf || ctx.Err() != nil {
		d.finish(p.vertices)
		return
	}
	if label, count := graph.Components(p.graph); count > 1 {
		d.divideComponents(ctx, p, label, count)
		return
	}
	most := (1 + d.imbalance) / 2 * objective.Total(p.mass)
	var members [3][]int32
	for i, s := range d.finder.Find(ctx, p.graph, p.mass, most, cycles, d.rng) {
		members[s] = append(members[s], int32(i))
	}
	if len(members[separator.Low]) == 0 || len(members[separator.High]) == 0 {
		d.finish(p.vertices)
		return
	}
	d.divide(ctx, d.sub(p, members[separator.Low]))
	d.divide(ctx, d.sub(p, members[separator.High]))
	d.finish(graph.Values(p.vertices, members[separator.Separator]))
}

// divideComponents divides the components of a part. Those of few vertices share a stage.
func (d *dissection) divideComponents(ctx context.Context, p part, label []int32, count int) {
	members := make([][]int32, count)
	for i, c := range label {
		members[c] = append(members[c], int32(i))
	}
	var small []int32
	for _, m := range members {
		if len(m) > leaf {
			d.divide(ctx, d.sub(p, m))
		} else {
			small = append(small, graph.Values(p.vertices, m)...)
		}
	}
	d.finish(small)
}

// sub returns the part of the given vertices of p.
func (d *dissection) sub(p part, members []int32) part {
	return part{d.extractor.Subgraph(p.graph, members), graph.Values(p.vertices, members), graph.Values(p.mass, members)}
}

// finish gives vertices the next stage.
func (d *dissection) finish(vertices []int32) {
	for _, i := range vertices {
		d.stage[i] = d.next
	}
	d.next++
}
