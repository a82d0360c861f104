import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore

/// The simplest diary there can be: every version of every entry is kept whole, and every operation and draft.
struct NaiveDiary {
    struct Version {
        var state: EntryState
        var number: UInt64
        var sequence: UInt64
        var kind: String
        /// The how many-eth entry ever made.
        var ordinal: Int
        var createdAt: Int64
        var modifiedAt: Int64
        /// Its newest event that is no observation.
        var edited: UInt64

        var content: EntryContent { state.content }
        var isDeleted: Bool { state.isDeleted }
    }

    /// What an operation did, and to which entries, in the order of its events.
    struct Operation {
        var note: OperationNote<Digest>
        var touched: [EntryID]
        var events: ClosedRange<UInt64>
    }

    /// A draft; `base` is the version of its entry that was seen when it was begun, nil for a new one.
    struct Typed {
        var entry: EntryID
        var content: EntryContent
        var revision: UInt32 = 1
        var base: Version?
        var keptAt: Int64
    }

    typealias Changes = [(id: EntryID, state: EntryState)]

    /// All entries, in the order in which they were made.
    private(set) var ids: [EntryID] = []
    private(set) var versions: [EntryID: [Version]] = [:]
    private(set) var forgotten: Set<EntryID> = []
    private(set) var operations: [Operation] = []
    /// When each event came into the diary, from before the first one on.
    private var arrivals: [Int64] = [.min]
    var drafts: [DraftNumber: Typed] = [:]
    /// Rows that were imported, with their number among equal ones: the entries that they became.
    private var imported: [[UInt8]: EntryID] = [:]
    /// The same of rows that were imported though they were there already.
    private var again: [[UInt8]: [EntryID]] = [:]

    var head: UInt64 { UInt64(arrivals.count - 1) }
    var arrivedAt: Int64 { arrivals[arrivals.count - 1] }

    // MARK: Changes

    /// An event that no entry knows of.
    mutating func mark(at wall: Int64) { arrivals.append(max(arrivedAt, wall)) }

    private mutating func write(
        _ state: EntryState, of id: EntryID, _ kind: String, at wall: Int64, isEdit: Bool = true
    ) {
        let (before, sequence) = (now(id), head + 1)
        if before == nil { ids.append(id) }
        let version = Version(
            state: state, number: (before?.number ?? 0) + 1, sequence: sequence, kind: kind,
            ordinal: before?.ordinal ?? ids.count, createdAt: before?.createdAt ?? wall,
            modifiedAt: isEdit ? wall : before?.modifiedAt ?? wall, edited: isEdit ? sequence : before?.edited ?? 0)
        mark(at: wall)
        versions[id, default: []].append(version)
    }

    /// Writes what leads each entry to its state, and notes it as one operation; a mark, if nothing does.
    mutating func carryOut(_ changes: Changes, _ note: OperationNote<Digest>, at wall: Int64, observing: Bool = false) {
        let first = head + 1
        for (id, state) in changes {
            guard let before = now(id)?.state else {
                write(state, of: id, "entry.create", at: wall)
                continue
            }
            var step = before
            if before.content != state.content || (before.isDeleted && !state.isDeleted) {
                // An edit leaves an entry that lives.
                step = EntryState(content: state.content)
                write(step, of: id, "entry.edit", at: wall, isEdit: !observing)
            }
            if state.isDeleted, !step.isDeleted { write(state, of: id, "entry.delete", at: wall) }
        }
        if head < first { mark(at: wall) }
        var touched: [EntryID] = []
        for (id, _) in changes where !touched.contains(id) && (now(id)?.sequence ?? 0) >= first { touched.append(id) }
        operations.append(Operation(note: note, touched: touched, events: first...head))
    }

    /// Every version of the entry says nothing from now on, and its drafts are gone.
    mutating func forget(_ id: EntryID, _ operation: Digest, at wall: Int64) {
        forgotten.insert(id)
        write(.forgotten, of: id, "entry.forget", at: wall)
        for index in versions[id, default: []].indices { versions[id]?[index].state = .forgotten }
        drafts = drafts.filter { $0.value.entry != id || $0.value.base == nil }
        operations.append(
            Operation(note: OperationNote(id: operation, isAttended: false), touched: [id], events: head...head))
    }

