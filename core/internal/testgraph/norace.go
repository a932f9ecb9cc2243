//go:build !race

package testgraph

const raceDetector = false
