package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"runtime/pprof"
	"strconv"
	"time"

	"github.com/tvcut/tvcut/core/cut"
	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/partition"
)

func main() {
	bs, _ := os.ReadFile("/tmp/k/" + os.Args[1] + ".bin")
	n := int(binary.LittleEndian.Uint64(bs))
	nnz := int(binary.LittleEndian.Uint64(bs[8:]))
	g := &graph.CSR{Indptr: make([]int64, n+1), Indices: make([]int32, nnz), Data: make([]float64, nnz)}
	o := 16
	for i := range g.Indptr {
		g.Indptr[i] = int64(binary.LittleEndian.Uint64(bs[o:]))
		o += 8
	}
	for i := range g.Indices {
		g.Indices[i] = int32(binary.LittleEndian.Uint32(bs[o:]))
		o += 4
	}
	for i := range g.Data {
		g.Data[i] = math.Float64frombits(binary.LittleEndian.Uint64(bs[o:]))
		o += 8
	}
	opt := partition.Defaults()
	if os.Args[2] == "paper" || os.Args[2] == "fixed" || os.Args[2] == "median" {
		opt = partition.Paper()
	}
	if os.Args[2] == "fixed" {
		opt.Rule = cut.Fixed
		opt.Epsilon = 1e-5
		opt.MaxInner = 2000
	}
	if os.Args[2] == "median" {
		opt.Rule = cut.AdaptiveMedian
	}
	if os.Args[2] == "sym" {
		opt = partition.Defaults()
		opt.Strategy = partition.Symmetric
	}
	if os.Args[2] == "asymraw" {
		opt = partition.Defaults()
		opt.MaxRefine = -1
	}
	opt.Bound = os.Getenv("BOUND") != ""
	opt.NClusters, _ = strconv.Atoi(os.Args[3])
	opt.Threads, _ = strconv.Atoi(os.Args[4])
	if len(os.Args) > 5 {
		s, _ := strconv.Atoi(os.Args[5])
		opt.Seed = uint64(s)
	}
	if p := os.Getenv("PROF"); p != "" {
		f, _ := os.Create(p)
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	t := time.Now()
	r, err := partition.Run(context.Background(), partition.Problem{Graph: g}, opt, nil)
	if err != nil {
		panic(err)
	}
	yb, _ := os.ReadFile("/tmp/k/" + os.Args[1] + ".y")
	if len(yb) == len(r.Labels) {
		tab := map[int32]map[byte]int{}
		for i, a := range r.Labels {
			if tab[a] == nil {
				tab[a] = map[byte]int{}
			}
			tab[a][yb[i]]++
		}
		right := 0
		for _, m := range tab {
			b := 0
			for _, c := range m {
				b = max(b, c)
			}
			right += b
		}
		fmt.Printf("err %.2f ", 100*(1-float64(right)/float64(len(yb))))
	}
	if out := os.Getenv("DUMP"); out != "" {
		b := make([]byte, len(r.Labels))
		for i, a := range r.Labels {
			b[i] = byte(a)
		}
		os.WriteFile(out, b, 0o644)
	}
	fmt.Printf("bound %.5f ", r.LowerBound)
	fmt.Printf("%v C %.5f outer %d inner %d total %d %v %.2fs\n", os.Args[1:], r.Value, r.NOuter, r.NInner, r.NInnerTotal, r.Status, time.Since(t).Seconds())
}
