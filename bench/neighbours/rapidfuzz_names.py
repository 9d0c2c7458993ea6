"""Answers lines of JSON on standard input with places of names, by comparing the query with every name (rapidfuzz-names.ts)."""
import json
import sys
from collections import defaultdict

import rapidfuzz
from rapidfuzz import fuzz, process

COMPARED_WHOLE = 100


def answer(line):
    if "names" in line:
        return read_names(line["names"])
    if "version" in line:
        return rapidfuzz.__version__
    core, form, limit = line["core"], line["form"], line["limit"]
    if core in same:
        return sorted(same[core], key=lambda place: (forms[place] != form, place))[:limit]
    # With the words of all names put in order once, the plain ratio is rapidfuzz's token_sort_ratio.
    near = process.extract(in_order(core), sorted_cores, scorer=fuzz.ratio, limit=COMPARED_WHOLE)
    best = sorted(near, key=lambda hit: (-fuzz.WRatio(core, cores[hit[2]]), forms[hit[2]] != form, hit[2]))
    return [place for _, _, place in best[:limit]]


def read_names(path):
    with open(path, encoding="utf-8", newline="\n") as lines:
        for place, line in enumerate(lines):
            fields = line.rstrip("\n").split("\t")
            cores.append(fields[3])
            sorted_cores.append(in_order(fields[3]))
            forms.append(sys.intern(fields[4]))
            same[fields[3]].append(place)
    return len(cores)


def in_order(core):
    return " ".join(sorted(core.split(" ")))


cores, sorted_cores, forms, same = [], [], [], defaultdict(list)
for asked in sys.stdin:
    print(json.dumps(answer(json.loads(asked))), flush=True)
