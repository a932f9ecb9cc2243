package blocks_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/blocks"
)

// pair returns the block of the two rows of a graph with one edge.
func pair() blocks.Rows {
	return blocks.Rows{Indptr: []int64{0, 1, 2}, Indices: []int32{1, 0}, Data: []float64{1, 1}}
}

func TestRowsAreChecked(t *testing.T) {
	gains := blocks.Priority{Gain: []float64{1, 1}, Key: []uint64{1, 2}}
	require.NoError(t, blocks.Independent(pair(), gains, gains, make([]uint8, 2)))
	for name, change := range map[string]func(r *blocks.Rows){
		"indptr does not begin with 0": func(r *blocks.Rows) { r.Indptr[0] = 1 },
		"indptr decreases":             func(r *blocks.Rows) { r.Indptr[1] = 3 },
		"indptr is negative":           func(r *blocks.Rows) { r.Indptr[1] = -1 },
		"indptr ends too late":         func(r *blocks.Rows) { r.Indptr[2] = 3 },
		"fewer weights than indices":   func(r *blocks.Rows) { r.Data = r.Data[:1] },
		"more weights than indices":    func(r *blocks.Rows) { r.Data = append(r.Data, 1) },
		"index of no column":           func(r *blocks.Rows) { r.Indices[1] = 2 },
		"negative index":               func(r *blocks.Rows) { r.Indices[0] = -1 },
	} {
		rows := pair()
		change(&rows)
		assert.Error(t, blocks.Independent(rows, gains, gains, make([]uint8, 2)), name)
	}
}

// proposing is a valid call of Propose.
type proposing struct {
	labels blocks.Labels
	mass   []float64
	active []uint8
	out    blocks.Proposals
}

func newProposing() *proposing {
	return &proposing{mass: []float64{1, 1}, active: []uint8{1, 1}, out: proposals(2),
		labels: blocks.Labels{Own: []int32{0, 1}, Column: []int32{0, 1}, Mass: []float64{1, 1}, Most: []float64{2, 2},
			Key: []uint64{1, 2}, Group: []int32{0, 0}}}
}

// An array of the wrong length or a label out of its range is an error, and nothing is written.
func TestProposeChecksItsArrays(t *testing.T) {
	for name, change := range map[string]func(p *proposing){
		"own":         func(p *proposing) { p.labels.Own = p.labels.Own[:1] },
		"own label":   func(p *proposing) { p.labels.Own[1] = 2 },
		"column":      func(p *proposing) { p.labels.Column = p.labels.Column[:1] },
		"label":       func(p *proposing) { p.labels.Column[0] = -1 },
		"mass":        func(p *proposing) { p.mass = p.mass[:1] },
		"most":        func(p *proposing) { p.labels.Most = p.labels.Most[:1] },
		"key":         func(p *proposing) { p.labels.Key = p.labels.Key[:1] },
		"group":       func(p *proposing) { p.labels.Group = p.labels.Group[:1] },
		"long group":  func(p *proposing) { p.labels.Group = append(p.labels.Group, 0) },
		"active":      func(p *proposing) { p.active = p.active[:1] },
		"long active": func(p *proposing) { p.active = append(p.active, 1) },
		"target":      func(p *proposing) { p.out.Target = p.out.Target[:1] },
		"inside":      func(p *proposing) { p.out.Inside = p.out.Inside[:1] },
		"toward":      func(p *proposing) { p.out.Toward = p.out.Toward[:1] },
	} {
		p := newProposing()
		require.NoError(t, blocks.Propose(pair(), p.labels, p.mass, p.active, true, p.out))
		p = newProposing()
		change(p)
		assert.Error(t, blocks.Propose(pair(), p.labels, p.mass, p.active, true, p.out), name)
		assert.Zero(t, p.out.Target[0], name)
	}
}

// accepting is a valid call of Accept.
type accepting struct {
	parts    blocks.Parts
	moves    blocks.Moves
	accepted []uint8
}

func newAccepting() *accepting {
	return &accepting{accepted: []uint8{7},
		parts: blocks.Parts{Cuts: []float64{2, 2}, Size: []float64{3, 3}, Least: []float64{1, 1}, Most: []float64{5, 5}},
		moves: blocks.Moves{From: []int32{0}, To: []int32{1}, Mass: []float64{1}, Degree: []float64{2}, Inside: []float64{0},
			Toward: []float64{2}}}
}

func TestAcceptChecksItsArrays(t *testing.T) {
	for name, change := range map[string]func(a *accepting){
		"one part": func(a *accepting) { a.parts.Size = a.parts.Size[:1] },
		"cuts":     func(a *accepting) { a.parts.Cuts = a.parts.Cuts[:1] },
		"least":    func(a *accepting) { a.parts.Least = a.parts.Least[:1] },
		"most":     func(a *accepting) { a.parts.Most = a.parts.Most[:1] },
		"to":       func(a *accepting) { a.moves.To = nil },
		"mass":     func(a *accepting) { a.moves.Mass = nil },
		"degree":   func(a *accepting) { a.moves.Degree = nil },
		"inside":   func(a *accepting) { a.moves.Inside = nil },
		"toward":   func(a *accepting) { a.moves.Toward = nil },
		"accepted": func(a *accepting) { a.accepted = append(a.accepted, 7) },
		"from 2":   func(a *accepting) { a.moves.From[0] = 2 },
		"to −1":    func(a *accepting) { a.moves.To[0] = -1 },
	} {
		a := newAccepting()
		require.NoError(t, a.parts.Accept(a.moves, true, a.accepted))
		require.Equal(t, []uint8{1}, a.accepted)
		a = newAccepting()
		change(a)
		assert.Error(t, a.parts.Accept(a.moves, true, a.accepted), name)
		assert.Equal(t, uint8(7), a.accepted[0], name)
	}
}

// A move is made only if it lowers the objective and neither takes From below its bounds nor To above its own; otherwise accepted
// becomes 0.
func TestAcceptRefuses(t *testing.T) {
	for name, change := range map[string]func(a *accepting){
		"equal weight":        func(a *accepting) { a.moves.Inside[0], a.moves.Toward[0] = 1, 1 },
		"more weight":         func(a *accepting) { a.moves.Inside[0], a.moves.Toward[0] = 2, 0 },
		"the same part":       func(a *accepting) { a.moves.To[0] = 0 },
		"below the least":     func(a *accepting) { a.parts.Least[0] = 2.5 },
		"above the most":      func(a *accepting) { a.parts.Most[1] = 3.5 },
		"all mass of a part":  func(a *accepting) { a.parts.Least[0], a.moves.Mass[0], a.parts.Most[1] = 0, 3, 9 },
		"more than this mass": func(a *accepting) { a.parts.Least[0], a.moves.Mass[0], a.parts.Most[1] = -1, 3.5, 9 },
	} {
		a := newAccepting()
		change(a)
		require.NoError(t, a.parts.Accept(a.moves, true, a.accepted))
		assert.Equal(t, []uint8{0}, a.accepted, name)
		assert.Equal(t, []float64{3, 3}, a.parts.Size, name)
	}
	a := newAccepting()
	a.parts.Least[0], a.parts.Most[1] = 2, 4
	require.NoError(t, a.parts.Accept(a.moves, true, a.accepted))
	assert.Equal(t, []uint8{1}, a.accepted, "masses that equal the bounds")
	a = newAccepting()
	a.parts.Most[0], a.parts.Least[1] = 1, 5
	require.NoError(t, a.parts.Accept(a.moves, true, a.accepted))
	assert.Equal(t, []uint8{1}, a.accepted, "From stays above its bounds, and To below its own")
}
