// Command runner cuts the graphs of a file of cases and prints a line for each: bits of the value and of the cut weight,
// status and labels, or "refused". bench/robust/interfaces.py writes the file and compares the lines with those of Python.
//
//	go run ./bench/robust/runner cases.bin
package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"strings"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/partition"
)

// header holds the lengths of the arrays of a case, in the order in which they follow. Length 0 means that there is none.
type header struct {
	Vertices, HalfEdges, Parts                         int64
	VertexWeight, Fixed, PartWeights, Labels, NumStart int64
	Text                                               int64
}

func main() {
	file, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	in := bufio.NewReader(file)
	for {
		var h header
		if err := binary.Read(in, binary.LittleEndian, &h); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		p, opt, err := readCase(in, h)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(line(p, opt))
	}
}

// read returns an array of the given length, or nil for length 0.
func read[T any](in io.Reader, length int64) []T {
	if length == 0 {
		return nil
	}
	values := make([]T, length)
	if err := binary.Read(in, binary.LittleEndian, values); err != nil {
		log.Fatal(err)
	}
	return values
}

// readCase reads what follows a header.
func readCase(in io.Reader, h header) (p partition.Problem, opt partition.Options, err error) {
	indptr, indices, data := read[int64](in, h.Vertices+1), read[int32](in, h.HalfEdges), read[float64](in, h.HalfEdges)
	if p.Graph, err = graph.New(indptr, indices, data); err != nil {
		return p, opt, err
	}
	p.VertexWeight, p.Fixed = read[float64](in, h.VertexWeight), read[int32](in, h.Fixed)
	p.PartWeights, p.Labels = read[float64](in, h.PartWeights), read[int32](in, h.Labels)
	for range h.NumStart {
		p.Starts = append(p.Starts, read[float64](in, h.Vertices))
	}
	opt = partition.Defaults()
	for _, text := range strings.Split(string(read[byte](in, h.Text)), "\n") {
		name, value, _ := strings.Cut(text, "=")
		if err := opt.Set(name, value); err != nil {
			return p, opt, err
		}
	}
	return p, opt, nil
}

// line cuts a graph and returns the line to print.
func line(p partition.Problem, opt partition.Options) string {
	r, err := partition.Run(context.Background(), p, opt, nil)
	if err != nil {
		return "refused"
	}
	labels := strings.Trim(fmt.Sprint(r.Labels), "[]")
	return fmt.Sprintf("%016x %016x %s %s", math.Float64bits(r.Value), math.Float64bits(r.CutWeight), r.Status, labels)
}
