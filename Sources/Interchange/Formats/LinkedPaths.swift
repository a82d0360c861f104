/// Finds the file that a link in a note means: by its path from the note's own folder or from a top, else by its name
/// alone, wherever it lies, as Obsidian has it.
struct LinkedPaths {
    private let tops: [String]
    private let isSure: Bool
    /// The path as it is known, which a link may spell in another way.
    private let whole: (String) -> String?
    /// All of them by their names alone, the shortest paths first.
    private let byName: FileNamesLike
    /// The names that several files have, in small letters.
    private let doubled: Set<String>

    /// `isSure`: a name that several files have means none of them; else the first.
    init(_ paths: [String], tops: [String], isSure: Bool = false, _ whole: @escaping (String) -> String?) {
        (self.tops, self.isSure, self.whole) = (tops, isSure, whole)
        byName = FileNamesLike(paths.sorted { ($0.count, $0) < ($1.count, $1) }, byLastStep: true)
        let names = paths.map { $0.lastStep.lowercased() }
        doubled = Set(Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys)
    }

    /// The path that a target means: as it is written, else without the part or the question behind it. `own` is the
    /// folder of the note.
    func path(_ target: String, from own: String) -> String? {
        if DataAddress.isOne(target) { return nil }
        let written = target.replacing("\\", with: "/")
        let shorter = ["#", "?"].compactMap { sign in
            written.firstRange(of: sign).map { String(written[..<$0.lowerBound]) }
        }
        return ([target, written] + shorter).lazy.compactMap { found($0, from: own) }.first
    }

    private func found(_ target: String, from own: String) -> String? {
        if target.isEmpty || target.hasPrefix("#") || target.contains("://") && !target.hasPrefix("file:") {
            return nil
        }
        let fromTop = String(target.drop { $0 == "/" })
        let paths = [FileReferences.path(target, from: own)] + tops.map { FileReferences.path(fromTop, from: $0) }
        for case let path? in paths {
            if let known = whole(path) { return known }
        }
        // A path on another machine means a file here if only one has its name.
        let last = target.lastStep
        return (isSure || target.contains("/")) && doubled.contains(last.lowercased()) ? nil : byName.name(like: last)
    }
}
