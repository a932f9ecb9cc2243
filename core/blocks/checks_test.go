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

func TestRowsAreChecked(t *testing.T) {
	propose := func(rows blocks.Rows) error {
		p := newProposing()
		return blocks.Propose(rows, p.labels, p.mass, p.active, true, p.out)
	}
	require.NoError(t, propose(pair()))
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
		assert.Error(t, propose(rows), name)
	}
}
