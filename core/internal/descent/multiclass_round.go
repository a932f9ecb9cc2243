package descent

import (
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

// keepIfBetter makes a partition the best one if its energy is lower. That of a partition with an empty part is +Inf.
func (d *Multiclass) keepIfBetter(labels []int32) {
	if energy := d.tallyOf(labels).Energy(); objective.Lowers(energy, d.Energy) {
		d.Labels, d.Energy = labels, energy
	}
}

// tallyOf returns the tally of a partition.
func (d *Multiclass) tallyOf(labels []int32) *objective.Tally {
	return objective.NewTally(d.graph, d.mass, labels, d.k)
}
