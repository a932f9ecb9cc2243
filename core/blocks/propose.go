package blocks

// Labels are the labels, 0 … L−1, that the rows and the columns of a block have before a step, and what is known of each
// label in the whole graph.
type Labels struct {
	Own    []int32   // label of each row
	Column []int32   // label of each column
	Mass   []float64 // L: mass of the vertices with the label
	Most   []float64 // L: the largest mass that the label may have
	Key    []uint64  // L: decides between labels of the same weight; the largest wins
	Group  []int32   // L: a row takes labels of the group of its own label only; or nil
}

// Proposals are what Propose writes, one entry for each row i.
type Proposals struct {
	Target []int32   // the label that the row asks for, which is its own if it stays
	Inside []float64 // Σ_j w_ij over the neighbours j with the label of the row
	Toward []float64 // Σ_j w_ij over the neighbours j with the label Target; Inside if the row stays
}

// Propose finds for each row i the label ℓ with the largest connection Σ_j w_ij over the neighbours j with label ℓ, among
// the labels of its group that have room for it: Mass_ℓ + mass_i ≤ Most_ℓ. Of labels with the same connection, the one with
// the largest Key is taken. The own label wins over labels with the same connection, so that a row asks for another
// label only if the connection grows. With leave, the own label is not considered, and a row stays only if there is no
// other label. Rows with active_i = 0 stay; a nil active means all rows.
//
// It is the step of size-constrained label propagation. It takes O(entries + rows + L) time and O(L) memory. It returns an
// error if an index is out of its range or an array has the wrong length, and nothing is written then.
func Propose(rows Rows, labels Labels, mass []float64, active []uint8, leave bool, out Proposals) error {
	if err := checkPropose(rows, labels, mass, active, out); err != nil {
		return err
	}
	connection := make([]float64, len(labels.Mass))
	seen := make([]bool, len(labels.Mass))
	var met []int32 // labels of the neighbours of a row, in the order of its entries
	for i := range rows.Len() {
		own := labels.Own[i]
		met = met[:0]
		for e := rows.Indptr[i]; e < rows.Indptr[i+1]; e++ {
			label := labels.Column[rows.Indices[e]]
			if !seen[label] {
				seen[label] = true
				met = append(met, label)
			}
			connection[label] += rows.Data[e] // Σ_j w_ij
		}
		out.Target[i], out.Inside[i], out.Toward[i] = own, connection[own], connection[own]
		if active == nil || active[i] != 0 {
			best := labels.best(met, connection, own, mass[i], leave)
			out.Target[i], out.Toward[i] = best, connection[best]
		}
		for _, label := range met {
			connection[label], seen[label] = 0, false
		}
	}
	return nil
}

// best returns the label that a row of the given mass asks for, of those met among its neighbours.
func (l Labels) best(met []int32, connection []float64, own int32, mass float64, leave bool) int32 {
	best := own
	for _, label := range met {
		if label == own || l.Group != nil && l.Group[label] != l.Group[own] || l.Mass[label]+mass > l.Most[label] {
			continue
		}
		switch {
		case leave && best == own, connection[label] > connection[best]:
			best = label
		case best != own && connection[label] == connection[best] && l.Key[label] > l.Key[best]:
			best = label
		}
	}
	return best
}

func checkPropose(rows Rows, l Labels, mass []float64, active []uint8, out Proposals) error {
	n, count := rows.Len(), len(l.Mass)
	err := first(rows.check(len(l.Column)), checkLength("own", len(l.Own), n), checkLength("mass", len(mass), n),
		checkLength("most", len(l.Most), count), checkLength("key", len(l.Key), count),
		checkLength("target", len(out.Target), n), checkLength("inside", len(out.Inside), n),
		checkLength("toward", len(out.Toward), n),
		checkIndices("own", l.Own, count), checkIndices("column", l.Column, count))
	if err == nil && l.Group != nil {
		err = checkLength("group", len(l.Group), count)
	}
	if err == nil && active != nil {
		err = checkLength("active", len(active), n)
	}
	return err
}
