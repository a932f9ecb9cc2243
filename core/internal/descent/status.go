package descent

import "strconv"

// Status says how a descent ended. None of the ways is an error.
type Status int

// The ways a descent ends.
const (
	Running   Status = iota // it has not ended
	Converged               // E fell by at most Tol·E in the last outer step
	Critical                // the duality gap at u = f is at most Tol·TV(f): f is a critical point of E
	NoDescent               // the inner solve ended without lowering E, and f was kept
	MaxOuter                // MaxOuter outer steps were made
	Cancelled               // the context ended
	Stalled                 // Explore only: no better level set in Patience outer steps
)

// String implements fmt.Stringer.
func (s Status) String() string {
	names := [...]string{"running", "converged", "critical", "no descent", "max outer", "cancelled", "stalled"}
	if s < 0 || int(s) >= len(names) {
		return "Status(" + strconv.Itoa(int(s)) + ")"
	}
	return names[s]
}
