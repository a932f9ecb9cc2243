package ordering

const none = -1

// buckets are doubly linked lists of variables by degree.
type buckets struct {
	first      []int32 // of each degree, or none
	next, last []int32 // of each variable, or none
	listed     []bool
	least      int32 // no list of a smaller degree has a variable
	size       int   // variables in all lists
}

// newBuckets returns empty lists of n variables with degrees of at most `most`.
func newBuckets(n int, most int32) buckets {
	b := buckets{first: make([]int32, most+1), next: make([]int32, n), last: make([]int32, n), listed: make([]bool, n), least: most}
	for d := range b.first {
		b.first[d] = none
	}
	return b
}

// add adds a variable of the given degree.
func (b *buckets) add(i, degree int32) {
	b.next[i], b.last[i] = b.first[degree], none
	if next := b.next[i]; next != none {
		b.last[next] = i
	}
	b.first[degree] = i
	b.listed[i] = true
	b.least = min(b.least, degree)
	b.size++
}

// remove removes a variable of the given degree, if it is in a list.
func (b *buckets) remove(i, degree int32) {
	if !b.listed[i] {
		return
	}
	if b.last[i] != none {
		b.next[b.last[i]] = b.next[i]
	} else {
		b.first[degree] = b.next[i]
	}
	if b.next[i] != none {
		b.last[b.next[i]] = b.last[i]
	}
	b.listed[i] = false
	b.size--
}

// lowest returns a variable of smallest degree. There must be one.
func (b *buckets) lowest() int32 {
	for b.first[b.least] == none {
		b.least++
	}
	return b.first[b.least]
}
