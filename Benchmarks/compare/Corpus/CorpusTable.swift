/// The table of a state: for each kind and language what each engine took, in microseconds.
final class CorpusTable {
    private let state: String
    /// What was told, as JSON.
    private(set) var rows: [String] = []
    /// The engines beside us, in their order; the first three columns are ours.
    private let peers: [String]

    init(_ state: String, peers: [String]) {
        self.state = state
        self.peers = peers
        let columns = ["p50", "p99", "worst"].map { Spread.right($0, 8) }.joined(separator: " ")
        let names = [Line.pad("    ours", 35)] + peers.map { Line.pad("    " + $0, 26) }
        print(Line.pad("", 34) + names.joined(separator: "   "))
        let first = columns + " " + Spread.right("first", 8)
        print(
            Line.pad("µs", 12) + "  n " + Line.pad("", 18)
                + ([first] + peers.map { _ in columns }).joined(separator: "   "))
    }

    /// A line; an engine that was not asked has no times.
    func row(_ name: String, _ count: Int, _ what: String, ours: Spread?, _ theirs: [Spread?] = []) {
        var line = Line.pad(name, 12) + Spread.right("\(count)", 3) + " " + Line.pad(what, 18)
        line += ours.map { $0.cells + " " + $0.first } ?? Line.pad("", 35)
        for spread in theirs { line += "   " + (spread?.cells ?? Line.pad("", 26)) }
        while line.last == " " { line.removeLast() }
        print(line)
        let times = ([ours] + theirs).map { $0?.json ?? "null" }.joined(separator: ",")
        rows.append(
            "{\"part\":\"times\",\"state\":\"\(state)\",\"name\":\"\(name)\",\"what\":\"\(what)\","
                + "\"queries\":\(count),\"times\":[\(times)]}")
    }

    /// How many texts each engine found for all queries of a kind together.
    func found(_ name: String, _ count: Int, ours: Int, _ theirs: [Int?]) {
        let shares = zip(peers, theirs).compactMap { peer, found in
            found.map { "\(peer) \($0) (\(Line.short(Double($0) / Double(max(ours, 1)) * 100)) %)" }
        }
        print(
            Line.pad(name, 12) + Spread.right("\(count)", 3) + " found: "
                + (["ours \(ours)"] + shares).joined(separator: ", "))
        let counts = ["\(ours)"] + theirs.map { $0.map { "\($0)" } ?? "null" }
        rows.append(
            "{\"part\":\"found\",\"state\":\"\(state)\",\"name\":\"\(name)\",\"counts\":[\(counts.joined(separator: ","))]}"
        )
    }
}
