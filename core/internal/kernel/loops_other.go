//go:build !amd64 || noasm

package kernel

// vectorLoops returns no loops: this build has no assembly.
func vectorLoops[T Float]() []vectorLoop[T] { return nil }
