"""How the page writes times, numbers, sizes and tables."""


def time(nanoseconds):
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if nanoseconds >= size:
            value = nanoseconds / size
            return f"{value:.0f} {unit}" if value >= 100 else f"{value:.1f} {unit}"
    return f"{nanoseconds:.0f} ns"


def cell(spread):
    return " / ".join(time(value) for value in spread) if spread else "–"


def number(value):
    if value is None:
        return "–"
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


def megabytes(bytes):
    return f"{bytes / 1e6:,.0f} MB" if bytes >= 1e8 else f"{bytes / 1e6:.1f} MB"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]


def sorted_by_peers(rows):
    """Rows where a peer is ahead first; each row with whether one is."""
    return [row for isBehind, row in rows if isBehind] + [row for isBehind, row in rows if not isBehind]
