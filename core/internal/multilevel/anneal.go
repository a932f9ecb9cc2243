package multilevel

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// The temperature of an annealing falls from firstTemperature to lastTemperature, in units of the mean weight of an edge over the
// largest balance. At the first, the clusters of a neighbour graph or a mesh remain, but the border between the sides moves freely.
// The cut of a random graph, of which most vertices are at the border, changes almost everywhere.
const firstTemperature, lastTemperature = 1, 0.2

// sweptVertices is the number of vertices that all sweeps of an annealing visit, whatever the number of vertices of the graph. It
// bounds the time to some hundredths of a second.
const sweptVertices = 1 << 21

// largestRise is a rise of C, relative to the temperature, above which a move is rejected without a random number. Its
// probability would be exp(−8) = 0.0003.
const largestRise = 8

// annealing is a simulated annealing of the cut of a refiner.
type annealing struct {
	*Refiner
	rng         *rand.Rand
	across      []int32 // number of neighbours of each vertex on the other side
	temperature float64
}

// anneal changes the cut by simulated annealing, from any cut. In a sweep, each vertex with a neighbour on the other side moves
// there with probability min(1, exp(−ΔC/T)), and T falls by the same factor after every sweep, as in S. Kirkpatrick, C. D.
// Gelatt and M. P. Vecchi, "Optimization by simulated annealing", Science 220 (1983). On random graphs and networks it finds
// cuts of lower C than many passes, as D. S. Johnson, C. R. Aragon, L. A. McGeoch and C. Schevon found for bisections,
// "Optimization by simulated annealing: an experimental evaluation, part I", Oper. Res. 37 (1989). C may rise. The annealing
// ends early when ctx ends.
func anneal(ctx context.Context, r *Refiner, rng *rand.Rand) {
	n := r.graph.N()
	a := &annealing{Refiner: r, rng: rng, across: make([]int32, n)}
	sweeps := max(1, sweptVertices/n)
	a.temperature = firstTemperature * a.start()
	cooling := math.Pow(lastTemperature/float64(firstTemperature), 1/float64(sweeps))
	order := rng.Perm(n)
	for s := 0; s < sweeps && ctx.Err() == nil; s++ {
		a.sweep(order)
		a.temperature *= cooling
	}
	r.Start(r.graph, r.mass, r.low)
}

// start computes the gains of all vertices and across, and returns the unit of the temperature: C of a cut of one edge of mean
// weight with the largest balance.
func (a *annealing) start() float64 {
	weight := 0.0
	for i := range a.across {
		idx, w := a.graph.Row(i)
		for k, j := range idx {
			weight += w[k]
			if a.low[j] != a.low[i] {
				a.across[i]++
			}
		}
		a.computeGain(int32(i))
	}
	largest := objective.Total(a.mass) * a.lambda / (1 + a.lambda) // where λ m(S) = m(Sᶜ)
	return weight / float64(a.graph.NNZ()) / largest
}

// sweep visits the vertices in the given order.
func (a *annealing) sweep(order []int) {
	for _, i := range order {
		side := 1
		if a.low[i] {
			side = 0
		}
		if a.across[i] == 0 || a.count[side] == 1 {
			continue
		}
		value := a.ratioAfter(int32(i), side)
		if a.accepts(value - a.value) {
			a.moveTo(i, side, value)
		}
	}
}

// accepts reports whether a move with the given ΔC is made.
func (a *annealing) accepts(rise float64) bool {
	return rise <= 0 || rise <= largestRise*a.temperature && rise <= a.temperature*a.rng.ExpFloat64()
}

// moveTo moves vertex i from the given side to the other one and updates its neighbours. The cut then has the given C.
func (a *annealing) moveTo(i, side int, value float64) {
	shift(a.Refiner, int32(i), side, value)
	a.gain[i] = -a.gain[i]
	idx, w := a.graph.Row(i)
	a.across[i] = int32(len(idx)) - a.across[i]
	for k, j := range idx {
		if a.low[j] == a.low[i] {
			a.gain[j] -= 2 * w[k]
			a.across[j]--
		} else {
			a.gain[j] += 2 * w[k]
			a.across[j]++
		}
	}
}
