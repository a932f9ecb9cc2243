package multilevel

// queue is an addressable max-heap of vertices. Its nodes have four children: the depth is half that of a binary heap,
// and the children of a node share a cache line.
type queue struct {
	items []item
	place []int32 // position of every vertex of the graph; shared by the queues of a refiner, at most one of which holds it
}

type item struct {
	key    float64
	vertex int32
}

const (
	absent = -1 // place of a vertex that is in no queue
	locked = -2 // place of a vertex that has moved in this pass and must not be queued
)

const arity = 4

// push adds a vertex.
func (q *queue) push(vertex int32, key float64) {
	q.items = append(q.items, item{key, vertex})
	q.siftUp(len(q.items) - 1)
}

// pop removes the vertex with the largest key.
func (q *queue) pop() {
	last := len(q.items) - 1
	q.place[q.items[0].vertex] = absent
	moved := q.items[last]
	q.items = q.items[:last]
	if last > 0 {
		q.items[0] = moved
		q.siftDown(0)
	}
}

// add adds delta to the key of a queued vertex.
func (q *queue) add(vertex int32, delta float64) {
	at := int(q.place[vertex])
	q.items[at].key += delta
	if delta > 0 {
		q.siftUp(at)
	} else {
		q.siftDown(at)
	}
}

func (q *queue) siftUp(at int) {
	moving := q.items[at]
	for at > 0 {
		parent := (at - 1) / arity
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

func (q *queue) siftDown(at int) {
	moving := q.items[at]
	for {
		first := arity*at + 1
		if first >= len(q.items) {
			break
		}
		largest := first
		for c := first + 1; c < min(first+arity, len(q.items)); c++ {
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
