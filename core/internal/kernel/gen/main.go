// Command gen writes the assembly of package kernel, with avo:
//
//	go run . -out ../slices_amd64.s -stubs ../slices_amd64.go -pkg kernel
//
// One function per storage type and instruction set, all of the same shape: over the slices lo … hi−1,
//
//	p ← clip(p + w σ (x̄_i − x̄_j), −w, w),  div ← div + p             column by column, a row in every lane
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

// loop holds what the parts of a function share: the registers of its arguments, and the state of the current slice.
type loop struct {
	target
	idx, w, p, bar reg.Register
	sigma, sign    reg.VecVirtual   // σ in every lane, −0 in every lane
	at             reg.GPVirtual    // of the slice's rows, in bytes
	column         reg.GPVirtual    // offset of the current column, in bytes
	own, sums      []reg.VecVirtual // σ x̄_i and Σ p of the slice's rows
}

func (t target) generate() {
	pointer := "*" + t.goType
	TEXT(t.name, NOSPLIT, fmt.Sprintf("func(ptr *int64, idx *uint32, w, p, bar, next, x, inv, muG, den %s, sigma *%s, lo, hi int)",
		pointer, t.goType))
	Doc(t.name + " iterates over the slices lo … hi−1.")
	ptr := Load(Param("ptr"), GP64())
	l := &loop{target: t, idx: Load(Param("idx"), GP64()), w: Load(Param("w"), GP64()), p: Load(Param("p"), GP64()),
		bar: Load(Param("bar"), GP64())}
	s, hi := Load(Param("lo"), GP64()), Load(Param("hi"), GP64())
	l.constants()

	Label("slice")
	CMPQ(s, hi)
	JGE(LabelRef("done"))
	end := GP64()
	l.column, l.at = GP64(), GP64()
	MOVQ(Mem{Base: ptr, Index: s, Scale: 8}, l.column)
	MOVQ(Mem{Base: ptr, Index: s, Scale: 8, Disp: 8}, end)
	MOVQ(s, l.at)
	for _, r := range []reg.GPVirtual{l.at, l.column, end} {
		SHLQ(U8(6), r) // columns, and the values of a slice's rows, are sliceBytes apart
	}
	l.begin()
	Label("column")
	CMPQ(l.column, end)
	JGE(LabelRef("rows"))
	l.edges()
	ADDQ(U8(sliceBytes), l.column)
	JMP(LabelRef("column"))
	Label("rows")
	for a := range l.own {
		l.vertices(a)
	}
	INCQ(s)
	JMP(LabelRef("slice"))

	Label("done")
	VZEROUPPER()
	RET()
}

// constants fills the registers that stay.
func (l *loop) constants() {
	l.sigma, l.sign = l.register(), l.register()
	address := Load(Param("sigma"), GP64())
	if l.size == 8 {
		VBROADCASTSD(Mem{Base: address}, l.sigma)
	} else {
		VBROADCASTSS(Mem{Base: address}, l.sigma)
	}
	l.minusZero(l.sign)
}

// begin loads x̄ of the slice's rows and clears their sums.
func (l *loop) begin() {
	parts := sliceBytes / l.vector
	l.own, l.sums = make([]reg.VecVirtual, parts), make([]reg.VecVirtual, parts)
	for a := range parts {
		l.own[a], l.sums[a] = l.register(), l.register()
		l.load(Mem{Base: l.bar, Index: l.at, Scale: 1, Disp: a * l.vector}, l.own[a])
		l.xor(l.sums[a], l.sums[a], l.sums[a])
	}
}

// edges moves p of one column and adds it to the sums.
func (l *loop) edges() {
	half := l.column // bytes of indices: 4 for each value
	if l.size == 8 {
		half = GP64()
		MOVQ(l.column, half)
		SHRQ(U8(1), half)
	}
	for a := range l.own {
		disp := a * l.vector
		index := l.indices(Mem{Base: l.idx, Index: half, Scale: 1, Disp: disp * 4 / l.size})
		q, wij, bound := l.register(), l.register(), l.register()
		l.xor(q, q, q) // a gather waits for what its register held before
		l.gather(index, l.bar, q)
		l.load(Mem{Base: l.w, Index: l.column, Scale: 1, Disp: disp}, wij)
		l.sub(q, l.own[a], q)                                              // σ (x̄_i − x̄_j)
		l.mul(q, wij, q)                                                   // w σ (x̄_i − x̄_j)
		l.add(Mem{Base: l.p, Index: l.column, Scale: 1, Disp: disp}, q, q) // p + w σ (x̄_i − x̄_j)
		l.min(wij, q, q)                                                   // clip from above
		l.xor(l.sign, wij, bound)                                          // −w
		l.max(bound, q, q)                                                 // and from below
		l.load(q, Mem{Base: l.p, Index: l.column, Scale: 1, Disp: disp})   // p
		l.add(q, l.sums[a], l.sums[a])                                     // Σ p
	}
}

// vertices moves x and x̄ of the rows in part a of the slice.
func (l *loop) vertices(a int) {
	row := func(name string) Mem {
		return Mem{Base: Load(Param(name), GP64()), Index: l.at, Scale: 1, Disp: a * l.vector}
	}
	x, u := l.register(), l.register()
	l.load(row("x"), x)
	l.load(row("inv"), u)
	l.mul(x, u, u)          // x/τ
	l.sub(l.sums[a], u, u)  // x/τ − Σ p
	l.add(row("muG"), u, u) // x/τ − Σ p + μ m g
	l.div(row("den"), u, u) // over 1/τ + μ m
	l.load(u, row("x"))     // x
	l.add(u, u, u)          // 2x
	l.sub(x, u, u)          // 2x − x_prev
	l.mul(l.sigma, u, u)    // σ x̄
	l.load(u, row("next"))
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
