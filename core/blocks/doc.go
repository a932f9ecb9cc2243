// Package blocks has the step of label propagation on a graph that is stored in blocks of rows, in different processes.
//
// A block is some rows of W in compressed sparse rows. Its columns are numbered anew, 0 … c−1, so that the step needs the
// labels of the vertices that the block touches and of no others. It reads the labels from before the step and
// returns what the rows of one block ask for; the caller decides which requests it grants. The result therefore does not
// depend on the division into blocks, provided that the sums of weights are exact: all weights are multiples of one power
// of two, and their sum is below 2⁵³ times that power.
//
// The step is that of H. Meyerhenke, P. Sanders and C. Schulz, "Parallel graph partitioning for complex networks", IEEE
// Transactions on Parallel and Distributed Systems 28(9), 2017, pages 2625–2638, in a synchronous form.
package blocks
