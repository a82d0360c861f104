internal import DiaryModel
package import EventStore
internal import Host
internal import LMDB

/// The whole diary folded in memory: of each entry what its row says, with its content as bytes.
///
/// An event costs some 0.7 µs, an entry about 170 bytes and its content. What it leads to is what `DiaryStreams` makes
/// of the same events, row by row. The eight bytes that vouch for a text are compared once an event could not be read:
/// until then a text is the one its event was made on, unless a device wrote otherwise, which `checkingTexts` finds.
package struct ReplayFold {
    /// What an entry's row has beside its content. It holds no reference, so that to look at it costs no count.
    struct Facts: BitwiseCopyable {
        var object: Identifier
        var create: UInt64
        var head: UInt64
        var version: UInt64
        var born: UInt64
        var createdAt: Int64
        var modifiedAt: Int64
        var createdOffset: Int32
        var modifiedOffset: Int32
        var isDeleted = false
        var isReadOnly = false
        /// Civil seconds.
        var date: Int64
    }

    /// By ordinal, from 1.
    private(set) var facts: [Facts] = []
    private var contents: [ContentBytes] = []
    /// Every span that ever was, of the living and of the deleted; empty unless asked for.
    package private(set) var spans: [[EntrySpan]] = [[], []]
    package private(set) var damaged: [UInt64] = []
    package private(set) var living = 0
    package private(set) var position: UInt64 = 0
    private let keepsSpans: Bool
    private let checksTexts: Bool
    /// The place of the entry that an event began, plus one; 0: none.
    private var places: [UInt32] = []
    private var open: [Int: Int] = [:]
    private var origins = Origins()
    private var origin: (sequence: UInt64, offset: Int32)?

    /// How many entries there have been.
    package var count: Int { facts.count }

    /// `checkingTexts` compares each text with the eight bytes that vouch for it, which doubles the cost.
    package init(keepingSpans: Bool = false, checkingTexts: Bool = false) {
        keepsSpans = keepingSpans
        checksTexts = checkingTexts
    }

    /// Takes up what a snapshot of the list says there was after an event, with texts put together from the log: of
    /// each entry the last keyframe, and the events since. False where that cannot be done.
    ///
    /// It has no more of an entry than `stateHash` needs: rows and spans follow from a fold from the first event only.
    mutating func begin(
        with list: ListFold, after sequence: UInt64, _ reader: borrowing StoreReader
    ) throws(EventStoreError) -> Bool {
        reserve(list.creates.count, through: sequence)
        for index in list.creates.indices {
            guard
                let entry = try reader.transaction.contentBytes(
                    ofEntry: list.creates[index], at: list.heads[index], &origins, reader.log)
            else { return false }
            while places.count <= Int(list.creates[index]) { places.append(0) }
            facts.append(
                Facts(
                    object: entry.object, create: list.creates[index], head: list.heads[index],
                    version: entry.version, born: 0, createdAt: 0, modifiedAt: 0, createdOffset: 0, modifiedOffset: 0,
                    isDeleted: entry.isDeleted, date: entry.content.date))
            contents.append(entry.content)
            places[Int(list.creates[index])] = UInt32(truncatingIfNeeded: facts.count)
            if !entry.isDeleted { living += 1 }
        }
        position = sequence
        return true
    }

    private mutating func reserve(_ entries: Int, through sequence: UInt64) {
        facts.reserveCapacity(entries)
        contents.reserveCapacity(entries)
        places.reserveCapacity(Int(sequence) + 1)
    }

    /// Folds on to an event. `report` hears of it every 8,192 events.
    package mutating func advance(
        to sequence: UInt64, _ reader: borrowing StoreReader, _ report: (UInt64) -> Void = { _ in }
    ) throws(EventStoreError) {
        guard position < sequence else { return }
        let model = reader.log.model
        reserve(Int(try reader.transaction.foldedStreams(reader.log)), through: sequence)
        try reader.transaction.forEachFrame(in: position + 1...sequence, reader.log) {
            (number, bytes) throws(EventStoreError) in
            position = number
            if let bytes, let frame = try? Frame(bytes, expecting: number) {
                try follow(frame, bytes, model, reader)
            } else {
                damaged.append(number)
            }
            if number & 8191 == 0 { report(number) }
            return true
        }
    }

    private mutating func follow(
        _ frame: Frame, _ bytes: Span<UInt8>, _ model: any StreamModel, _ reader: borrowing StoreReader
    ) throws(EventStoreError) {
        let index: Int?
        switch frame.object {
        case .none: return
        case .sequence(let create): index = place(of: create)
        case .offset: index = nil
        }
        let stored = bytes.extracting(frame.body)
        let lifted: [UInt8]?
        do throws(FormatError) {
            lifted = try model.upcast(kind: frame.kind, schema: frame.schema, body: stored)
        } catch {
            return damaged.append(frame.sequence)
        }
        let isUnderstood = model.understands(kind: frame.kind, schema: frame.schema)
        let offset = try offset(of: frame, reader)
        guard let index else {
            guard let object = try reader.transaction.object(of: frame, bytes: bytes, reader.log) else {
                return damaged.append(frame.sequence)
            }
            guard isUnderstood else { return }
            if let lifted { return begin(object, frame, lifted.span, offset) }
            return begin(object, frame, stored, offset)
        }
        facts[index].head = frame.sequence
        facts[index].version = frame.version
        guard isUnderstood else {
            if frame.criticality != .ignorable { facts[index].isReadOnly = true }
            return
        }
        if let lifted { return go(on: index, frame, lifted.span, bytes.extracting(frame.salt), offset) }
        go(on: index, frame, stored, bytes.extracting(frame.salt), offset)
    }

    private mutating func begin(_ object: Identifier, _ frame: Frame, _ body: Span<UInt8>, _ offset: Int32) {
        guard frame.kind == EntryEventCodec.Kind.create, let content = try? ContentBytes(body) else {
            return refuse(frame)
        }
        let sequence = frame.sequence
        while places.count <= Int(sequence) { places.append(0) }
        facts.append(
            Facts(
                object: object, create: sequence, head: sequence, version: frame.version, born: sequence,
                createdAt: frame.wall, modifiedAt: frame.wall, createdOffset: offset, modifiedOffset: offset,
                date: content.date))
        contents.append(content)
        places[Int(sequence)] = UInt32(truncatingIfNeeded: facts.count)
        living += 1
        beginSpan(of: facts.count - 1)
    }

    private mutating func go(
        on index: Int, _ frame: Frame, _ body: Span<UInt8>, _ salt: Span<UInt8>, _ offset: Int32
    ) {
        let before = (date: facts[index].date, isDeleted: facts[index].isDeleted)
        // An event before this one may have been lost: its splices could fit a text they were not made on.
        let spare = checksTexts || !damaged.isEmpty ? contents[index] : nil
        let isDeleted: Bool
        do throws(FormatError) {
            isDeleted = try contents[index].follow(kind: frame.kind, body, isDeleted: before.isDeleted)
        } catch {
            return refuse(frame)
        }
        if let spare, !contents[index].isVouchedFor(by: body, kind: frame.kind, salt) {
            contents[index] = spare
            return refuse(frame)
        }
        let after = (date: contents[index].date, isDeleted: isDeleted)
        facts[index].modifiedAt = frame.wall
        facts[index].modifiedOffset = offset
        guard before != after else { return }
        (facts[index].date, facts[index].isDeleted) = after
        facts[index].born = frame.sequence
        living += (after.isDeleted ? 0 : 1) - (before.isDeleted ? 0 : 1)
        if keepsSpans, let span = open[index] {
            spans[before.isDeleted ? SpanKind.deleted.rawValue : SpanKind.living.rawValue][span].died = frame.sequence
        }
        beginSpan(of: index)
    }

    /// An event that its entry could not follow; a blanked one leaves nothing to follow.
    private mutating func refuse(_ frame: Frame) {
        if frame.state == .whole { damaged.append(frame.sequence) }
    }

    private mutating func beginSpan(of index: Int) {
        guard keepsSpans else { return }
        let facts = facts[index]
        let kind = facts.isDeleted ? SpanKind.deleted.rawValue : SpanKind.living.rawValue
        open[index] = spans[kind].count
        spans[kind].append(
            EntrySpan(date: facts.date, ordinal: UInt32(truncatingIfNeeded: index + 1), born: facts.born))
    }

    /// The place of the entry that an event began.
    private func place(of create: UInt64) -> Int? {
        guard create < UInt64(places.count) else { return nil }
        let place = places[Int(create)]
        return place == 0 ? nil : Int(place) - 1
    }

    /// Seconds east of UTC where an event was written; nearly always the same origin as the one before.
    private mutating func offset(of frame: Frame, _ reader: borrowing StoreReader) throws(EventStoreError) -> Int32 {
        if let zone = frame.ownZone { return zone.offset }
        if case .sequence(let sequence) = frame.origin, let origin, origin.sequence == sequence { return origin.offset }
        let offset = try origins.offset(of: frame, in: reader.transaction, reader.log)
        if case .sequence(let sequence) = frame.origin { origin = (sequence, offset) }
        return offset
    }

    /// The row that the live tables have for an entry, as far as this fold has come.
    package func row(_ index: Int) -> StreamRow {
        let (facts, content) = (facts[index], contents[index])
        var writer = ByteWriter(capacity: 48 + content.bytes.count)
        writer.littleEndian(facts.born)
        writer.littleEndian(facts.createdAt)
        writer.littleEndian(facts.createdOffset)
        writer.littleEndian(facts.modifiedAt)
        writer.littleEndian(facts.modifiedOffset)
        writer.uint8(facts.isDeleted ? 1 : 0)
        writer.littleEndian(UInt32(clamping: content.words))
        content.write(to: &writer)
        return StreamRow(
            ordinal: UInt32(truncatingIfNeeded: index + 1), head: facts.head, create: facts.create,
            version: facts.version, isReadOnly: facts.isReadOnly, object: facts.object, state: writer.bytes)
    }

    /// SHA-256 over the entries sorted by id: what they are, not when or where they came in.
    package var stateHash: Digest {
        var digest = RunningDigest()
        let identifiers = facts.map(\.object)
        var writer = ByteWriter(capacity: 4096)
        for index in identifiers.indices.sorted(by: { identifiers[$0] < identifiers[$1] }) {
            writer.removeAll()
            writer.append(identifiers[index])
            writer.littleEndian(facts[index].version)
            writer.uint8(facts[index].isDeleted ? 1 : 0)
            writer.littleEndian(UInt32(truncatingIfNeeded: contents[index].length))
            contents[index].write(to: &writer)
            digest.update(writer.bytes)
        }
        return digest.finish()
    }
}
