package rof

import (
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/kernel"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// ChambollePock is the primal–dual algorithm of Chambolle and Pock with diagonal step sizes, which need no
// operator norm; its iteration, the sources and the numbers' type T are those of package kernel.
type ChambollePock[T kernel.Float] struct {
	kernel *kernel.Kernel[T]
}

var _ Method = (*ChambollePock[float64])(nil)

// NewChambollePock returns a solver for problems on g with measure mass. The dual variable starts at 0. rows
// are the row blocks of g.
func NewChambollePock[T kernel.Float](g *graph.CSR, mass []float64, rows *parallel.Rows) *ChambollePock[T] {
	return &ChambollePock[T]{kernel: kernel.New[T](g, mass, rows)}
}

// Start implements Method.
func (c *ChambollePock[T]) Start(p *Problem, u0 []float64) { c.kernel.Start(u0, p.Target, p.Mu) }

// Steps implements Method.
func (c *ChambollePock[T]) Steps(n int) { c.kernel.Steps(n) }

// Primal implements Method.
func (c *ChambollePock[T]) Primal(u []float64) { c.kernel.Primal(u) }

// Dual implements Method.
func (c *ChambollePock[T]) Dual() []float64 { return c.kernel.Dual() }

// Divergence implements Method.
func (c *ChambollePock[T]) Divergence(d []float64) { c.kernel.Divergence(d) }

// Change implements Method.
func (c *ChambollePock[T]) Change() float64 { return math.Sqrt(c.kernel.Change()) }
