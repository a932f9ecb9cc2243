package blocks

import "fmt"

// Rows is a block of rows of a graph. Row i has the columns Indices[Indptr[i]:Indptr[i+1]] with the weights Data.
type Rows struct {
	Indptr  []int64
	Indices []int32 // in 0 … c−1
	Data    []float64
}

// Len returns the number of rows.
func (r Rows) Len() int { return len(r.Indptr) - 1 }

// check returns an error that names the first entry for which the steps would read outside the arrays.
func (r Rows) check(columns int) error {
	if len(r.Indptr) == 0 || r.Indptr[0] != 0 {
		return fmt.Errorf("indptr must start with 0")
	}
	for i := range r.Len() {
		if r.Indptr[i+1] < r.Indptr[i] {
			return fmt.Errorf("indptr[%d] = %d must not be below indptr[%d] = %d", i+1, r.Indptr[i+1], i, r.Indptr[i])
		}
	}
	if last := r.Indptr[r.Len()]; last > int64(len(r.Indices)) || len(r.Indices) != len(r.Data) {
		return fmt.Errorf("indptr[%d] = %d must be at most the number of entries, %d", r.Len(), last, len(r.Indices))
	}
	return checkIndices("indices", r.Indices, columns)
}

// checkIndices returns an error that names the first of the values that is not in 0 … n−1.
func checkIndices(name string, values []int32, n int) error {
	for k, j := range values {
		if j < 0 || int(j) >= n {
			return fmt.Errorf("%s[%d] = %d must be in [0, %d]", name, k, j, n-1)
		}
	}
	return nil
}

// checkLength returns an error that names an array that does not have n entries.
func checkLength(name string, length, n int) error {
	if length != n {
		return fmt.Errorf("%s must have %d entries, got %d", name, n, length)
	}
	return nil
}

// first returns the first error that is not nil.
func first(errors ...error) error {
	for _, err := range errors {
		if err != nil {
			return err
		}
	}
	return nil
}
