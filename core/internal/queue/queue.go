// Package queue is an addressable priority queue of vertices.
package queue

// Queue is an addressable max-heap of vertices. Its nodes have four children: the depth is half that of a binary heap,
// and the children of a node share a cache line.
type Queue struct {
	Items []Item  // Items[0] has the largest key
	Place []int32 // position of every vertex of the graph; queues that hold no vertex in common may share it
}

// Item is a queued vertex with its key.
type Item struct {
	Key    float64
	Vertex int32
}

// Places of vertices that are in no queue.
const (
	Absent = -1 // the vertex may be pushed
	Locked = -2 // the caller has marked the vertex as one that must not be pushed
)

const arity = 4

// Places returns the places of n vertices that are in no queue.
func Places(n int) []int32 {
	place := make([]int32, n)
	for i := range place {
		place[i] = Absent
	}
	return place
}

// Push adds a vertex.
func (q *Queue) Push(vertex int32, key float64) {
	q.Items = append(q.Items, Item{key, vertex})
	q.siftUp(len(q.Items) - 1)
}

// Pop removes the vertex with the largest key.
func (q *Queue) Pop() {
	last := len(q.Items) - 1
	q.Place[q.Items[0].Vertex] = Absent
	moved := q.Items[last]
	q.Items = q.Items[:last]
	if last > 0 {
		q.Items[0] = moved
		q.siftDown(0)
	}
}

// Clear removes all vertices.
func (q *Queue) Clear() {
	for _, item := range q.Items {
		q.Place[item.Vertex] = Absent
	}
	q.Items = q.Items[:0]
}

// Add adds delta to the key of a queued vertex.
func (q *Queue) Add(vertex int32, delta float64) {
	at := int(q.Place[vertex])
	q.Items[at].Key += delta
	if delta > 0 {
		q.siftUp(at)
	} else {
		q.siftDown(at)
	}
}

// Set replaces the key of a queued vertex.
func (q *Queue) Set(vertex int32, key float64) {
	at := int(q.Place[vertex])
	before := q.Items[at].Key
	q.Items[at].Key = key
	if key > before {
		q.siftUp(at)
	} else {
		q.siftDown(at)
	}
}

func (q *Queue) siftUp(at int) {
	moving := q.Items[at]
	for at > 0 {
		parent := (at - 1) / arity
		if q.Items[parent].Key >= moving.Key {
			break
		}
		q.Items[at] = q.Items[parent]
		q.Place[q.Items[at].Vertex] = int32(at)
		at = parent
	}
	q.Items[at] = moving
	q.Place[moving.Vertex] = int32(at)
}

func (q *Queue) siftDown(at int) {
	moving := q.Items[at]
	for {
		first := arity*at + 1
		if first >= len(q.Items) {
			break
		}
		largest := first
		for c := first + 1; c < min(first+arity, len(q.Items)); c++ {
			if q.Items[c].Key > q.Items[largest].Key {
				largest = c
			}
		}
		if q.Items[largest].Key <= moving.Key {
			break
		}
		q.Items[at] = q.Items[largest]
		q.Place[q.Items[at].Vertex] = int32(at)
		at = largest
	}
	q.Items[at] = moving
	q.Place[moving.Vertex] = int32(at)
}
