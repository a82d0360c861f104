import Glibc

/// The lines of a run: printed as they come, and as JSON where `REPORT` names a file, for the page of `make bench`.
struct Report {
    private var rows: [String] = []

    mutating func add(_ line: Line, of part: String) {
        print(line.text)
        let theirs = line.theirs.map { Self.times($0) } ?? "null"
        rows.append(
            "{\"part\":\"\(part)\",\"name\":\"\(line.name)\",\"ours\":\(Self.times(line.ours)),\"theirs\":\(theirs)}")
    }

    mutating func add(_ index: IndexRow) {
        print(index.text)
        rows.append(index.json)
    }

    /// Nanoseconds: the median, the 99th percentile, and the worst.
    private static func times(_ times: Times) -> String {
        "[\(Int(times.median)),\(Int(times.p99)),\(Int(times.worst))]"
    }

    func write() throws {
        guard let path = getenv("REPORT").map({ String(cString: $0) }), let file = fopen(path, "w") else { return }
        defer { fclose(file) }
        fputs("[" + rows.joined(separator: ",\n") + "]\n", file)
    }
}
