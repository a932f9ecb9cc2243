package job

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/tvcut/tvcut/core/blocks"
)

// Block describes the rows of a block and their labels by addresses and lengths in the caller's memory.
type Block struct {
	N, NNZ, Columns, NLabels int64
	Indptr, Indices, Data    unsafe.Pointer // N + 1 int64, NNZ int32, NNZ float64
	Own, Column              unsafe.Pointer // N and Columns int32
	LabelMass, Most, Key     unsafe.Pointer // NLabels float64, float64 and uint64
	Group                    unsafe.Pointer // NLabels int32, or nil
	Mass, Active             unsafe.Pointer // N float64, N uint8 or nil
	Leave                    bool
	Target, Inside, Toward   unsafe.Pointer // N int32, float64 and float64, written
}

// Propose runs blocks.Propose. It returns an error if a length, an address or an index is not valid.
func (b Block) Propose() error {
	return use("block", func() error {
		rows, err := b.rows()
		if err != nil {
			return err
		}
		labels := blocks.Labels{Own: view[int32](b.Own, b.N), Column: view[int32](b.Column, b.Columns),
			Mass: view[float64](b.LabelMass, b.NLabels), Most: view[float64](b.Most, b.NLabels), Key: view[uint64](b.Key, b.NLabels),
			Group: view[int32](b.Group, b.NLabels)}
		out := blocks.Proposals{Target: view[int32](b.Target, b.N), Inside: view[float64](b.Inside, b.N), Toward: view[float64](b.Toward, b.N)}
		return blocks.Propose(rows, labels, view[float64](b.Mass, b.N), view[uint8](b.Active, b.N), b.Leave, out)
	})
}

func (b Block) rows() (blocks.Rows, error) {
	if b.N < 0 || b.N > math.MaxInt32 || min(b.NNZ, b.Columns, b.NLabels) < 0 || max(b.NNZ, b.Columns, b.NLabels) > math.MaxInt64/16 {
		return blocks.Rows{}, fmt.Errorf("block.n, nnz, columns and labels must be numbers of entries, got %d, %d, %d and %d", b.N, b.NNZ, b.Columns, b.NLabels)
	}
	if b.Indptr == nil {
		return blocks.Rows{}, fmt.Errorf("block.indptr must not be NULL")
	}
	return blocks.Rows{Indptr: view[int64](b.Indptr, b.N+1), Indices: view[int32](b.Indices, b.NNZ),
		Data: view[float64](b.Data, b.NNZ)}, nil
}

// view returns the caller's memory as a slice, nil if the address is nil.
func view[T any](address unsafe.Pointer, length int64) []T {
	if address == nil {
		return nil
	}
	return unsafe.Slice((*T)(address), length)
}

// use calls f within access, and returns the error of either.
func use(name string, f func() error) error {
	var failed error
	if err := access(name, func() { failed = f() }); err != nil {
		return err
	}
	return failed
}
