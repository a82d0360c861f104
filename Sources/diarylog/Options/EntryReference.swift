internal import DiaryEngine
internal import DiarylogHost
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

    /// What is meant where none was named: on a terminal, where one sees which it is, the newest.
    var newest: String? { Terminal.isTerminal(.input) ? "@1" : nil }

    /// The entry that a changing command is to change. Throws for one version of an entry: the past cannot be changed.
    func presentEntry(_ reference: String, in diary: Diary) throws -> Entry {
        if namesVersion(reference) { throw Problem.versionOnChange(reference) }
        return try entry(reference, in: diary)
    }

    /// Throws for an entry by its number, which may be another one by now: nobody is asked.
    func refuseNumbers(_ references: [String]) throws {
        guard references.contains(where: { $0.hasPrefix("@") }) else { return }
        throw Problem(
            .unconfirmed, "with --yes alone, @N may be another entry than the one that is meant",
            "--yes만으로는 @N이 뜻한 일기가 아닐 수 있습니다",
            hint: "Name the entry by its id, which never shifts; delete and edit take --expect as well.",
            "바뀌지 않는 식별자로 가리키세요. delete와 edit는 --expect도 받습니다.")
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
            throw Problem(
                .notFound, "there is no entry @\(number)", "일기 @\(number, .subject) 없습니다",
                hint: "@1 is the newest by date.", "@1이 날짜로 가장 새로운 일기입니다.")
        }
        return entry
    }

    private func prefixed(_ prefix: String, in diary: Diary, at point: DiaryPoint) throws -> Entry {
        // Who types a small number means what a list shows in that row, or how many, and not an id that begins so.
        if prefix.utf8.count < 4, let number = Int(prefix) {
            throw Problem(
                .notFound, "\(prefix) alone names no entry", "숫자 하나(\(prefix))로는 일기를 가리키지 못합니다",
                hint:
                    "@\(number) is number \(number) from the newest; of an id that begins with digits alone give four or more. undo takes back one change at a time.",
                "@\(number, .topic) 새로운 것부터 \(number)번째 일기입니다. 숫자로 시작하는 식별자는 네 자리 이상 쓰세요. undo는 한 번에 하나씩 되돌립니다.")
        }
        let found = try diary.entries(withPrefix: prefix.lowercased(), limit: 10, at: point)
        guard found.count < 2 else {
            let candidates = found.map { "\($0.id.hexadecimal)  \(OnScreen.short($0, self))" }
            throw Problem.ambiguous(
                "more than one entry begins with \(prefix)", "\(prefix, .by) 시작하는 일기가 여럿입니다", candidates)
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
        if let number, number > 0, EntryVersion(number) <= entry.version {
            throw Problem(
                .lostVersion, "version \(text) of the entry is damaged",
                "그 일기의 버전 \(text, .subject) 손상되었습니다",
                hint: "diarylog history ENTRY shows the others.", "diarylog history 일기로 다른 버전을 볼 수 있습니다.")
        }
        throw Problem(
            .notFound, "the entry has no version \(text)", "그 일기에 버전 \(text, .subject) 없습니다",
            hint: "diarylog log ENTRY shows its events.", "diarylog log 일기로 변경을 볼 수 있습니다.")
    }

    /// Reads `v3`, `3`, or the beginning of an event's id, of eight digits or more.
    func expected(_ text: String?) throws -> VersionName? {
        guard let text else { return nil }
        let digits = text.lowercased()
        if digits.utf8.count >= 8, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) { return .event(digits) }
        guard let number = UInt64(text.hasPrefix("v") ? String(text.dropFirst()) : text) else {
            throw Problem(
                usage: "\"\(text)\" is neither a version nor the id of an event",
                "\(quoted: text, .topic) 버전도 변경의 식별자도 아닙니다",
                hint: "It is written v3, or as eight or more digits of an event's id.",
                "v3처럼, 또는 변경 식별자의 앞 여덟 자리 이상을 씁니다.")
        }
        return .version(EntryVersion(number))
    }

    /// `e12`, `#12` and `12` name an event; eight characters or more without `#`, or other digits, begin an id.
    func operationName(_ text: String) throws -> OperationName {
        let digits = text.first == "e" || text.first == "#" ? text.dropFirst() : text[...]
        if text.utf8.count < 8 || text.first == "#", let number = UInt64(digits) { return .event(number) }
        let prefix = text.lowercased()
        guard prefix.utf8.count >= 4, prefix.utf8.allSatisfy({ Self.hexadecimalDigits.contains($0) }) else {
            throw Problem(
                usage: "\"\(text)\" is not an operation", "\(quoted: text, .topic) 작업이 아닙니다",
                hint: "Write e12, an event of it, or four digits or more of its id.",
                "e12처럼 그 안의 변경이나, 작업 식별자의 네 자리 이상을 쓰세요.")
        }
        return .prefix(prefix)
    }

    /// The beginning of the id of the operation that a text names.
    func operationPrefix(_ text: String, in diary: Diary) throws -> String {
        switch try operationName(text) {
        case .prefix(let prefix): return prefix
        case .event(let number):
            let page = try diary.log(limit: 1, at: .event(SequenceNumber(number)))
            guard let operation = page.events.first?.operation else { throw Problem.noOperation(text) }
            return operation.hexadecimal
        }
    }

    private static let hexadecimalDigits = Set("0123456789abcdef".utf8)

    /// The change that a chain of undos and redos goes back to; nil if it is not in the log.
    func origin(of target: OperationID, in diary: Diary) throws -> LoggedOperation? {
        var limit = 64
        while true {
            let operations = try diary.operations(limit: limit)
            let byID = Dictionary(operations.map { ($0.id, $0) }) { first, _ in first }
            var id = target
            while let operation = byID[id] {
                guard operation.act != .does, let next = operation.target else { return operation }
                id = next
            }
            if operations.count < limit { return nil }
            limit *= 16
        }
    }
}