    /// What a command leads to: the entry's next state, or why it is refused.
    func decide(_ command: EntryCommand, of id: EntryID) -> Result<EntryState, Refusal> {
        guard let now = now(id)?.state else { return .failure(.noSuchEntry) }
        if forgotten.contains(id) { return .failure(.isForgotten) }
        var state = now
        switch command {
        case .create: return .failure(.alreadyExists)
        case .edit(let edit):
            if now.isDeleted { return .failure(.isDeleted) }
            state.content = now.content.edited(edit)
        case .revise(let seen, let wanted):
            if now.isDeleted { return .failure(.isDeleted) }
            state.content = now.content.revised(from: seen, to: wanted)
        case .become(let content): state = EntryState(content: content)
        case .delete: state.isDeleted = true
        case .restore: state.isDeleted = false
        }
        return state.content != now.content && state.content.isBlank ? .failure(.nothingVisible) : .success(state)
    }

    // MARK: Rows of imports

    /// The number of each row among equal ones.
    private func keys(of rows: [ImportedRow]) -> [[UInt8]] {
        var counts: [[UInt8]: UInt8] = [:]
        return rows.map { row in
            counts[row.identity, default: 0] += 1
            return row.identity + [counts[row.identity] ?? 0]
        }
    }

    /// Which rows an import adds, and which entries it brings back, whose import was taken back.
    func plan(_ rows: [ImportedRow], again: Bool) -> (fresh: [Int], back: Changes) {
        var plan: (fresh: [Int], back: Changes) = ([], [])
        for (index, key) in keys(of: rows).enumerated() {
            let own = imported[key]
            if again {
                plan.fresh.append(index)
            } else if let own, now(own)?.isDeleted == false || forgotten.contains(own) {
                continue
            } else if self.again[key, default: []].contains(where: { inEffect(on: $0).stands(creation(of: $0)) }) {
                continue
            } else if let own {
                if !isDeletedByRequest(own) { plan.back.append((own, EntryState(content: rows[index].content))) }
            } else {
                plan.fresh.append(index)
            }
        }
        return plan
    }

    mutating func note(_ rows: [ImportedRow], again: Bool, became ids: [Int: EntryID]) {
        for (index, key) in keys(of: rows).enumerated() {
            guard let id = ids[index] else { continue }
            if again { self.again[key, default: []].append(id) } else { imported[key] = id }
        }
    }

    private func creation(of id: EntryID) -> Digest {
        operations.first { $0.touched.contains(id) }?.note.id ?? .zero
    }

    private func isDeletedByRequest(_ id: EntryID) -> Bool {
        guard let top = inEffect(on: id).top, let operation = operations.first(where: { $0.note.id == top }) else {
            return false
        }
        return versions[id]?.last { operation.events.contains($0.sequence) }.map { $0.kind == "entry.delete" } ?? true
    }

    // MARK: What was done and undone

    var stacks: UndoStacks<Digest> {
        var stacks = UndoStacks<Digest>()
        for note in operations.map(\.note) where note.isAttended {
            switch note.undoRole {
            case .do: stacks.does(note.id)
            case .undo: stacks.undoes(note.target, by: note.id)
            case .redo: stacks.redoes(note.target, by: note.id)
            }
        }
        return stacks
    }

    func inEffect(on id: EntryID) -> OperationsInEffect<Digest> {
        var fold = OperationsInEffect<Digest>()
        for operation in operations { fold.fold(operation.note, touches: operation.touched.contains(id)) }
        return fold
    }

    /// What taking an operation back makes of its entries, and how many prevent it.
    func takingBack(_ target: Digest, only: EntryID?, _ options: UndoOptions) -> (changes: Changes, conflicts: Int) {
        var (changes, conflicts): (Changes, Int) = ([], 0)
        guard let undone = operations.first(where: { $0.note.id == target }) else { return (changes, conflicts) }
        for id in undone.touched where (only == nil || only == id) && !forgotten.contains(id) {
            guard let now = now(id)?.state, let after = version(of: id, at: undone.events.upperBound)?.state else {
                continue
            }
            let inverse = inverse(
                before: version(of: id, at: undone.events.lowerBound - 1)?.state, after: after, now: now,
                changedSince: inEffect(on: id).stands(after: target), force: options.force)
            switch inverse {
            case .nothing: continue
            case .conflict: conflicts += options.skipChanged ? 0 : 1
            case .become(let state): changes.append((id, state))
            }
        }
        return (changes, conflicts)
    }

    /// What makes the diary, or one entry, what it was after an event; within an operation, before that operation.
    func restoring(to asked: UInt64, only: EntryID?) -> Changes {
        let around = operations.first { $0.events.contains(asked) && $0.events.upperBound > asked }
        let point = around.map { $0.events.lowerBound - 1 } ?? asked
        let later = ids.compactMap { id in versions[id]?.first { $0.sequence > point }.map { ($0.sequence, id) } }
        return later.sorted { $0.0 < $1.0 }.compactMap { _, id in
            guard only == nil || only == id, !forgotten.contains(id), let now = now(id)?.state else { return nil }
            let then = version(of: id, at: point)?.state ?? EntryState(content: now.content, isDeleted: true)
            return then == now ? nil : (id, then)
        }
    }

