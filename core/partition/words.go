package partition

import (
	"fmt"
	"strconv"
)

// enum is an integer type whose values have words.
type enum interface {
	~int
	fmt.Stringer
	words() []string
}

// wordsOf returns the words of a type, indexed by its values.
func wordsOf[E enum]() []string { return E(0).words() }

// word returns the word for a value, or its number if it has none.
func word[E enum](e E) string {
	if words := e.words(); 0 <= e && int(e) < len(words) && words[e] != "" {
		return words[e]
	}
	return strconv.Itoa(int(e))
}
