package partition

import (
	"math"
	"time"

	"github.com/tvcut/tvcut/core/internal/portfolio"
)

// Stage says what one stage of a run did. The criterion is what Options.Objective minimises: the value or the cut weight.
type Stage struct {
	Name          string  // such as "direct search"
	Search        Choice  // the search that the stage is part of, named by the choice that it may become
	Seconds       float64 // time that the stage took
	Before, After float64 // lowest criterion within the bounds that its search had found before and after it; +Inf: none
	Gave          bool    // whether the result is the partition of this stage
}

// stages returns the stages of the search for the lowest criterion, in the units of the input.
func (s *prepared) stages(records []portfolio.Record) []Stage {
	exp := s.exp
	if s.opt.Objective == ValueObjective {
		exp -= s.massExp
	}
	stages, gave := make([]Stage, len(records)), -1
	for t, r := range records {
		stages[t] = Stage{Name: r.Name, Seconds: r.Seconds, Before: math.Ldexp(r.Before, exp), After: math.Ldexp(r.After, exp)}
		if r.Improved {
			gave = t
		}
	}
	if gave >= 0 {
		stages[gave].Gave = true
	}
	return stages
}

// boundStage returns the stage that computed a lower bound. It changes no partition.
func boundStage(start time.Time, before []Stage) Stage {
	stage := Stage{Name: "lower bound", Seconds: time.Since(start).Seconds(), Before: math.Inf(1)}
	if len(before) > 0 {
		stage.Before = before[len(before)-1].After
	}
	stage.After = stage.Before
	return stage
}

// keepStages appends the stages of a search to those of the earlier ones.
func (c *chooser) keepStages(res *Result, search Choice) {
	if res == nil {
		return
	}
	first := len(c.stages)
	for _, stage := range res.Stages {
		stage.Search = search
		c.stages = append(c.stages, stage)
	}
	res.ownStages = [2]int{first, len(c.stages)}
}

// keepSeparation appends the stage that measured the gap of a partition, and perhaps rearranged its parts.
func (c *chooser) keepSeparation(res *Result, start time.Time, rearranged bool) {
	first := len(c.stages)
	c.stages = append(c.stages, Stage{Name: "separation of the parts", Search: Isolated, Seconds: time.Since(start).Seconds(),
		Before: math.Inf(1), After: math.Inf(1), Gave: rearranged})
	if rearranged {
		res.ownStages = [2]int{first, first + 1}
	}
}

// stagesFor returns the stages of all searches. Only the search that found the result has one that gave it.
func (c *chooser) stagesFor(res *Result) []Stage {
	for t := range c.stages {
		c.stages[t].Gave = c.stages[t].Gave && res.ownStages[0] <= t && t < res.ownStages[1]
	}
	res.ownStages = [2]int{}
	return c.stages
}
