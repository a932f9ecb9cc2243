package deadline

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A context that is extended ends, but not before the time that is left to it.
func TestExtendedEndsLater(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	longer := Extended(ctx)
	require.NoError(t, longer.Err())
	began := time.Now()
	cancel(nil)
	for longer.Err() == nil {
		require.Less(t, time.Since(began), time.Minute)
	}
	assert.GreaterOrEqual(t, time.Since(began), extra)
	assert.ErrorIs(t, longer.Err(), context.Canceled)
}