    // MARK: Answers

    func version(of id: EntryID, at sequence: UInt64) -> Version? { versions[id]?.last { $0.sequence <= sequence } }

    func now(_ id: EntryID) -> Version? { versions[id]?.last }

    func entries(at sequence: UInt64) -> [(id: EntryID, version: Version)] {
        ids.compactMap { id in version(of: id, at: sequence).map { (id, $0) } }
    }

    func list(_ request: ListRequest = ListRequest(), at sequence: UInt64) -> [EntryID] {
        func position(_ version: Version) -> (Int64, Int64) {
            switch request.sort {
            case .date: (version.content.date.seconds, Int64(version.ordinal))
            case .created: (Int64(version.ordinal), 0)
            case .modified: (Int64(version.edited), 0)
            }
        }
        let found = entries(at: sequence)
            .filter { $0.version.isDeleted == request.deleted && request.filter.matches($0.version.content) }
            .sorted { position($0.version) > position($1.version) }
            .map(\.id)
        return request.isReversed ? found.reversed() : found
    }

    func totals(at sequence: UInt64) -> Totals {
        let living = entries(at: sequence).filter { !$0.version.isDeleted }
        return Totals(live: UInt64(living.count), words: living.reduce(0) { $0 + $1.version.words })
    }

    func newest(notAfter instant: Int64) -> UInt64 {
        UInt64(arrivals.dropFirst().prefix { $0 <= instant }.count)
    }

    /// Every file that a version up to a point names, or a draft now.
    func files(at sequence: UInt64, withDrafts: Bool) -> Set<[UInt8]> {
        let contents = versions.values.joined().filter { $0.sequence <= sequence }.map(\.content)
        let typed = withDrafts ? drafts.values.map(\.content) : []
        return Set((contents + typed).flatMap(\.attachments).map(\.hash))
    }

    /// `event` is the id of an event, which the naive diary does not know.
    func stateHash(at sequence: UInt64, event: (UInt64) throws -> Digest) rethrows -> Digest {
        var writer = ByteWriter()
        for (id, version) in entries(at: sequence).sorted(by: { $0.id < $1.id }) {
            let content = ContentCodec.encode(version.content)
            writer.append(id)
            writer.littleEndian(version.number)
            writer.uint8(version.isDeleted ? 1 : 0)
            writer.littleEndian(UInt32(1))
            writer.append(try event(version.sequence))
            writer.littleEndian(UInt32(0))
            writer.littleEndian(UInt32(content.count))
            writer.append(content)
        }
        return Digest(hashing: writer.bytes)
    }
}

extension NaiveDiary.Version {
    fileprivate var words: UInt64 {
        let text = String(decoding: content.text, as: UTF8.self)
        return UInt64(text.unicodeScalars.split { $0.properties.isWhitespace }.count)
    }
}

extension EntryContent {
    var isBlank: Bool { !hasVisibleCharacter(String(decoding: text, as: UTF8.self)) }

    fileprivate func edited(_ edit: EntryEdit) -> EntryContent {
        var content = self
        if let text = edit.text { content.text = text }
        if let date = edit.date { content.date = date }
        if let isStarred = edit.isStarred { content.isStarred = isStarred }
        if let place = edit.place, place != self.place {
            content.place = place
            // What another program called the place was another place.
            content.extra.removeAll { $0.key == "placeName" }
        }
        content.tags = tags.filter { tag in
            !edit.removedTags.contains { $0 == tag || (!tags.contains($0) && $0.isSame(as: tag)) }
        }
        for tag in edit.addedTags where !content.tags.contains(where: { $0.isSame(as: tag) }) {
            content.tags.append(tag)
        }
        content.attachments = attachments.filter { !edit.removedAttachments.contains($0) }
        for file in edit.addedAttachments where !content.attachments.contains(file) { content.attachments.append(file) }
        content.tags.sort()
        content.attachments.sort()
        return content
    }

    /// What a draft makes of an entry: the text, the star and the files that it has otherwise than what was seen.
    fileprivate func revised(from seen: EntryContent, to wanted: EntryContent) -> EntryContent {
        var content = self
        if wanted.text != seen.text { content.text = wanted.text }
        if wanted.isStarred != seen.isStarred { content.isStarred = wanted.isStarred }
        content.attachments.removeAll { seen.attachments.contains($0) && !wanted.attachments.contains($0) }
        for file in wanted.attachments where !seen.attachments.contains(file) && !content.attachments.contains(file) {
            content.attachments.append(file)
        }
        content.attachments.sort()
        return content
    }
}
