import DiaryModel
import DiarylogHost
import EventStore

@testable import DiaryEngine

/// The log folded the plain way, each content decoded: what the fold that writes rows and replays must agree with. Only
/// what takes the graph of an entry's events is left to the diary's own model.
struct PlainReplay {
    /// By ordinal, from 1.
    private(set) var rows: [StreamRow] = []
    /// Every span that ever was: of the living, of the deleted.
    private(set) var spans: [[EntrySpan]] = [[], []]
    private(set) var damaged: [UInt64] = []
    private var ordinals: [EntryID: Int] = [:]
    private var open: [Int: Int] = [:]
    private var position: UInt64 = 0

    mutating func advance(to sequence: UInt64, _ view: borrowing StoreView) throws(EventStoreError) {
        while position < sequence {
            position += 1
            let slot = try view.withEvent(position) { event in try fold(event, view) }
            if case .event = slot {} else { damaged.append(position) }
        }
    }

    private mutating func fold(_ event: borrowing EventView, _ view: borrowing StoreView) throws(EventStoreError) {
        let object = event.frame.object
        guard object != .zero else { return }
        let index = event.frame.previousInStream == 0 ? nil : ordinals[object]
        let before = index.map { rows[$0] }
        let model = view.log.model
        // Whoever goes on from an event that cannot be read begins nothing: the entry's row knows more.
        if index == nil, event.frame.previousInStream > 0 {
            let isSenseless =
                event.frame.state == .whole
                && model.understands(
                    kind: event.frame.kind, schema: event.frame.schema)
            if isSenseless { damaged.append(event.frame.sequence) }
            return
        }
        var after = plainRow(after: event, before, model)
        if after == nil {
            after = try view.row(after: event, before: before, ordinal: UInt32(rows.count + 1))?.row
        }
        if isRefused(event, model, before, after) { damaged.append(event.frame.sequence) }
        guard let after else { return }
        if let index {
            rows[index] = after
        } else {
            ordinals[object] = rows.count
            rows.append(after)
        }
        try applySpan(before, after, event.frame.sequence)
    }

    /// The row after an event that begins an entry, or that was decided on its newest event alone; nil after any other
    /// one, and after one whose text does not fit.
    private func plainRow(
        after event: borrowing EventView, _ before: StreamRow?, _ model: any StreamModel
    ) -> StreamRow? {
        let frame = event.frame
        let isUnderstood = model.understands(kind: frame.kind, schema: frame.schema)
        let isUnattended = frame.isUnattendedEdit
        let decode = { (body: Span<UInt8>) in try? EntryEventCodec.decode(kind: frame.kind, body: body) }
        let act = isUnderstood && frame.state == .whole ? decode(event.body) : nil
        guard let before else {
            guard let content = act?.content else { return nil }
            return row(frame, nil, RowHead(beginning: event, isDeleted: false), content)
        }
        guard let entry = try? EntryRow(before.state), entry.branches == nil, frame.state == .whole,
            frame.isDecided(on: before.head, in: event.bytes), frame.kind != EntryEventCodec.Kind.forget
        else { return nil }
        var after = row(frame, before, entry.head, entry.state.content)
        if !isUnderstood, frame.criticality != .ignorable { after.isReadOnly = true }
        var state = entry.state
        switch act {
        case .event(.edited(let content, _)):
            state = EntryState(content: content, isDeleted: isUnattended ? state.isDeleted : false)
        case .event(.deleted): state.isDeleted = true
        case .event(.created), .forget, .notUnderstood, .blanked, .lost, nil: return after
        }
        var head = entry.head
        if !isUnattended { (head.modifiedAt, head.modifiedOffset) = (frame.wall, event.offset) }
        if state.isDeleted != head.isDeleted || state.content.date.seconds != entry.state.content.date.seconds {
            (head.isDeleted, head.born) = (state.isDeleted, frame.sequence)
        }
        after = row(frame, before, head, state.content)
        after.isDoubtful = before.isDoubtful && (act?.event?.hunks == nil || isUnattended)
        return after
    }

