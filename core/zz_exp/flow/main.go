package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strconv"
	"time"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/par"
	"github.com/tvcut/tvcut/core/multiclass"
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
	lb, _ := os.ReadFile(os.Args[2])
	labels := make([]int32, n)
	for i := range labels {
		labels[i] = int32(lb[i])
	}
	mass := make([]float64, n)
	for i := range mass {
		mass[i] = 1
	}
	maxInner, _ := strconv.Atoi(os.Args[3])
	scale, _ := strconv.ParseFloat(os.Args[4], 64)
	maxOuter, _ := strconv.Atoi(os.Args[5])
	theta, _ := strconv.ParseFloat(os.Args[6], 64)
	pat, _ := strconv.Atoi(os.Args[7])
	rows := par.NewRows(g.Indptr, 2)
	t := time.Now()
	f := multiclass.New(g, mass, labels, nil, 10, rows, multiclass.Options{Theta: theta, Tol: 1e-6, MaxOuter: maxOuter, MaxInner: maxInner, Patience: pat, Scale: scale})
	fmt.Println("from", f.Energy, time.Since(t))
	s := f.Run(context.Background(), nil)
	fmt.Println(s, f.Energy, f.NOuter, f.NInner, time.Since(t))
}
