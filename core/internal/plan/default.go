package plan

// Default returns the default preset.
func Default() Plan {
	return Plan{
		Starts: Starts{Least: 8, Most: 32, PerCut: 2, SmallGraph: 1000, MediumGraph: 32_000, BestSteps: 128,
			SmallSearch: 200, SmallSteps: 16, SmallStepsForValue: 96},
		Cuts: Cuts{Patience: 16, LargePatience: 1, LargeGraph: 28_000, Recombined: 300, CheapGraph: 4000, Vertices: 144_000, Fewest: 4,
			Most: 10, InTurn: 3, Agreement: 3, CommunityTries: 4, Unions: 4, UnionEdges: 64, ShortPaths: 0.1, SpectralSteps: 60},
		SmallCuts: SmallCuts{Agreement: 5, Growths: 8, AnnealedTries: 6},
		Narrow:    Narrow{Width: 4, HalfEdges: 1 << 21, Fewest: 2, Vertices: 320_000, Share: 0.8},
		MinCuts:   MinCuts{Band: 1. / 16, Effort: 24},
		Parts: Parts{
			Least: 3, LeastForValue: 5, LeastForTwo: 8, LeastOnLarge: 2, LargeGraph: 5000, LargeVertices: 120_000,
			CheapForValue: 20, HalfEdgesForValue: 400_000,
			CheapForCut: 8, HalfEdgesForCut: 100_000, MostForCut: 16, Spread: 0.008,
			Most: 32, Vertices: 16_000, VerticesForTwo: 32_000, HalfEdges: 1_000_000,
			Coarse: 3, PatienceForTwo: 4, PatientVertices: 128_000, Agreement: 5, AgreementForValue: 3, CoarseRoom: 0.03, Dominant: 0.5, SmallComponent: 0.05},
		Refinement:  Refinement{Values: 1 << 27, Duals: 1 << 22, Unlinked: 1 << 20, Inner: 50, Alpha: 10, WalkSteps: 200},
		Proofs:      Proofs{Partitions: 1 << 15, PartitionsWork: 1 << 24, Nodes: 300_000},
		Consensus:   Consensus{Members: 12, LargeMembers: 4, HugeMembers: 1, Kept: 3, Least: 0.1},
		Isolation:   Isolation{Light: 0.5, Shares: [3]float64{0.3, 0.1, 0.03}, Vertices: 5, Gap: 10, Close: 2, Tries: 2, Loose: 0.5},
		Communities: Communities{Rise: 0.02, Chance: 1.5, Sweeps: 30},
		Clusters:    Clusters{Runs: 6, Tries: 3, Sweeps: 4, Floor: 0.001, Plateau: 0.3, Stable: 0.7, LargeGraph: 100_000, LargeRuns: 2},
	}
}
