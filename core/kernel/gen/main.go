// Command gen writes the assembly of package kernel, with avo:
//
//	go run . -out ../slices_amd64.s -stubs ../slices_amd64.go -pkg kernel
//
// One function per storage type and instruction set, all of the same shape: over the slices lo … hi−1,
//
//	p ← clip(p + σ w (x̄_i − x̄_j), −w, w),  div ← div + p             column by column, a row in every lane
//	x ← (x/τ − div + μ m g) / (1/τ + μ m),  x̄ ← 2x − x_prev
//
// Multiplications and additions are not fused, so that every lane holds the bits of the scalar loop.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// target is one storage type on one instruction set.
type target struct {
	name   string // of the function
	goType string
	size   int // bytes of a value
	vector int // bytes of a register
	ops
}

// ops are the instructions of a target.
type ops struct {
	load, sub, mul, add, min, max, div, xor func(...Op)
	gather                                  func(index, base, out reg.Register)
	register                                func() reg.VecVirtual
}

// sliceBytes is the size of one column of a slice: a cache line of values.
const sliceBytes = 64

func main() {
	ConstraintExpr("amd64,!noasm")
	for _, t := range targets() {
		t.generate()
	}
	Generate()
}

func targets() []target {
	return []target{
		{"iterate64avx512", "float64", 8, 64, ops{VMOVUPD, VSUBPD, VMULPD, VADDPD, VMINPD, VMAXPD, VDIVPD, VXORPD,
			func(i, b, out reg.Register) {
				k := K()
				KXNORB(k, k, k)
				VGATHERDPD(Mem{Base: b, Index: i, Scale: 8}, k, out)
			}, ZMM}},
		{"iterate32avx512", "float32", 4, 64, ops{VMOVUPS, VSUBPS, VMULPS, VADDPS, VMINPS, VMAXPS, VDIVPS, VXORPS,
			func(i, b, out reg.Register) {
				k := K()
				KXNORW(k, k, k)
				VGATHERDPS(Mem{Base: b, Index: i, Scale: 4}, k, out)
			}, ZMM}},
		{"iterate64avx2", "float64", 8, 32, ops{VMOVUPD, VSUBPD, VMULPD, VADDPD, VMINPD, VMAXPD, VDIVPD, VXORPD,
			func(i, b, out reg.Register) {
				mask := YMM()
				VPCMPEQD(mask, mask, mask)
				VGATHERDPD(mask, Mem{Base: b, Index: i, Scale: 8}, out)
			}, YMM}},
		{"iterate32avx2", "float32", 4, 32, ops{VMOVUPS, VSUBPS, VMULPS, VADDPS, VMINPS, VMAXPS, VDIVPS, VXORPS,
			func(i, b, out reg.Register) {
				mask := YMM()
				VPCMPEQD(mask, mask, mask)
				VGATHERDPS(mask, Mem{Base: b, Index: i, Scale: 4}, out)
			}, YMM}},
	}
}

// indices loads the neighbours of one vector: half as wide as the values where those have 8 bytes.
func (t target) indices(m Mem) reg.Register {
	lanes := t.vector / t.size
	switch 4 * lanes {
	case 64:
		r := ZMM()
		VMOVDQU32(m, r)
		return r
	case 32:
		r := YMM()
		VMOVDQU(m, r)
		return r
	}
	r := XMM()
	VMOVDQU(m, r)
	return r
}

