package partition

import (
	"fmt"
	"strconv"
)

var (
	_ fmt.Stringer = Balance(0)
	_ fmt.Stringer = Objective(0)
	_ fmt.Stringer = Strategy(0)
	_ fmt.Stringer = Init(0)
	_ fmt.Stringer = Polish(0)
	_ fmt.Stringer = Effort(0)
	_ fmt.Stringer = Method(0)
	_ fmt.Stringer = Solver(0)
	_ fmt.Stringer = Precision(0)
	_ fmt.Stringer = Status(0)
	_ fmt.Stringer = Choice(0)
	_ fmt.Stringer = Phase(0)
)

// enum is an integer type whose values have words.
type enum interface {
	~int
	words() []string
}

// word returns the word for a value, or its number if it has none.
func word[E enum](e E) string {
	if words := e.words(); 0 <= e && int(e) < len(words) && words[e] != "" {
		return words[e]
	}
	return strconv.Itoa(int(e))
}
