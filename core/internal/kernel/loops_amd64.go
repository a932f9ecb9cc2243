//go:build amd64 && !noasm

package kernel

import "golang.org/x/sys/cpu"

//go:generate sh -c "cd gen && go run . -out ../slices_amd64.s -stubs ../slices_amd64.go -pkg kernel"

// vectorLoops returns the assembly loops for T that this processor can run, fastest first.
func vectorLoops[T Float]() []vectorLoop[T] {
	var loops []vectorLoop[T]
	add := func(has bool, loop any) {
		if f, ok := loop.(func(*int64, *uint32, *T, *T, *T, *T, *T, *T, *T, *T, *T, int, int)); ok && has {
			loops = append(loops, f)
		}
	}
	avx512 := cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ
	add(avx512, iterate64avx512)
	add(avx512, iterate32avx512)
	add(cpu.X86.HasAVX2, iterate64avx2)
	add(cpu.X86.HasAVX2, iterate32avx2)
	return loops
}
