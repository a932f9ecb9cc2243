"""Cut a graph with the Python classes that gopy generates from tvcut's Go structs (`make gopy`).

    python examples/gopy_jobs.py

Arrays are passed by address, so they must have the exact dtype and stay alive until Finish returns.
"""

import numpy as np
from tvcut_gopy import pybind as go

# Two triangles and the weak edge between vertices 2 and 3, in compressed sparse rows.
indptr = np.array([0, 2, 4, 7, 10, 12, 14], np.int64)
indices = np.array([1, 2, 0, 2, 0, 1, 3, 2, 4, 5, 3, 5, 3, 4], np.int32)
data = np.array([3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 3, 3, 3, 3], np.float64)

graph = go.Graph(N=6, Nnz=14, Indptr=indptr.ctypes.data, Indices=indices.ctypes.data, Data=data.ctypes.data)
options = go.NewOptions("default")
options.Set("random_state", "7")

job = go.Job()
if job.Start(graph, options, 0, 0) != go.OK:
    raise SystemExit(job.Message)
while job.Wait(100) == go.Pending:
    print("C so far:", job.Progress().Value)

labels = np.empty(6, np.int32)
result = go.Result(Labels=labels.ctypes.data)
if job.Finish(result) != go.OK:
    raise SystemExit(job.Message)
print(f"labels {labels}, C = {result.Value:.6f}, {result.NInner} inner steps")

options.Set("theta", "2")
print(f"refused: {options.Message}")
options.Set("n_clusters", "7")
refused = go.Job()
print(f"code {refused.Start(graph, options, 0, 0)}: {refused.Message}")