    private func row(_ frame: Frame, _ before: StreamRow?, _ head: RowHead, _ content: EntryContent) -> StreamRow {
        var (head, writer) = (head, ByteWriter(capacity: 256))
        head.words = UInt32(clamping: wordCount(content.text.span))
        head.write(nil, to: &writer)
        writer.append(ContentCodec.encode(content))
        return StreamRow(
            ordinal: before?.ordinal ?? UInt32(rows.count + 1), head: frame.sequence,
            create: before?.create ?? frame.sequence, version: frame.version, isReadOnly: before?.isReadOnly ?? false,
            isDoubtful: before?.isDoubtful ?? false, object: frame.object, headID: frame.id, state: writer.bytes)
    }

    /// Whether an event says something that its entry cannot follow: its body breaks its layout, it begins an entry
    /// that is there or changes one that is not.
    private func isRefused(
        _ event: borrowing EventView, _ model: any StreamModel, _ before: StreamRow?, _ after: StreamRow?
    ) -> Bool {
        let frame = event.frame
        guard frame.state == .whole, model.understands(kind: frame.kind, schema: frame.schema) else { return false }
        guard let act = try? EntryEventCodec.decode(kind: frame.kind, body: event.body) else { return true }
        guard let before, let entry = try? EntryRow(before.state) else { return after == nil }
        guard entry.branches == nil, frame.isDecided(on: before.head, in: event.bytes) else { return false }
        if case .event(.created) = act { return true }
        return false
    }

    private mutating func applySpan(
        _ before: StreamRow?, _ after: StreamRow, _ sequence: UInt64
    ) throws(EventStoreError) {
        let old = before.flatMap { try? EntryRow($0.state) }
        guard let new = try? EntryRow(after.state) else { return }
        if old?.head.born == new.head.born { return }
        let key = Int(after.ordinal)
        if let old, let index = open.removeValue(forKey: key) {
            spans[old.state.isDeleted ? 1 : 0][index].died = sequence
        }
        let kind = new.state.isDeleted ? 1 : 0
        open[key] = spans[kind].count
        spans[kind].append(
            EntrySpan(
                date: new.state.content.date.seconds, lamport: new.head.lamport, entry: after.object,
                ordinal: after.ordinal, born: new.head.born))
        living += (new.state.isDeleted ? 0 : 1) - (old?.state.isDeleted == false ? 1 : 0)
    }

    private(set) var living = 0

    var stateHash: Digest {
        var digest = RunningDigest()
        for row in rows.sorted(by: { $0.object < $1.object }) {
            guard let entry = try? EntryRow(row.state) else { continue }
            var writer = ByteWriter(capacity: row.state.count + 32)
            writer.append(row.object)
            writer.littleEndian(row.version)
            let status: [EntryStatus: UInt8] = [.one: 0, .forgotten: 4, .merged: 8, .conflict: 16, .notUnderstood: 32]
            let contested: UInt8 = entry.branches?.isContested == true ? 2 : 0
            writer.uint8((entry.state.isDeleted ? 1 : 0) | contested | (status[entry.branches?.status ?? .one] ?? 0))
            let heads = entry.branches?.heads.map(\.id).sorted().map { Digest(of: $0) } ?? [row.headID]
            let others = entry.branches?.alternatives.map(\.event.id).sorted().map { Digest(of: $0) } ?? []
            for ids in [heads, others] {
                writer.littleEndian(UInt32(ids.count))
                for id in ids { writer.append(id) }
            }
            let shown = entry.state.isUnderstood ? entry.state : .forgotten
            let content = ContentCodec.encode(shown.content)
            writer.littleEndian(UInt32(truncatingIfNeeded: content.count))
            writer.append(content)
            digest.update(writer.bytes)
        }
        return digest.finish()
    }
}

extension Digest {
    fileprivate init(of id: EventID) {
        self.init(words: id.words[0], id.words[1], id.words[2], id.words[3])
    }
}
