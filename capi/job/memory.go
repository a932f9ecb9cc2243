package job

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/tvcut/tvcut/core/partition"
)

// Memory describes the input of a job by addresses and lengths in the caller's memory. The memory is read until the job has
// ended, and never written.
type Memory struct {
	N, NNZ  int64          // vertices, stored half-edges
	Indptr  unsafe.Pointer // N + 1 int64
	Indices unsafe.Pointer // NNZ int32
	Data    unsafe.Pointer // NNZ float64
	Starts  unsafe.Pointer // NStarts rows of N float64, or nil
	NStarts int64

	VertexWeight unsafe.Pointer // N float64, or nil
	Fixed        unsafe.Pointer // N int32, or nil
	PartWeights  unsafe.Pointer // as many float64 as the options ask for parts, or nil
	Labels       unsafe.Pointer // N int32, or nil

	NMasses         int64          // further masses
	Masses          unsafe.Pointer // NMasses rows of N float64, or nil
	MassImbalance   unsafe.Pointer // NMasses float64, or nil
	MassPartWeights unsafe.Pointer // NMasses rows of as many float64 as there are parts, or nil
	VertexSize      unsafe.Pointer // N float64, or nil
	NMustLink       int64
	MustLink        unsafe.Pointer // 2 NMustLink int32, or nil
	NCannotLink     int64
	CannotLink      unsafe.Pointer // 2 NCannotLink int32, or nil
}

// Input returns m as the input of a job, without copying the memory. It returns an error if a length or an address is not
// valid or the memory cannot be read, and *partition.OptionError if the options are not valid.
func (m Memory) Input(o partition.Options) (Input, error) {
	in := Input{Options: o}
	if err := m.check(); err != nil {
		return in, err
	}
	if err := o.Validate(int(m.N)); err != nil {
		return in, err
	}
	if err := m.read(int64(o.NClusters)); err != nil {
		return in, err
	}
	in.Indptr = unsafe.Slice((*int64)(m.Indptr), m.N+1)
	in.Indices = unsafe.Slice((*int32)(m.Indices), m.NNZ)
	in.Data = unsafe.Slice((*float64)(m.Data), m.NNZ)
	if m.VertexWeight != nil {
		in.VertexWeight = unsafe.Slice((*float64)(m.VertexWeight), m.N)
	}
	if m.Fixed != nil {
		in.Fixed = unsafe.Slice((*int32)(m.Fixed), m.N)
	}
	if m.PartWeights != nil {
		in.PartWeights = unsafe.Slice((*float64)(m.PartWeights), o.NClusters)
	}
	if m.Labels != nil {
		in.Labels = unsafe.Slice((*int32)(m.Labels), m.N)
	}
	m.constraints(&in)
	starts := unsafe.Slice((*float64)(m.Starts), m.NStarts*m.N)
	for s := range m.NStarts {
		in.Starts = append(in.Starts, starts[s*m.N:(s+1)*m.N])
	}
	return in, nil
}

// constraints adds the further masses, the sizes and the pairs.
func (m Memory) constraints(in *Input) {
	k := int64(in.Options.NClusters)
	for c := range m.NMasses {
		own := partition.Mass{Vertices: unsafe.Slice((*float64)(m.Masses), m.NMasses*m.N)[c*m.N:][:m.N:m.N]}
		if m.MassImbalance != nil {
			own.MaxImbalance = partition.Some(unsafe.Slice((*float64)(m.MassImbalance), m.NMasses)[c])
		}
		if m.MassPartWeights != nil {
			own.PartWeights = unsafe.Slice((*float64)(m.MassPartWeights), m.NMasses*k)[c*k:][:k:k]
		}
		in.Others = append(in.Others, own)
	}
	if m.VertexSize != nil {
		in.VertexSize = unsafe.Slice((*float64)(m.VertexSize), m.N)
	}
	in.MustLink = unsafe.Slice((*[2]int32)(m.MustLink), m.NMustLink)
	in.CannotLink = unsafe.Slice((*[2]int32)(m.CannotLink), m.NCannotLink)
}

// check checks the lengths and addresses.
func (m Memory) check() error {
	switch {
	case m.N < 1 || m.N > math.MaxInt32:
		return fmt.Errorf("graph.n = %d; give 1 <= n < 2^31", m.N)
	case m.NNZ < 0 || m.NNZ > math.MaxInt64/16:
		return fmt.Errorf("graph.nnz = %d; give the number of stored half-edges", m.NNZ)
	case m.Indptr == nil || m.NNZ > 0 && (m.Indices == nil || m.Data == nil):
		return fmt.Errorf("graph.indptr, indices and data must not be NULL")
	case m.NStarts < 0 || m.NStarts > min(math.MaxInt32, math.MaxInt64/16/m.N) || m.NStarts > 0 && m.Starts == nil:
		return fmt.Errorf("n_starts = %d; give the number of functions in starts", m.NStarts)
	}
	for _, list := range []struct {
		name   string
		length int64
		first  unsafe.Pointer
		width  int64
	}{{"n_masses", m.NMasses, m.Masses, m.N}, {"n_must_link", m.NMustLink, m.MustLink, 1}, {"n_cannot_link", m.NCannotLink, m.CannotLink, 1}} {
		if list.length < 0 || list.length > min(math.MaxInt32, math.MaxInt64/16/list.width) || list.length > 0 && list.first == nil {
			return fmt.Errorf("graph.%s = %d; give the length of the array", list.name, list.length)
		}
	}
	return nil
}

