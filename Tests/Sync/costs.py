"""What an exchange asks of a store, in requests, as the gateway counts them: what Docs/Operators.md reckons with."""

import collections
import random

import owners
from pairs import Pair

# Requests of each kind that the page counts on, of an idle exchange, one that puts an edit, and one that takes it.
LIMITS = {
    "an idle exchange": {"list": 2},
    "one that puts an edit": {"list": 2, "put": 1, "get": 1},
    "one that takes it": {"list": 2, "get": 1},
}


def kind(request):
    method, _, path = request.partition(" ")
    return "list" if method == "GET" and "prefix=" in path else method.lower()


def run(bench, ceph):
    """One diary of two devices, counted."""
    with bench.case("what an exchange asks of the store"):
        bench.spawn([bench.program, "config", "set", "sync.auto", "no"])
        owners.make(bench, ceph, ["thrifty"], {})
        pair = Pair(bench, 0, "thrifty")
        pair.begin()
        pair.settle()
        laptop, phone = pair.devices

        def puts():
            pair.write(laptop, random.Random(1))
            laptop.do("sync")

        works = [lambda: laptop.do("sync"), puts, lambda: phone.do("sync")]
        for (what, limit), work in zip(LIMITS.items(), works):
            counts = dict(collections.Counter(map(kind, ceph.requests(work))))
            said = ", ".join(f"{count} {name}" for name, count in counts.items())
            bench.check(all(count <= limit.get(name, 0) for name, count in counts.items()) and counts,
                        f"{what}: {said}", limit)
