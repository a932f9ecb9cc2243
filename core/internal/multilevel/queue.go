package multilevel

// queue is a heap of vertices, largest key first, that knows where each of them is. Four children a node: half
// the depth of two, and the children share a cache line.
type queue struct {
	items []item
	place []int32 // of every vertex of the graph, shared by the queues of one refiner; a vertex is in one at most
}

type item struct {
	key    float64
	vertex int32
}

const (
	absent = -1 // place of a vertex in no queue
	locked = -2 // place of a vertex that may not enter one
)

const children = 4

func (q *queue) push(vertex int32, key float64) {
	q.items = append(q.items, item{key, vertex})
	q.up(len(q.items) - 1)
}

// pop removes the head.
func (q *queue) pop() {
	last := len(q.items) - 1
	q.place[q.items[0].vertex] = absent
	moved := q.items[last]
	q.items = q.items[:last]
	if last > 0 {
		q.items[0] = moved
		q.down(0)
	}
}

// add changes the key of a vertex in the queue by delta.
func (q *queue) add(vertex int32, delta float64) {
	at := int(q.place[vertex])
	q.items[at].key += delta
	if delta > 0 {
		q.up(at)
	} else {
		q.down(at)
	}
}

func (q *queue) up(at int) {
	moving := q.items[at]
	for at > 0 {
		parent := (at - 1) / children
		if q.items[parent].key >= moving.key {
			break
		}
		q.items[at] = q.items[parent]
		q.place[q.items[at].vertex] = int32(at)
		at = parent
	}
	q.items[at] = moving
	q.place[moving.vertex] = int32(at)
}

func (q *queue) down(at int) {
	moving := q.items[at]
	for {
		first := children*at + 1
		if first >= len(q.items) {
			break
		}
		largest := first
		for c := first + 1; c < min(first+children, len(q.items)); c++ {
			if q.items[c].key > q.items[largest].key {
				largest = c
			}
		}
		if q.items[largest].key <= moving.key {
			break
		}
		q.items[at] = q.items[largest]
		q.place[q.items[at].vertex] = int32(at)
		at = largest
	}
	q.items[at] = moving
	q.place[moving.vertex] = int32(at)
}
