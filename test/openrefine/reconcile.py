"""Reconciles a table with the package reconciler: reconcile.py SERVICE < table, a JSON list of [name, city].

Prints a JSON list with the best candidate of each name: [name, id or null, match].
"""

import json
import sys

import numpy

# reconciler 0.2.2 uses a name that NumPy 2 removed.
numpy.NaN = numpy.nan

import pandas  # noqa: E402
from reconciler import reconcile  # noqa: E402

table = pandas.DataFrame(json.load(sys.stdin), columns=["name", "city"])
found = reconcile(
    table["name"],
    type_id="company",
    property_mapping={"city": table["city"]},
    reconciliation_endpoint=sys.argv[1],
)
rows = [
    [row["input_value"], None if pandas.isna(row["id"]) else row["id"], bool(row["match"])]
    for _, row in found.iterrows()
]
print(json.dumps(rows))