func (t target) generate() {
	pointer := "*" + t.goType
	TEXT(t.name, NOSPLIT, fmt.Sprintf("func(ptr *int64, idx *uint32, w, p, bar, next, x, inv, muG, den %s, sigma *%s, lo, hi int)",
		pointer, t.goType))
	Doc(t.name + " iterates over the slices lo … hi−1.")
	ptr, idx, w, p, bar := Load(Param("ptr"), GP64()), Load(Param("idx"), GP64()), Load(Param("w"), GP64()),
		Load(Param("p"), GP64()), Load(Param("bar"), GP64())
	s, hi := Load(Param("lo"), GP64()), Load(Param("hi"), GP64())
	parts := sliceBytes / t.vector

	sigma := t.register()
	address := Load(Param("sigma"), GP64())
	if t.size == 8 {
		VBROADCASTSD(Mem{Base: address}, sigma)
	} else {
		VBROADCASTSS(Mem{Base: address}, sigma)
	}
	sign := t.register() // −0 in every lane
	t.minusZero(sign)

	Label("slice")
	CMPQ(s, hi)
	JGE(LabelRef("done"))
	column, end := GP64(), GP64()
	MOVQ(Mem{Base: ptr, Index: s, Scale: 8}, column)
	MOVQ(Mem{Base: ptr, Index: s, Scale: 8, Disp: 8}, end)
	at := GP64() // of the slice's rows, in bytes
	MOVQ(s, at)
	SHLQ(U8(6), at)
	SHLQ(U8(6), column) // columns are sliceBytes apart
	SHLQ(U8(6), end)
	bi, div := make([]reg.VecVirtual, parts), make([]reg.VecVirtual, parts)
	for a := range parts {
		bi[a], div[a] = t.register(), t.register()
		t.load(Mem{Base: bar, Index: at, Scale: 1, Disp: a * t.vector}, bi[a])
		t.xor(div[a], div[a], div[a])
	}

	Label("column")
	CMPQ(column, end)
	JGE(LabelRef("rows"))
	half := column // bytes of indices: 4 for each value
	if t.size == 8 {
		half = GP64()
		MOVQ(column, half)
		SHRQ(U8(1), half)
	}
	for a := range parts {
		disp := a * t.vector
		index := t.indices(Mem{Base: idx, Index: half, Scale: 1, Disp: disp * 4 / t.size})
		q, wij, bound := t.register(), t.register(), t.register()
		t.xor(q, q, q) // a gather waits for what its register held before
		t.gather(index, bar, q)
		t.load(Mem{Base: w, Index: column, Scale: 1, Disp: disp}, wij)
		t.sub(q, bi[a], q)                                             // x̄_i − x̄_j
		t.mul(wij, sigma, bound)                                       // σ w
		t.mul(q, bound, q)                                             // σ w (x̄_i − x̄_j)
		t.add(Mem{Base: p, Index: column, Scale: 1, Disp: disp}, q, q) // p + σ w (x̄_i − x̄_j)
		t.min(wij, q, q)                                               // clip from above
		t.xor(sign, wij, bound)                                        // −w
		t.max(bound, q, q)                                             // and from below
		t.load(q, Mem{Base: p, Index: column, Scale: 1, Disp: disp})   // p
		t.add(q, div[a], div[a])                                       // div
	}
	ADDQ(U8(sliceBytes), column)
	JMP(LabelRef("column"))

	Label("rows")
	for a := range parts {
		row := func(name string) Mem {
			return Mem{Base: Load(Param(name), GP64()), Index: at, Scale: 1, Disp: a * t.vector}
		}
		x, u := t.register(), t.register()
		t.load(row("x"), x)
		t.load(row("inv"), u)
		t.mul(x, u, u)          // x/τ
		t.sub(div[a], u, u)     // x/τ − div
		t.add(row("muG"), u, u) // x/τ − div + μ m g
		t.div(row("den"), u, u) // over 1/τ + μ m
		t.load(u, row("x"))     // x
		t.add(u, u, u)          // 2x
		t.sub(x, u, u)          // 2x − x_prev
		t.load(u, row("next"))  // x̄
	}
	INCQ(s)
	JMP(LabelRef("slice"))

	Label("done")
	VZEROUPPER()
	RET()
}

// minusZero sets every lane to −0: the sign bit alone.
func (t target) minusZero(r reg.VecVirtual) {
	bits, x := GP64(), XMM()
	if t.size == 8 {
		MOVQ(U64(1<<63), bits)
		MOVQ(bits, x)
		VBROADCASTSD(x, r)
		return
	}
	MOVQ(U64(1<<31), bits)
	MOVQ(bits, x)
	VBROADCASTSS(x, r)
}
