// Package plan holds the numbers that decide what a search does, how often and for how long. A preset is a Plan, such as Default.
// The functions of the package turn a plan, the options of a caller and a few facts about a graph into the parameters of the
// searches.
package plan

// Plan is the numbers of one preset, in groups.
type Plan struct {
	Starts      Starts
	Cuts        Cuts
	SmallCuts   SmallCuts
	Narrow      Narrow
	MinCuts     MinCuts
	Parts       Parts
	Refinement  Refinement
	Proofs      Proofs
	Consensus   Consensus
	Isolation   Isolation
	Communities Communities
	Clusters    Clusters

	omitted []string // stages that are left out
}

// Starts are the numbers of starts where the options do not give one. On n vertices there are Least·size/n starts, at least Least
// and at most Most, because starts on small graphs take little time. size is SmallGraph for the descent and MediumGraph for the
// multilevel search, whose starts are cheaper. On graphs of at most SmallSearch vertices a few steps of the evolution take about as
// long as the search itself and make the criterion depend less on how the vertices are numbered.
type Starts struct {
	Least, Most int
	PerCut      int // of each bisection for more than two parts: the refinement that follows gains more than further starts would
	SmallGraph  int // vertices
	MediumGraph int // vertices; a consensus of larger graphs has fewer members, and the direct search alone cuts them into many parts
	BestSteps   int // steps of the evolution with the best effort and no time limit
	SmallSearch int // vertices of the largest graph on which an evolution follows with the usual effort

	SmallSteps, SmallStepsForValue int // steps of that evolution
}

// Cuts are the numbers of the multilevel search for two parts.
//
// On graphs with at most Recombined vertices, and for more than two parts, each try is combined with the best cut so far, and the
// search ends after Patience consecutive tries that do not lower C, or after LargePatience of them for more than two parts of graphs
// with more than LargeGraph vertices.
//
// For two parts of larger graphs, all tries come first. They end once Agreement tries have found the lowest C, since more tries
// hardly ever lower it then. The tries are then combined. If the tries have nothing in common, up to CommunityTries tries within
// communities follow, which lowers C of small-world graphs by up to some per cent. If the best try cuts at most UnionEdges edges, unions
// of communities are combined with the tries, which find the best way to group clearly separated clusters. Cuts of meshes and
// neighbour graphs with more vertices have more edges.
//
// On graphs with more than CheapGraph vertices, the number of tries is Vertices over the number of vertices, but at least Fewest and
// at most Most. The tries of a large graph (memory.IsLarge) run one after the other. To keep the time from rising abruptly at this
// size, there are only InTurn of them, and none within communities.
type Cuts struct {
	Patience, LargePatience int // tries
	LargeGraph              int // vertices
	Recombined              int // vertices
	CheapGraph              int // vertices
	Vertices                int // vertices that all tries have together
	Fewest, Most, InTurn    int // tries
	Agreement               int // tries
	CommunityTries          int
	Unions                  int // unions that are refined
	UnionEdges              int // edges

	ShortPaths    float64 // least share of the vertices in a level separator of a graph whose Fiedler vector is a candidate
	SpectralSteps int     // steps of the eigensolver for that vector
}

// SmallCuts are other numbers for two parts of graphs with more than Cuts.Recombined and at most Cuts.CheapGraph vertices, which give
// the lowest C in the same time (python -m bench.small_graphs). Sets grown on the coarsest graph take a quarter of a try there, and
// few of them find cuts as good as many do. The time is better spent on annealing: on random graphs and networks it lowers C by up to
// some per cent. Tries agree more often by chance.
type SmallCuts struct {
	Agreement     int // tries
	Growths       int // sets grown on the coarsest graph
	AnnealedTries int // one cut is annealed for each AnnealedTries tries; 0: none
}

// Narrow are the numbers for two parts of narrow graphs: a level of a level structure separates them with at most Width √n
// vertices. Meshes in two dimensions, random geometric graphs and road networks have about 1 to 3 √n; those in three dimensions,
// neighbours of points and social networks of more than Cuts.LargeGraph vertices have 15 √n and more.
//
// On large narrow graphs of at most HalfEdges half-edges tries of the direct search replace those of the multilevel search. On graphs
// with more half-edges they would need more memory, or more time if they ran one after the other. Their number is Vertices over the
// number of vertices, but at least Fewest. A few such tries, each of which searches a coarse level again, find a lower C in less time
// than more tries without that search.
type Narrow struct {
	Width     float64 // of √n
	HalfEdges int
	Fewest    int     // tries
	Vertices  int     // vertices that all tries have together
	Share     float64 // of the time that the tries take, about; recombination takes the rest
}

