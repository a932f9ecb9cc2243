package plan

// Effort is how much time a search takes.
type Effort int

// The efforts.
const (
	Fastest Effort = iota // one try without the dearer refinements
	Fast                  // one try
	Usual
	Best // an evolution follows
)

// Facts are what a plan is applied to: a graph, and what the options ask for.
type Facts struct {
	N, HalfEdges int
	K            int  // number of parts
	ForCut       bool // the criterion is the weight between parts, not the value
	Starts       int  // number of starts or tries that the options give; 0: none
	Effort       Effort
}

// tries returns the number of tries of a search whose usual number is the given one.
func (f Facts) tries(usual int) int {
	switch {
	case f.Starts > 0:
		return f.Starts
	case f.Effort <= Fast:
		return 1
	}
	return usual
}
