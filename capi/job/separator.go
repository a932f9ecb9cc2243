package job

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/partition"
)

// stopPoll is the time between two looks at Separation.Stop.
const stopPoll = 20 * time.Millisecond

// Separation is the input of VertexSeparator and NestedDissection, and where their result is written.
type Separation struct {
	Graph        Memory // of which Graph.VertexWeight is read as well, but by NestedDissection
	MaxImbalance float64
	Seed         uint64
	TimeLimit    float64        // seconds; 0: no limit
	Stop         unsafe.Pointer // int32 that ends the search once it is not 0, or nil
	Out          unsafe.Pointer // N int32
}

// VertexSeparator runs partition.VertexSeparator and writes the labels.
func (s Separation) VertexSeparator() error {
	return s.run(func(ctx context.Context, g *graph.CSR, opt partition.SeparatorOptions) ([]int32, error) {
		return partition.VertexSeparator(ctx, g, view[float64](s.Graph.VertexWeight, s.Graph.N), opt)
	})
}

// NestedDissection runs partition.NestedDissection and writes the order.
func (s Separation) NestedDissection() error { return s.run(partition.NestedDissection) }

// run calls find with the graph, which it checks, and writes the result.
func (s Separation) run(find func(context.Context, *graph.CSR, partition.SeparatorOptions) ([]int32, error)) error {
	m := s.Graph
	if err := m.check(); err != nil {
		return err
	}
	if s.Out == nil {
		return fmt.Errorf("the result must not be NULL; give the address of n int32")
	}
	if err := m.read(0); err != nil {
		return err
	}
	g, err := graph.New(view[int64](m.Indptr, m.N+1), view[int32](m.Indices, m.NNZ), view[float64](m.Data, m.NNZ))
	if err != nil {
		return err
	}
	opt := partition.SeparatorOptions{MaxImbalance: s.MaxImbalance, Seed: s.Seed}
	if s.TimeLimit != 0 {
		opt.TimeLimit = partition.Some(s.TimeLimit)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if s.Stop != nil {
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			cancelOnceSet(ctx, cancel, (*int32)(s.Stop))
		}()
		defer func() { <-ended }() // the caller may free the memory after the call
		defer cancel()
	}
	found, err := find(ctx, g, opt)
	if err != nil {
		return err
	}
	return access("the result", func() { copy(view[int32](s.Out, m.N), found) })
}

// cancelOnceSet calls cancel once the flag is not 0, and returns when ctx has ended.
func cancelOnceSet(ctx context.Context, cancel func(), flag *int32) {
	ticker := time.NewTicker(stopPoll)
	defer ticker.Stop()
	for ctx.Err() == nil {
		if atomic.LoadInt32(flag) != 0 {
			cancel()
		}
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
}
