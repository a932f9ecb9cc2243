package partition

import (
	"fmt"
	"math"
	"strings"

	"github.com/tvcut/tvcut/core/internal/constrained"
)

// unmet returns the error for constraints that the best partition found does not meet.
func (s *prepared) unmet(problem *constrained.Problem, found *constrained.Found) error {
	var options, what, remedies []string
	add := func(option, unmet, remedy string) {
		options, what, remedies = append(options, option), append(what, unmet), append(remedies, remedy)
	}
	for c, excess := range problem.Excess(found.Labels) {
		if excess > 0 {
			column := ""
			if len(problem.Columns) > 1 {
				column = fmt.Sprintf("in column %d of vertex_weight, ", c)
			}
			add("max_imbalance", fmt.Sprintf("%smasses of parts exceed the bounds by a share of %.3g of all mass", column, excess),
				fmt.Sprintf("%sgive a max_imbalance of %.4g", column, roundedUp(problem.Imbalance(found.Labels, c))))
		}
	}
	if count := problem.Surplus(found.Labels); count > 0 {
		add("connected", fmt.Sprintf("parts have %d more connected pieces than they may have", count), "allow parts that are not connected")
	}
	if count := problem.Clashes(found.Labels); count > 0 {
		add("cannot_link", fmt.Sprintf("cannot_link does not hold for %d of its pairs", count), "leave pairs out")
	}
	if len(what) == 0 {
		add("n_clusters", "a part is empty", "ask for fewer parts")
	}
	exists := "was found"
	if found.Proved {
		exists = "exists"
	}
	return &ConstraintError{options[0], fmt.Sprintf("no partition %s that meets all constraints: in the best one found, %s; %s, or bounds = 'soft'",
		exists, strings.Join(what, " and "), strings.Join(remedies, " or "))}
}

// roundedUp returns an imbalance rounded up to four digits after the point.
func roundedUp(imbalance float64) float64 { return math.Ceil(imbalance*1e4) / 1e4 }
