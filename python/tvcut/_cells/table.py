"""The table of a scan as a DataFrame of pandas."""

from __future__ import annotations

from typing import Any

from .._cluster.scan_result import Scan


def table_of(scan: Scan) -> Any:
    """Return a DataFrame with a row for each number of parts. Its index has texts, as files of AnnData want."""
    from pandas import DataFrame

    columns = {
        "n_clusters": scan.n_clusters,
        "value": scan.values,
        "null_value": scan.null_values,
        "relative_value": scan.relative_values,
        "stability": scan.stability,
        "smallest": [int(sizes.min()) for sizes in scan.sizes],
        "largest": [int(sizes.max()) for sizes in scan.sizes],
    }
    return DataFrame(columns, index=[str(k) for k in scan.n_clusters])
