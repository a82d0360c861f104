"""Lines on two logarithmic axes, as SVG: how a cost grows with the diary."""

import math

COLOURS = ["#b5442e", "#2c6e8f", "#5b7f3a", "#8a5a9e", "#a07f1c", "#555555"]
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 380, 76, 170, 44, 48


def label(nanoseconds):
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1, "ns")):
        if nanoseconds >= size:
            return f"{nanoseconds / size:g} {unit}"
    return f"{nanoseconds:g} ns"


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def plot(title, across, lines, unit=label):
    """`lines`: name to a list of (size of the diary, nanoseconds), or other values with a unit of their own."""
    points = [point for line in lines.values() for point in line if point[1]]
    low, high = min(x for x, _ in points), max(x for x, _ in points)
    least = 10 ** math.floor(math.log10(min(y for _, y in points)))
    most = 10 ** math.ceil(math.log10(max(y for _, y in points)))
    x = lambda value: LEFT + (math.log(value / low) / max(math.log(high / low), 1e-9)) * (WIDTH - LEFT - RIGHT)
    y = lambda value: HEIGHT - BOTTOM - math.log(value / least) / math.log(most / least) * (HEIGHT - TOP - BOTTOM)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
           'font-family="sans-serif" font-size="12" fill="#333">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
           f'<text x="{LEFT}" y="22" font-size="15">{escaped(title)}</text>']
    mark = least
    while mark <= most * 1.01:
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(mark):.1f}" y2="{y(mark):.1f}" stroke="#e4e4e4"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y(mark) + 4:.1f}" text-anchor="end">{unit(mark)}</text>')
        mark *= 10
    for size in sorted({point[0] for point in points}):
        out.append(f'<text x="{x(size):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{size:,}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{escaped(across)}</text>')
    ends = []
    for number, (name, line) in enumerate(lines.items()):
        line = [point for point in sorted(line) if point[1]]
        if not line:
            continue
        colour = COLOURS[number % len(COLOURS)]
        way = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in line)
        out.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="3" fill="{colour}"/>' for a, b in line]
        ends.append([y(line[-1][1]), x(line[-1][0]), name, colour])
    # Names stand at the ends of their lines, and apart.
    ends.sort()
    for before, after in zip(ends, ends[1:]):
        after[0] = max(after[0], before[0] + 15)
    for at, end, name, colour in ends:
        out.append(f'<text x="{end + 9:.1f}" y="{at + 4:.1f}" fill="{colour}">{escaped(name)}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"
