"""What a cut tells about the stages of its search."""

import json
import logging
import pickle
from typing import get_args

import numpy as np
import pytest

import tvcut
from tests import oracle
from tvcut._result.evidence import Choice

W = oracle.random_graph(np.random.default_rng(3), 60, 0.2)


def names(**options):
    return [stage.name for stage in tvcut.balanced_cut(W, **options).stages]


def test_the_stages_answer_whether_the_descent_ran():
    assert names(min_share=0) == ["multilevel search", "minimum cuts"]
    assert names(preset="paper") == ["total-variation descent"]
    assert names(init="random", min_share=0) == ["total-variation descent", "minimum cuts"]
    assert names(objective="cut", n_clusters=3)[0] == "direct search"
    assert names(strategy="symmetric", n_clusters=3, min_share=0)[:3] == [
        "cuts in two",
        "refinement",
        "multiclass total-variation descent",
    ]


@pytest.mark.parametrize("objective", ["value", "cut"])
@pytest.mark.parametrize("scale", [1.0, 2.0**600, 3.7e-300])
def test_criteria_have_the_unit_of_the_cut(objective, scale):
    cut = tvcut.balanced_cut(W * scale, 3, objective=objective, min_share=0)
    criterion = cut.value if objective == "value" else cut.cut_weight
    assert [stage.after for stage in cut.stages if stage.gave] == [pytest.approx(criterion, rel=1e-9)]
    known = [stage.after for stage in cut.stages if stage.after is not None]
    assert known == sorted(known, reverse=True) and cut.stages[0].before is None
    assert 0 <= sum(stage.seconds for stage in cut.stages) <= cut.time


@pytest.mark.filterwarnings("ignore::tvcut.AmbiguousPartsWarning", "ignore::tvcut.SmallPartWarning")
def test_stages_belong_to_their_search():
    W = np.kron(np.diag([1.0, 1.0]), np.ones((30, 30))) + 0.05  # two groups
    W = np.pad(W, (0, 1))
    W[60, 0] = W[0, 60] = 0.01  # and a vertex that a weak edge joins to one of them
    cut = tvcut.balanced_cut(W)
    assert cut.choice != "lowest"
    assert {stage.search for stage in cut.stages} <= set(get_args(Choice))
    assert [stage.search for stage in cut.stages if stage.gave] == [cut.choice]
    assert cut.stages[0].search == "lowest" and cut.evidence.lowest_value == min(
        stage.after for stage in cut.stages if stage.search == "lowest"
    )


def test_stages_are_in_the_dict_the_json_and_the_notebook():
    cut = tvcut.balanced_cut(W, 3)
    shown = json.loads(cut.to_json())["stages"]
    assert shown == cut.to_dict()["stages"] and [s["name"] for s in shown] == [s.name for s in cut.stages]
    html = cut._repr_html_()
    assert "<details" in html and all(stage.name in html for stage in cut.stages) and html.count("gave the cut") == 1
    assert pickle.loads(pickle.dumps(cut)).stages == cut.stages


def test_the_log_has_the_stages(caplog):
    with caplog.at_level(logging.INFO, "tvcut"):
        cut = tvcut.balanced_cut(W, 3, verbose=True)
    lines = [record.getMessage() for record in caplog.records]
    assert lines[-1 - len(cut.stages) : -1] == [str(stage) for stage in cut.stages]
    assert sum("gave the cut" in line for line in lines) == 1
