package blocks

// Priority orders the vertices that ask for a move: by Gain, and for equal gains by Key, which differs between any two
// vertices. A vertex with Gain ≤ 0 does not ask.
type Priority struct {
	Gain []float64
	Key  []uint64
}

// Independent sets chosen_i = 1 for each row i that asks for a move and comes before all of its neighbours that do, and 0
// for the others. No two of the chosen rows of a graph are adjacent, so that the gains of their moves add up. rows and columns
// hold the priorities of the rows and of the columns of the block. This is one round of M. Luby, "A simple parallel
// algorithm for the maximal independent set problem", SIAM Journal on Computing 15(4), 1986.
//
// It returns an error if an index is out of its range or an array has the wrong length.
func Independent(block Rows, rows, columns Priority, chosen []uint8) error {
	err := first(block.check(len(columns.Gain)), checkLength("gain of the rows", len(rows.Gain), block.Len()),
		checkLength("key of the rows", len(rows.Key), block.Len()), checkLength("chosen", len(chosen), block.Len()),
		checkLength("key of the columns", len(columns.Key), len(columns.Gain)))
	if err != nil {
		return err
	}
	for i := range block.Len() {
		chosen[i] = 0
		if rows.Gain[i] > 0 && block.leads(i, rows, columns) {
			chosen[i] = 1
		}
	}
	return nil
}

// leads reports whether row i comes before all of its neighbours that ask for a move.
func (r Rows) leads(i int, rows, columns Priority) bool {
	for _, j := range r.Indices[r.Indptr[i]:r.Indptr[i+1]] {
		if columns.Key[j] == rows.Key[i] { // the vertex itself
			continue
		}
		if columns.Gain[j] > rows.Gain[i] || columns.Gain[j] == rows.Gain[i] && columns.Key[j] > rows.Key[i] {
			return false
		}
	}
	return true
}
