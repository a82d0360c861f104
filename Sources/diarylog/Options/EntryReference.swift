internal import DiaryEngine
internal import EventStore

// ENTRY as it is typed: the beginning of an id, or @N; with @v3, or @ and the beginning of an event's id, a version.

extension Session {
    /// The entry that a reference names, as of a point.
    func entry(_ reference: String, in diary: Diary, at point: DiaryPoint = .head) throws -> Entry {
        // In @1@v2, the first @ begins a number and the second a version.
        let mark = versionMark(reference)
        let name = String(reference[..<(mark ?? reference.endIndex)])
        let entry = try named(name, in: diary, at: point)
        guard let mark else { return entry }
        return try version(String(reference[reference.index(after: mark)...]), of: entry, in: diary, at: point)
    }

    private func versionMark(_ reference: String) -> String.Index? {
        let start = reference.hasPrefix("@") ? reference.index(after: reference.startIndex) : reference.startIndex
        return reference[start...].firstIndex(of: "@")
    }

    /// Whether a reference names one version of an entry.
    func namesVersion(_ reference: String) -> Bool { versionMark(reference) != nil }

    /// The entry that a changing command is to change. Throws for one version of an entry: the past cannot be changed.
    func presentEntry(_ reference: String, in diary: Diary) throws -> Entry {
        if namesVersion(reference) { throw Problem.versionOnChange(reference) }
        return try entry(reference, in: diary)
    }

    private func named(_ name: String, in diary: Diary, at point: DiaryPoint) throws -> Entry {
        guard name.hasPrefix("@") else { return try prefixed(name, in: diary, at: point) }
        guard let number = Int(name.dropFirst()), number > 0 else { throw Problem.noEntry(name) }
        return try numbered(number, in: diary, at: point)
    }

    private func numbered(_ number: Int, in diary: Diary, at point: DiaryPoint) throws -> Entry {
        var request = ListRequest()
        request.point = point
        request.limit = number
        let page = try diary.list(request)
        guard page.entries.count == number, let entry = page.entries.last else {
            throw Problem.noEntryNumber(number)
        }
        return entry
    }

    private func prefixed(_ prefix: String, in diary: Diary, at point: DiaryPoint) throws -> Entry {
        let found = try diary.entries(withPrefix: prefix.lowercased(), limit: 10, at: point)
        guard found.count < 2 else {
            let candidates = found.map { "\($0.id.hexadecimal)  \(OnScreen.short($0, self))" }
            throw Problem.ambiguousEntry(prefix, candidates: candidates)
        }
        guard let entry = found.first else { throw Problem.noEntry(prefix) }
        return entry
    }

    private func version(
        _ text: String, of entry: Entry, in diary: Diary, at point: DiaryPoint
    ) throws -> Entry {
        let number = text.hasPrefix("v") ? UInt64(text.dropFirst()) : nil
        let version =
            if let number {
                try diary.version(EntryVersion(number), of: entry.id, at: point)
            } else {
                text.isEmpty ? nil : try diary.version(byEvent: text.lowercased(), of: entry.id, at: point)
            }
        if let version { return version }
        // Versions count from 1 without gaps: one that was and cannot be shown is damaged.
        if let number, number > 0, EntryVersion(number) <= entry.version { throw Problem.lostVersion(text) }
        throw Problem.noVersion(text)
    }

    /// Reads `v3`, `3`, or the beginning of an event's id, of eight digits or more.
    func expected(_ text: String?) throws -> VersionName? {
        guard let text else { return nil }
        let digits = text.lowercased()
        if digits.utf8.count >= 8, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) { return .event(digits) }
        guard let number = UInt64(text.hasPrefix("v") ? String(text.dropFirst()) : text) else {
            throw Problem.unreadableVersion(text)
        }
        return .version(EntryVersion(number))
    }
}
