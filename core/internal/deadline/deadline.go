// Package deadline gives steps without which there is no result a little more time than the search has.
package deadline

import (
	"context"
	"sync/atomic"
	"time"
)

// extra is the time that the steps of a search together have after its context has ended. Most need much less. It is the largest
// time that callers do not notice.
const extra = 50 * time.Millisecond

// extended is a context that ends later than the one in it.
type extended struct {
	context.Context
	over atomic.Pointer[time.Time] // when it ends; nil: the context in it has not been found to have ended
}

var _ context.Context = (*extended)(nil)

// Extended returns a context that has not ended until a twentieth of a second after ctx was found to have ended. Only calls of Err
// find that: Done and Deadline are those of ctx.
func Extended(ctx context.Context) context.Context { return &extended{Context: ctx} }

// Err returns nil until the context ends, and then why.
func (e *extended) Err() error {
	err := e.Context.Err()
	if err == nil {
		return nil
	}
	if e.over.Load() == nil {
		over := time.Now().Add(extra)
		e.over.CompareAndSwap(nil, &over)
	}
	if time.Now().Before(*e.over.Load()) {
		return nil
	}
	return err
}
