import Glibc

/// The lines of a run: printed as they come, and as JSON where `REPORT` names a file, for the page of `make bench`.
struct Report {
    private var rows: [String] = []

    mutating func add(_ line: Line, of part: String) {
        print(line.text)
        let theirs = line.theirs.map { Self.times($0) } ?? "null"
        var firsts = ""
        if let some = line.firsts {
            firsts = ",\"firsts\":[\(Int(some.ours.median)),\(some.theirs.map { "\(Int($0.median))" } ?? "null")]"
        }
        rows.append(
            "{\"part\":\"\(part)\",\"name\":\"\(line.name)\",\"ours\":\(Self.times(line.ours)),"
                + "\"theirs\":\(theirs)\(firsts)}")
    }

    mutating func add(_ index: IndexRow) {
        print(index.text)
        rows.append(index.json)
    }

    /// Bytes that a commit writes: of ours, of SQLite, of SQLite with FTS5.
    mutating func add(commit name: String, rounds: Int, bytes: [UInt64]) {
        print("\(name): \(bytes) bytes a commit of \(rounds)")
        rows.append("{\"part\":\"commits\",\"name\":\"\(name)\",\"rounds\":\(rounds),\"bytes\":\(bytes)}")
    }

    /// Lines that are JSON already.
    mutating func add(_ lines: [String]) { rows += lines }

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
