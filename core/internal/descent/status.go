package descent

import "strconv"

// Status is the reason why a descent ended. None of the reasons is an error.
type Status int

// The reasons why a descent ends.
const (
	Running   Status = iota // the descent has not ended
	Converged               // E fell by at most Tol·E in the last outer step
	Critical                // the duality gap at u = f is at most Tol·TV(f): f is a critical point of E up to this tolerance
	NoDescent               // the result of the last inner solve does not lower E; f was kept
	MaxOuter                // MaxOuter outer steps were made
	Cancelled               // the context ended
	Stalled                 // only from Explore: no better level set in Patience outer steps
)

// String returns the name of the status.
func (s Status) String() string {
	names := [...]string{"running", "converged", "critical", "no descent", "max outer", "cancelled", "stalled"}
	if s < 0 || int(s) >= len(names) {
		return "Status(" + strconv.Itoa(int(s)) + ")"
	}
	return names[s]
}
