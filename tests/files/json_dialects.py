"""The path anna–bert–carl with weights 2 and 3 in the layouts of JSON that programs write."""

import io
import json

import networkx

PATH = {("anna", "bert"): 2, ("bert", "carl"): 3}
NUMBERS = {("0", "1"): 2, ("1", "2"): 3}
PEOPLE = [{"id": "anna"}, {"id": "bert"}, {"id": "carl"}]


def links(name, *nodes, **attributes):
    pairs = (nodes[0], nodes[1], 2), (nodes[1], nodes[2], 3)
    return [{"source": i, "target": j, name: w} for i, j, w in pairs]


def of_networkx(write):
    graph, file = networkx.Graph(), io.BytesIO()
    graph.add_weighted_edges_from([("anna", "bert", 2), ("bert", "carl", 3)])
    write(graph, file)
    return file.getvalue()


JSON = {  # the format, the content and the edges
    "json, links": ("json", json.dumps({"nodes": PEOPLE, "links": links("value", "anna", "bert", "carl")}), PATH),
    "json, edges": ("json", json.dumps({"nodes": PEOPLE, "edges": links("weight", "anna", "bert", "carl")}), PATH),
    "json, of networkx": (
        "json",
        of_networkx(lambda graph, file: file.write(json.dumps(networkx.node_link_data(graph, edges="links")).encode())),
        PATH,
    ),
    "json, numbers of nodes": (
        "json",
        json.dumps(
            {
                "nodes": [{"name": name, "group": 1} for name in ("anna", "bert", "carl")],
                "links": links("value", 0, 1, 2),
            }
        ),
        PATH,
    ),
    "json, cytoscape.js": (
        "json",
        json.dumps(
            {
                "data": {},
                "elements": {
                    "nodes": [
                        {"data": {"id": str(i), "name": node["id"]}, "selected": True} for i, node in enumerate(PEOPLE)
                    ],
                    "edges": [{"data": {"SUID": 90, "interaction": "x", **edge}} for edge in links("weight", *"012")],
                },
            }
        ),
        PATH,
    ),
    "json, list of cytoscape.js": (
        "json",
        json.dumps([{"data": item} for item in [*PEOPLE, *links("weight", "anna", "bert", "carl")]]),
        PATH,
    ),
    "json, elements of cytoscape.js": (
        "json",
        json.dumps({"elements": [{"data": item} for item in [*PEOPLE, *links("weight", "anna", "bert", "carl")]]}),
        PATH,
    ),
    "json, vis.js": (
        "json",
        json.dumps(
            {
                "nodes": [{"id": i, "label": node["id"]} for i, node in enumerate(PEOPLE)],
                "edges": [{"from": 0, "to": 1, "value": 2}, {"from": 1, "to": 2, "value": 3}],
            }
        ),
        PATH,
    ),
    "json, graphology": (
        "json",
        json.dumps(
            {
                "nodes": [{"key": node["id"], "attributes": {"x": 1}} for node in PEOPLE],
                "edges": [
                    {"key": "e", "source": "anna", "target": "bert", "attributes": {"weight": 2}},
                    {"key": "f", "source": "bert", "target": "carl", "attributes": {"weight": 3}},
                ],
            }
        ),
        PATH,
    ),
    "json, graph format": (
        "json",
        json.dumps(
            {
                "graph": {
                    "directed": False,
                    "nodes": {node["id"]: {"metadata": {}} for node in PEOPLE},
                    "edges": [
                        {"source": "anna", "target": "bert", "relation": "x", "metadata": {"weight": 2}},
                        {"source": "bert", "target": "carl", "relation": "x", "metadata": {"weight": 3}},
                    ],
                }
            }
        ),
        PATH,
    ),
    "json, places and identifiers": ("json", json.dumps({"nodes": PEOPLE, "links": links("value", 0, 1, 2)}), PATH),
    "json, edges alone": ("json", json.dumps(links("weight", "anna", "bert", "carl")), PATH),
    "json, ends by name": (
        "json",
        json.dumps(
            {"nodes": [{"name": node["id"]} for node in PEOPLE], "links": links("value", "anna", "bert", "carl")}
        ),
        PATH,
    ),
    "json, pairs": ("json", json.dumps([["anna", "bert", 2], ["bert", "carl", 3]]), PATH),
    "json, vertices and pairs": (
        "json",
        '{"nodes": [{"id": 0}, {"id": 1}, {"id": 2}], "edges": [[0, 1, 2], [1, 2, 3]]}',
        NUMBERS,
    ),
    "json, neighbours": (
        "json",
        '{"anna": ["bert"], "bert": ["anna", "carl"], "carl": ["bert"]}',
        dict.fromkeys(PATH, 1),
    ),
    "json, selected": (
        "json",
        json.dumps(
            {"nodes": PEOPLE, "edges": [{"selected": False, **edge} for edge in links("id", "anna", "bert", "carl")]}
        ),
        dict.fromkeys(PATH, 1),
    ),
    "json, ends of d3": ("json", json.dumps({"nodes": PEOPLE, "links": links("value", *PEOPLE)}), PATH),
    "json, adjacency of networkx": (
        "json",
        of_networkx(lambda graph, file: file.write(json.dumps(networkx.adjacency_data(graph)).encode())),
        PATH,
    ),
    "json, tree of networkx": (
        "json",
        '{"id": "anna", "children": [{"id": "bert", "children": [{"id": "carl"}]}]}',
        dict.fromkeys(PATH, 1),
    ),
}
