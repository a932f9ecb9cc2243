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

// Independent runs blocks.Independent with the priorities of N rows and of Columns columns, and writes N uint8 to chosen.
func (b Block) Independent(gain, key, columnGain, columnKey, chosen unsafe.Pointer) error {
	return use("block", func() error {
		rows, err := b.rows()
		if err != nil {
			return err
		}
		own := blocks.Priority{Gain: view[float64](gain, b.N), Key: view[uint64](key, b.N)}
		columns := blocks.Priority{Gain: view[float64](columnGain, b.Columns), Key: view[uint64](columnKey, b.Columns)}
		return blocks.Independent(rows, own, columns, view[uint8](chosen, b.N))
	})
}

// Moves describes moves of vertices and the parts of a partition by addresses and lengths in the caller's memory.
type Moves struct {
	Count, K                     int64
	From, To                     unsafe.Pointer // Count int32
	Mass, Degree, Inside, Toward unsafe.Pointer // Count float64
	Cuts, Size, Least, Most      unsafe.Pointer // K float64; the first two are updated
	ByCut                        bool
	Accepted                     unsafe.Pointer // Count uint8, written
}

// Accept runs blocks.Parts.Accept. It returns an error if a length, an address or a part is not valid.
func (m Moves) Accept() error {
	if m.Count < 0 || m.Count > math.MaxInt32 || m.K < 0 || m.K > math.MaxInt32 {
		return fmt.Errorf("moves.count and k must be numbers of entries, got %d and %d", m.Count, m.K)
	}
	return use("moves", func() error {
		parts := blocks.Parts{Cuts: view[float64](m.Cuts, m.K), Size: view[float64](m.Size, m.K),
			Least: view[float64](m.Least, m.K), Most: view[float64](m.Most, m.K)}
		moves := blocks.Moves{From: view[int32](m.From, m.Count), To: view[int32](m.To, m.Count),
			Mass: view[float64](m.Mass, m.Count), Degree: view[float64](m.Degree, m.Count),
			Inside: view[float64](m.Inside, m.Count), Toward: view[float64](m.Toward, m.Count)}
		return parts.Accept(moves, m.ByCut, view[uint8](m.Accepted, m.Count))
	})
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