// MinCuts are the limits of the minimum cuts of the best cut of two parts. A minimum cut of a whole graph near its optimum visits about
// 4 to 20 times its half-edges.
type MinCuts struct {
	Band   float64 // share of the vertices in the first band
	Effort int     // half-edges visited, relative to those of the graph
}

// Refinement are the limits of the multiclass descent that refines more than two parts. Values limits the memory of all of its
// arrays to 1 GiB. Duals limits the time after the other refinement to about half a second: on larger graphs the descent takes as long as
// everything before it and lowers the value by about 10⁻⁴. Unlinked is then the number of values that the arrays may have beyond those
// for the largest connected graph with as many edges.
type Refinement struct {
	Values   float64
	Duals    float64 // half-edges times parts
	Unlinked float64
	Inner    int     // inner steps in an outer step: more of them rarely lower the energy
	Alpha    float64 // α; after longer steps a column can vanish, and the partition then has a higher value than the one before

	WalkSteps int // steps of the random walk of label propagation from fixed vertices
}

// Proofs are the limits of the searches on small graphs that prove optimality. The exhaustive search takes some milliseconds at
// most: it is for up to 16 vertices for two parts and for all numbers of parts of 9 vertices.
type Proofs struct {
	Partitions     float64 // largest number of partitions for the exhaustive search
	PartitionsWork float64 // partitions times vertices and half-edges
	Nodes          int     // of the branch-and-bound tree for two parts
}

// Consensus are the numbers of partitions for a consensus, for each of the two graphs that are cut.
type Consensus struct {
	Members      int // partitions that are found
	LargeMembers int // the same on graphs with more than Starts.MediumGraph vertices, and with fast effort
	HugeMembers  int // the same on large graphs: see memory.IsLarge
	Kept         int // one in Kept of the partitions, rounded up, becomes a member: those of lowest value

	Least float64 // smallest mass of a part of a consensus, relative to an equal share
}

// Isolation are the numbers that decide between the partition of lowest value, isolated parts and a consensus. The gap was chosen on
// blobs of 1:1 to 1:30 points with up to 5 % of outliers, where it is mostly above 100, and on networks and tables whose small parts
// are no clusters, where it is mostly below 3 (python -m bench.unequal and bench.classes).
type Isolation struct {
	Light    float64    // mass of a part, relative to an equal share, below which isolated parts and a consensus are sought
	Shares   [3]float64 // the smallest mass of a part in each partition that is examined, relative to an equal share
	Vertices int        // least vertices of mean mass in a part, since a few vertices are no cluster
	Gap      float64    // least gap of isolated parts: see isolation.Gap
	Close    float64    // factor within which a gap is close to Gap
	Tries    int        // of the search for each share, before the search that the options ask for
	Loose    float64    // largest share of the mass in loose pieces; if there is more, no vertices are set aside
}

// Communities are the numbers that decide whether the graph has communities of uneven size. Rise and Chance were chosen on LFR graphs,
// where the modularity mostly rises by more than 3 %, to 1.6 to 2.3 times that of chance. On random graphs it is at most 1.3 times
// that, and on meshes and neighbours of points it rises by less than 2 % (python -m bench.unequal).
type Communities struct {
	Rise   float64 // least relative rise of the modularity by moves of single vertices
	Chance float64 // least modularity relative to that of a sparse random graph
	Sweeps int     // largest number of sweeps over all vertices
}

// Clusters are the numbers that decide how many clusters a graph has: see modularity.Count. Plateau and Floor were chosen on 44
// labelled graphs, where any Floor from 10⁻⁴ to 0.003 gives about the same mean adjusted mutual information. With Stable, random graphs
// and points from one distribution in five or more dimensions have one cluster. Points in two or three dimensions mostly have several:
// their communities are as stable as those of many labelled tables (python -m bench.counts).
type Clusters struct {
	Runs    int     // hierarchies of communities
	Tries   int     // orders of the vertices for each of them
	Sweeps  int     // largest number of sweeps of single vertices over the communities of one order
	Floor   float64 // least resolution: clusters that are merged below it count as not linked
	Plateau float64 // least plateau of a number of clusters
	Stable  float64 // least stability of communities without a plateau

	LargeGraph, LargeRuns int // on graphs with more than LargeGraph vertices there are LargeRuns hierarchies, of one order each
}
