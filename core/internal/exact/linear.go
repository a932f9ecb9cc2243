package exact

import "math"

// linearRounding bounds the rounding error of the linear bound, relative to the sum of its negative terms. It exceeds the error
// of sums of 6 MaxVertices terms.
const linearRounding = 1e-13

// maxSlopes is the largest number of slopes for which the linear bound is computed at a node.
const maxSlopes = 6

// line is the linear bound for one slope.
type line struct {
	slope, value float64
	rate         float64 // derivative of the bound with respect to the slope; 0 where it is largest
	rounding     float64
}

// line returns the minimum over all S of
//
//	cut − v (D(m_0) + κ (m(S) − m_0))
//
// for the slope κ, where cut is the weight of those cut edges that have a decided vertex, and m_0 is the largest mass of the
// range if κ is at most the slope of D, else the least. It is a lower bound of F in the range, because there
// D(m) ≤ D(m_0) + κ (m − m_0). The minimum decides each vertex on its own.
func (t *tree) line(nd *node, slope float64) line {
	anchor := t.most
	if slope > t.slope {
		anchor = t.least
	}
	constant, rate := t.constant+(t.slope-slope)*anchor, t.value*slope
	value, mass := nd.cut, nd.mass
	low, high := nd.to[0], nd.to[1]
	for j, m := range t.graph.mass[nd.depth:] {
		j += nd.depth
		inside, outside := high[j]-rate*m, low[j]
		if inside < outside {
			value += inside
			mass += m
		} else {
			value += outside
		}
	}
	value -= rate*nd.mass + t.value*constant
	b := line{slope: slope, value: value, rate: t.value * (anchor - mass)}
	if slope == t.slope && mass <= t.most {
		b.rate = t.value * max(0, t.least-mass)
	}
	b.rounding = linearRounding * t.value *
		(math.Abs(t.constant) + math.Abs(t.slope-slope)*anchor + math.Abs(slope)*min(t.most, nd.mass+t.rest[nd.depth]))
	return b
}

// linearExcludes reports whether the linear bound of a node is at least the given number for some slope. The bound is concave
// in the slope, so that the tangents at two slopes bound its maximum between them; the next slope is the one where they
// intersect.
func (t *tree) linearExcludes(nd *node, enough float64) bool {
	slope, step := nd.slope, t.top()/t.most
	var left, right line
	var hasLeft, hasRight bool
	for range maxSlopes {
		b := t.line(nd, slope)
		nd.slope = slope
		switch {
		case b.value >= enough+b.rounding:
			return true
		case b.rate == 0:
			return false
		case b.rate > 0:
			left, hasLeft = b, true
		default:
			right, hasRight = b, true
		}
		switch {
		case hasLeft && hasRight:
			slope = (right.value - left.value + left.rate*left.slope - right.rate*right.slope) / (left.rate - right.rate)
			if left.value+left.rate*(slope-left.slope) < enough || !(left.slope < slope && slope < right.slope) {
				return false
			}
		case hasLeft:
			slope = left.slope + step
			if left.slope < t.slope {
				slope = min(slope, t.slope)
			}
		default:
			slope = right.slope - step
			if right.slope > t.slope {
				slope = max(slope, t.slope)
			}
		}
		step *= 2
	}
	return false
}
