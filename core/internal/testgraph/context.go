package testgraph

import (
	"context"
	"sync/atomic"
)

// Expiring is a context that ends after a number of looks at it: calls of Err.
type Expiring struct {
	context.Context
	looks atomic.Int64
}

// NewExpiring returns a context that ends after the given number of looks.
func NewExpiring(looks int64) *Expiring {
	e := &Expiring{Context: context.Background()}
	e.EndAfter(looks)
	return e
}

// EndAfter makes the context end after the given number of further looks.
func (e *Expiring) EndAfter(looks int64) { e.looks.Store(looks) }

// Err returns nil, and context.Canceled after the last look.
func (e *Expiring) Err() error {
	if e.looks.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// Ended reports whether the context has ended.
func (e *Expiring) Ended() bool { return e.Late() > 0 }

// Late returns the number of looks since the context has ended, with the one that found it ended.
func (e *Expiring) Late() int64 { return max(0, -e.looks.Load()) }
