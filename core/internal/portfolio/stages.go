package portfolio

import (
	"math"
	"slices"
	"time"

	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
)

// stage is one step of a search. To add one, write its two functions and put it into the list of stages.
type stage struct {
	name    string
	applies func(*search) bool
	run     func(*search)
}

// improving returns the stages that improve the best partition and may prove that it is optimal.
func improving() []stage {
	return []stage{
		{plan.Evolution, evolves, evolve},
		{plan.Exhaustive, isExhaustive, exhaust},
		{plan.BranchAndBound, isExact, improveExactly},
	}
}

// finding returns the stages that find partitions.
func finding() []stage {
	return []stage{
		{"whole graph", isWhole, keepWhole},
		{"connected components", hasComponents, joinComponents},
		{"single vertices", hasSingletons, separateAll},
		{"refinement of the given partition", hasLabels, refineLabels},
		{"consensus", seeksConsensus, agree},
		{"direct search", searchesDirectly, cutDirectly},
		{plan.EarlierPartition, hasFree, refineFree},
		{"cuts in two", bisects, cutRepeatedly},
		{plan.WithoutFixed, searchesWithoutFixed, cutWithoutFixed},
		{"packing", misses, pack},
	}
}

// Record says what one stage did, or one step of a stage that has several.
type Record struct {
	Name          string
	Seconds       float64 // time that it took
	Before, After float64 // lowest criterion before and after it, in the units of the search; +Inf: none was known
	Improved      bool    // whether the best partition after it is one that it found
}

// run runs the stages that apply, one after the other, and returns why there is no partition.
func (s *search) run(list []stage) error {
	for _, t := range list {
		if s.opt.Plan.Omits(t.name) || !t.applies(s) {
			continue
		}
		best, first := s.best, len(s.records)
		record := s.timed(t.name, func() float64 { t.run(s); return s.known() })
		last := len(s.records) - 1
		if last < first || objective.Lowers(record.After, s.records[last].After) { // none of its steps is recorded, or none found it
			s.records, last = append(s.records, record), last+1
		}
		if s.best != best && !slices.ContainsFunc(s.records[first:], func(r Record) bool { return r.Improved }) {
			s.records[last].Improved = true // as if C is too large for a float64
		}
	}
	return s.failure
}

// timed runs a stage, which returns the criterion of its partition, and returns its record.
func (s *search) timed(name string, run func() float64) Record {
	start, before := time.Now(), s.lowest
	if value := run(); value < s.lowest {
		s.lowest = value
	}
	return Record{name, time.Since(start).Seconds(), before, s.lowest, s.lowest < before}
}

// step runs a step of a stage and records it, unless its partition has yet to be refined within the bounds.
func (s *search) step(name string, run func() float64) {
	if s.violates {
		run()
		return
	}
	s.records = append(s.records, s.timed(name, run))
}

// known returns the criterion of the best partition if it is within the bounds, else +Inf.
func (s *search) known() float64 {
	if s.best == nil || s.violation > 0 {
		return math.Inf(1)
	}
	return s.value
}

// take makes a partition within the bounds the best one, without comparing it.
func (s *search) take(found *bisect.Solution, value float64) {
	s.best, s.violation, s.value = found, 0, value
}
