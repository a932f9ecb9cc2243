package descent

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// roundToPartition rounds U to a partition: each vertex joins the part whose column has the largest entry in its row. It
// keeps the partition if it improves the best one. Entries are divided by the largest in their column, because E does not
// depend on the scale of a column and the descent can shrink it.
func (d *Multiclass) roundToPartition() {
	labels, largest := make([]int32, len(d.mass)), make([]float64, d.k)
	for at, x := range d.x {
		largest[at%d.k] = max(largest[at%d.k], x)
	}
	for i := range labels {
		most := 0.0
		for r, x := range d.x[i*d.k:][:d.k] {
			if x > most*largest[r] {
				labels[i], most = int32(r), x/largest[r]
			}
		}
		if d.fixed != nil && d.fixed[i] >= 0 {
			labels[i] = d.fixed[i]
		}
	}
	d.keepIfBetter(labels)
}

// keepIfBetter calls Improve on a partition and makes it the best one if its energy is lower.
func (d *Multiclass) keepIfBetter(labels []int32) {
	t := d.tallyOf(labels)
	if math.IsInf(t.Energy(), 1) { // a part is empty
		return
	}
	d.opt.Improve(t)
	t.Sum()
	if energy := t.Energy(); objective.Lowers(energy, d.Energy) {
		d.Labels, d.Energy = labels, energy
	}
}

// tallyOf returns the tally of a partition.
func (d *Multiclass) tallyOf(labels []int32) *objective.Tally {
	return objective.NewTally(d.graph, d.mass, labels, d.k)
}
