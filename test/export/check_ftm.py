"""Reads entities from standard input as FollowTheMoney does, and reports everything that its model would refuse or change.

Prints one JSON object: the number of entities by schema, and the first findings. The exit code is 1 if there are any.
"""

import json
import sys
from collections import Counter

from followthemoney import model
from followthemoney.exc import FollowTheMoneyException

FINDINGS_MAX = 20


def findings_of(data):
    """Returns what is wrong with one entity."""
    schema = model.get(data["schema"])
    if schema is None:
        return [f"unknown schema {data['schema']}"]
    found = []
    try:
        schema.validate(data)
    except FollowTheMoneyException as error:
        found.append(f"{schema.name}: {error} {getattr(error, 'errors', '')}")
    entity = model.get_proxy(data, cleaned=False)
    for name, values in data["properties"].items():
        prop = schema.get(name)
        if prop is None:
            found.append(f"{schema.name} has no property {name}")
            continue
        for value in values:
            clean = prop.type.clean(value, proxy=entity)
            if clean != value:
                found.append(f"{schema.name}.{name}: {value!r} becomes {clean!r}")
            elif len(value) > prop.max_length:
                found.append(f"{schema.name}.{name}: {value!r} is longer than {prop.max_length}")
    for name in schema.required:
        if not data["properties"].get(name):
            found.append(f"{schema.name} {data['id']} has no {name}")
    return found


def main():
    counts, ids, references, findings = Counter(), set(), set(), []
    for line in sys.stdin:
        data = json.loads(line)
        counts[data["schema"]] += 1
        if data["id"] in ids:
            findings.append(f"{data['id']} occurs twice")
        ids.add(data["id"])
        for name in ("holder", "addressEntity"):
            references.update(data["properties"].get(name, []))
        findings.extend(findings_of(data))
    findings.extend(f"there is no entity {one}" for one in sorted(references - ids))
    print(json.dumps({"counts": counts, "findings": len(findings), "first": findings[:FINDINGS_MAX]}))
    return 1 if findings else 0


sys.exit(main())