// read reads one byte of every page of the memory, for k parts. It returns an error for the first array that the process
// cannot read, for example because it is shorter than its length says.
func (m Memory) read(k int64) error {
	for _, a := range []struct {
		name    string
		address unsafe.Pointer
		bytes   int64
	}{
		{"graph.indptr", m.Indptr, 8 * (m.N + 1)}, {"graph.indices", m.Indices, 4 * m.NNZ}, {"graph.data", m.Data, 8 * m.NNZ},
		{"graph.vertex_weight", m.VertexWeight, 8 * m.N}, {"graph.fixed", m.Fixed, 4 * m.N},
		{"graph.part_weights", m.PartWeights, 8 * k}, {"graph.labels", m.Labels, 4 * m.N},
		{"starts", m.Starts, 8 * m.N * m.NStarts}, {"graph.masses", m.Masses, 8 * m.N * m.NMasses},
		{"graph.mass_imbalance", m.MassImbalance, 8 * m.NMasses}, {"graph.mass_part_weights", m.MassPartWeights, 8 * k * m.NMasses},
		{"graph.vertex_size", m.VertexSize, 8 * m.N}, {"graph.must_link", m.MustLink, 8 * m.NMustLink},
		{"graph.cannot_link", m.CannotLink, 8 * m.NCannotLink},
	} {
		if a.address == nil || a.bytes == 0 {
			continue
		}
		if err := access(a.name, func() { touch(a.address, a.bytes) }); err != nil {
			return err
		}
	}
	return nil
}

// Destination holds the addresses in the caller's memory to which the arrays of a result are copied. An array with the
// address nil is not copied.
type Destination struct {
	Labels      unsafe.Pointer // n int32
	F           unsafe.Pointer // n float64, filled with NaN if the result has no F
	EnergyTrace unsafe.Pointer // len(Trace) float64
	StartValues unsafe.Pointer // len(Starts) float64

	ProfileShares, ProfileValues unsafe.Pointer // len(Profile.Shares) float64 each

	Merges      unsafe.Pointer // k − 1 pairs of int32
	MergeValues unsafe.Pointer // k − 1 float64
	Masses      unsafe.Pointer // k float64

	StageNames   unsafe.Pointer // len(Stages) names of StageName bytes, the last of which are 0
	StageNumbers unsafe.Pointer // len(Stages) rows of 3 float64: seconds, the criterion before and after
	StageFlags   unsafe.Pointer // len(Stages) pairs of int32: the search, and 1 for the stage that gave the result
}

// StageName is the number of bytes for the name of a stage.
const StageName = 48

// Fill copies the arrays of r. It returns an error if the process cannot write the memory.
func (d Destination) Fill(r *partition.Result) error {
	return access("result", func() { d.fill(r) })
}

func (d Destination) fill(r *partition.Result) {
	f := r.F
	if f == nil {
		f = make([]float64, len(r.Labels))
		for i := range f {
			f[i] = math.NaN()
		}
	}
	pairs, values := make([][2]int32, len(r.Merges)), make([]float64, len(r.Merges))
	for t, m := range r.Merges {
		pairs[t], values[t] = [2]int32{m.Left, m.Right}, m.Value
	}
	copyOut(d.Labels, r.Labels)
	copyOut(d.F, f)
	copyOut(d.EnergyTrace, r.Trace)
	copyOut(d.StartValues, r.Starts)
	copyOut(d.ProfileShares, r.Profile.Shares)
	copyOut(d.ProfileValues, r.Profile.Values)
	copyOut(d.Merges, pairs)
	copyOut(d.MergeValues, values)
	copyOut(d.Masses, r.Masses)
	d.fillStages(r.Stages)
}

func (d Destination) fillStages(stages []partition.Stage) {
	names, numbers, flags := make([][StageName]byte, len(stages)), make([][3]float64, len(stages)), make([][2]int32, len(stages))
	for t, s := range stages {
		copy(names[t][:StageName-1], s.Name)
		numbers[t], flags[t][0] = [3]float64{s.Seconds, s.Before, s.After}, int32(s.Search)
		if s.Gave {
			flags[t][1] = 1
		}
	}
	copyOut(d.StageNames, names)
	copyOut(d.StageNumbers, numbers)
	copyOut(d.StageFlags, flags)
}

// copyOut copies values to the given address, unless it is nil.
func copyOut[T any](to unsafe.Pointer, values []T) {
	if to != nil {
		copy(unsafe.Slice((*T)(to), len(values)), values)
	}
}
