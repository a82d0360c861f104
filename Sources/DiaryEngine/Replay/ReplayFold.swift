internal import DiaryModel
package import EventStore
internal import Host

/// The diary folded in memory, all entries together or one after the other: what each entry's row says, with the
/// content as bytes.
///
/// An event costs some 0.6 µs, an entry about 170 bytes and its content. The rows equal those that `DiaryStreams`
/// computes from the same events. The check bytes of texts are compared only after an event that could not be read:
/// until then each text is the one that its event was decided on, unless a device wrote otherwise, which
/// `checkingTexts` finds.
package struct ReplayFold {
    /// What an entry's row has besides its content; it holds no references, so reading it counts none.
    struct Facts: BitwiseCopyable {
        var ordinal: UInt32
        var object: EntryID
        var create: UInt64
        var head: UInt64
        var headID: Digest
        var version: UInt64
        var born: UInt64
        var createdBy: UInt64
        var lamport: UInt64
        var createdAt: Int64
        var modifiedAt: Int64
        var createdOffset: Int32
        var modifiedOffset: Int32
        var isDeleted = false
        var isReadOnly = false
        var isDoubtful = false
        /// Civil seconds.
        var date: Int64
    }

    /// The facts of each entry, in the order in which they began here.
    private(set) var facts: [Facts] = []
    /// The ordinals of entries whose creation cannot be read, as their rows say: of these the log tells nothing.
    private(set) var untold: Set<UInt32> = []
    private var lastOrdinal: UInt32 = 0
    private(set) var contents: [ContentBytes] = []
    /// The branches of the entries that have some, by index.
    private(set) var branches: [Int: EntryBranches] = [:]
    /// All spans that ever began, by `SpanKind`; empty unless asked for.
    package private(set) var spans: [[EntrySpan]] = [[], []]
    package private(set) var damaged: [UInt64] = []
    package private(set) var living = 0
    package private(set) var position: UInt64 = 0
    private let keepsSpans: Bool
    private let keepsOrdinals: Bool
    private let checksTexts: Bool
    /// Whether it folds one entry after the other, and has only the last of them.
    private let isOneByOne: Bool
    /// Whether a fold of one entry met what only a fold of all can judge: damage, which makes each later text doubtful,
    /// or an event that names its entry itself because the first one could not be read.
    private(set) var needsWhole = false
    /// For each event, one plus the index of its entry; 0 if it has none. Not used one by one.
    private var places: [UInt32] = []
    private var open: [Int: Int] = [:]
    private let memory = GraphMemory()

    /// How many entries there are, deleted ones included.
    package var count: Int { facts.count }

    /// `checkingTexts` compares each text with its eight check bytes, which doubles the cost. `keepingOrdinals` leaves
    /// the ordinals of entries whose creation cannot be read to their rows, to compare the others with theirs.
    package init(keepingSpans: Bool = false, checkingTexts: Bool = false, keepingOrdinals: Bool = false) {
        isOneByOne = false
        keepsOrdinals = keepingOrdinals
        keepsSpans = keepingSpans
        checksTexts = checkingTexts
    }

    /// A fold of one entry after the other, for what their state hash says: each takes the place of the one before.
    init(oneByOne: Bool) {
        isOneByOne = oneByOne
        (keepsOrdinals, keepsSpans, checksTexts) = (false, false, false)
    }

    /// Begins with the entries of a list's snapshot after an event, and reads their contents from the log: for each
    /// entry, the last keyframe and the events since. Returns false if that cannot be done.
    ///
    /// Such a fold has only what `stateHash` needs: rows and spans need a fold from the first event.
    mutating func begin(
        with list: ListFold, after sequence: UInt64, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        reserve(list.creates.count, through: sequence)
        for index in list.creates.indices {
            guard
                let entry = try view.straightContent(
                    ofEntry: list.creates[index], at: list.heads[index]),
                let head = try view.soundFrame(list.heads[index]), head.marks.isStraight
            else { return false }
            lastOrdinal += 1
            facts.append(
                Facts(
                    ordinal: lastOrdinal, object: entry.object, create: list.creates[index], head: list.heads[index],
                    headID: head.id,
                    version: entry.version, born: 0, createdBy: 0, lamport: 0, createdAt: 0, modifiedAt: 0,
                    createdOffset: 0, modifiedOffset: 0,
                    isDeleted: entry.isDeleted, date: entry.content.date))
            contents.append(entry.content)
            note(list.heads[index], of: facts.count - 1)
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

    /// Folds on, through an event. Calls `report` every 8,192 events.
    package mutating func advance(
        to sequence: UInt64, _ view: borrowing StoreView, _ report: (UInt64) -> Void = { _ in }
    ) throws(EventStoreError) {
        guard position < sequence else { return }
        let model = view.log.model
        reserve(Int(try view.storedStreams()), through: sequence)
        try view.forEachFrame(in: position + 1...sequence) {
            (number, bytes) throws(EventStoreError) in
            position = number
            if let bytes, let frame = try? Frame(bytes, expecting: number) {
                try apply(frame, bytes, model, view)
            } else {
                damaged.append(number)
                if keepsOrdinals, let row = try view.storedRow(createdAt: number) { untold.insert(row.ordinal) }
            }
            if number & 8191 == 0 { report(number) }
            return true
        }
    }

    /// Folds all events of an entry, in place of the entry before; without a number, those that belong to none.
    ///
    /// `position` counts events then, and `living` the living entries of all so far. Stops where it `needsWhole`.
    mutating func replace(
        byStream number: Int?, along paths: StreamPaths, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        facts.removeAll(keepingCapacity: true)
        contents.removeAll(keepingCapacity: true)
        branches.removeAll()
        let model = view.log.model
        let isSame = try view.forEachFrame(ofStream: number, along: paths) { (number, bytes) throws(EventStoreError) in
            position += 1
            guard let bytes, let frame = try? Frame(bytes, expecting: number) else {
                needsWhole = true
                return false
            }
            try apply(frame, bytes, model, view)
            return !needsWhole
        }
        // What belongs to no entry has begun none, and each path leads through one.
        if !isSame || !damaged.isEmpty || facts.count > (number == nil ? 0 : 1) { needsWhole = true }
    }

    private mutating func apply(
        _ frame: Frame, _ bytes: Span<UInt8>, _ model: any StreamModel, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        guard frame.object != .zero else { return }
        let index = index(before: frame)
        let stored = bytes.extracting(frame.body)
        let lifted: [UInt8]?
        do throws(FormatError) {
            lifted = try model.upcast(kind: frame.kind, schema: frame.schema, body: stored)
        } catch {
            return damaged.append(frame.sequence)
        }
        let isUnderstood = model.understands(kind: frame.kind, schema: frame.schema)
        guard let index else {
            guard isUnderstood else { return }
            let object = frame.object
            let known = untold.isEmpty ? nil : try view.storedOrdinal(of: object)
            if let lifted {
                return begin(object, EventView(frame: frame, bytes: bytes, body: lifted.span), known)
            }
            return begin(object, EventView(frame: frame, bytes: bytes, body: stored), known)
        }
        let head = EventReference(sequence: facts[index].head, id: facts[index].headID)
        note(frame.sequence, of: index)
        facts[index].head = frame.sequence
        facts[index].headID = frame.id
        facts[index].version = frame.version
        if !isUnderstood, frame.criticality != .ignorable { facts[index].isReadOnly = true }
        if let lifted {
            let event = EventView(frame: frame, bytes: bytes, body: lifted.span)
            return try apply(event, index, head, isUnderstood: isUnderstood, view)
        }
        let event = EventView(frame: frame, bytes: bytes, body: stored)
        try apply(event, index, head, isUnderstood: isUnderstood, view)
    }

    private mutating func apply(
        _ event: borrowing EventView, _ index: Int, _ head: EventReference, isUnderstood: Bool,
        _ view: borrowing StoreView
    ) throws(EventStoreError) {
        guard branches[index] == nil, event.frame.isDecided(on: head.sequence, in: event.bytes),
            event.frame.kind != EntryEventCodec.Kind.forget
        else {
            let turn = try turn(index, event, head, view)
            if isUnderstood, !turn.isUnderstood { refuse(event.frame) }
            return
        }
        guard isUnderstood, !go(on: index, event) else { return }
        refuse(event.frame)
        // A body that breaks its layout changes nothing; what a text that does not fit leads to, the graph decides.
        let isReadable = (try? EntryEventCodec.decode(kind: event.frame.kind, body: event.body)) != nil
        if isReadable, event.frame.kind != EntryEventCodec.Kind.create { _ = try turn(index, event, head, view) }
    }

    /// Applies an event that was not decided on the entry's head alone, by the graph of the entry's events.
    private mutating func turn(
        _ index: Int, _ event: borrowing EventView, _ head: EventReference, _ view: borrowing StoreView
    ) throws(EventStoreError) -> EntryTurn {
        let turn = try view.turn(
            after: event, of: facts[index].object, create: facts[index].create, head: head,
            text: branches[index] == nil ? Array(contents[index].text) : nil, memory)
        contents[index] = turn.content
        branches[index] = turn.view.branches
        facts[index].isDoubtful = turn.isDoubtful
        if turn.isNewestModification {
            facts[index].modifiedAt = event.frame.wall
            facts[index].modifiedOffset = event.offset
        }
        let isReborn = turn.isFirstCreation && facts[index].lamport != event.frame.lamport
        endSpan(of: index, isReborn: isReborn, isDeleted: turn.view.state.isDeleted, at: event.frame.sequence) {
            facts in
            guard turn.isFirstCreation else { return }
            facts.createdAt = event.frame.wall
            facts.createdOffset = event.offset
            facts.createdBy = event.frame.sequence
            facts.lamport = event.frame.lamport
        }
        return turn
    }

    /// The ordinal of an entry that begins. If its creation was lost since, its row has kept the ordinal; otherwise it
    /// is the next one that no such row has kept.
    private mutating func ordinal(known: UInt32?) -> UInt32 {
        if let known, untold.remove(known) != nil { return known }
        repeat { lastOrdinal += 1 } while untold.contains(lastOrdinal)
        return lastOrdinal
    }

    /// Begins an entry with its creation or, if that is lost, with its first keyframe.
    private mutating func begin(_ object: EntryID, _ event: borrowing EventView, _ known: UInt32?) {
        let (frame, offset) = (event.frame, event.offset)
        guard frame.previousInStream == 0, let (content, isDeleted) = beginning(event) else { return refuse(frame) }
        let sequence = frame.sequence
        facts.append(
            Facts(
                ordinal: ordinal(known: known), object: object, create: sequence, head: sequence, headID: frame.id,
                version: frame.version,
                born: sequence, createdBy: sequence, lamport: frame.lamport, createdAt: frame.wall,
                modifiedAt: frame.wall, createdOffset: offset, modifiedOffset: offset, isDeleted: isDeleted,
                date: content.date))
        contents.append(content)
        note(sequence, of: facts.count - 1)
        if !isDeleted { living += 1 }
        beginSpan(of: facts.count - 1)
    }

    private func beginning(_ event: borrowing EventView) -> (content: ContentBytes, isDeleted: Bool)? {
        if event.frame.kind == EntryEventCodec.Kind.create {
            return (try? ContentBytes(event.body)).map { ($0, $0.text.isEmpty) }
        }
        return EntryEventCodec.beginning(event).map { (ContentBytes($0.content), $0.isDeleted) }
    }

    /// Applies an event that was decided on the entry's head to the content's bytes; returns whether it fits.
    private mutating func go(on index: Int, _ event: borrowing EventView) -> Bool {
        let frame = event.frame
        guard frame.kind != EntryEventCodec.Kind.create else { return false }
        let isDeletedBefore = facts[index].isDeleted
        // An earlier event may have been lost: the splices could fit a text that they were not made for.
        let spare = checksTexts || !damaged.isEmpty ? contents[index] : nil
        let isDeleted: Bool
        do throws(FormatError) {
            isDeleted = try contents[index].apply(kind: frame.kind, event.body, isDeleted: isDeletedBefore)
        } catch {
            return false
        }
        if let spare, !contents[index].isVouchedFor(by: event.body, kind: frame.kind, event.salt) {
            contents[index] = spare
            return false
        }
        if facts[index].isDoubtful, EntryEventCodec.isKeyframe(kind: frame.kind, body: event.body) {
            facts[index].isDoubtful = false
        }
        if frame.kind != EntryEventCodec.Kind.observe {
            facts[index].modifiedAt = frame.wall
            facts[index].modifiedOffset = event.offset
        }
        endSpan(of: index, isReborn: false, isDeleted: isDeleted, at: frame.sequence) { _ in }
        return true
    }

    /// Ends an entry's span and begins another, if the entry has moved within the list or out of it.
    private mutating func endSpan(
        of index: Int, isReborn: Bool, isDeleted: Bool, at sequence: UInt64, _ change: (inout Facts) -> Void
    ) {
        let before = facts[index]
        change(&facts[index])
        let date = contents[index].date
        guard isReborn || before.date != date || before.isDeleted != isDeleted else { return }
        (facts[index].date, facts[index].isDeleted) = (date, isDeleted)
        facts[index].born = sequence
        living += (isDeleted ? 0 : 1) - (before.isDeleted ? 0 : 1)
        if keepsSpans, let span = open[index] {
            spans[before.isDeleted ? SpanKind.deleted.rawValue : SpanKind.living.rawValue][span].died = sequence
        }
        beginSpan(of: index)
    }

    /// Notes an event that its entry could not apply as damaged, unless it was blanked.
    private mutating func refuse(_ frame: Frame) {
        if frame.state == .whole { damaged.append(frame.sequence) }
    }

    private mutating func beginSpan(of index: Int) {
        guard keepsSpans else { return }
        let facts = facts[index]
        let kind = facts.isDeleted ? SpanKind.deleted.rawValue : SpanKind.living.rawValue
        open[index] = spans[kind].count
        spans[kind].append(
            EntrySpan(
                date: facts.date, lamport: facts.lamport, ordinal: facts.ordinal,
                born: facts.born))
    }

    /// The index of the entry that an event continues; nil for one that begins an entry, or continues none.
    ///
    /// Its entry's event before leads there. Where that could not be read, all entries are searched.
    private mutating func index(before frame: Frame) -> Int? {
        if isOneByOne {
            if let only = facts.first, only.object != frame.object { needsWhole = true }
            return facts.isEmpty ? nil : 0
        }
        guard frame.previousInStream > 0 else { return nil }
        let place = frame.previousInStream < UInt64(places.count) ? places[Int(frame.previousInStream)] : 0
        return place > 0 ? Int(place) - 1 : facts.firstIndex { $0.object == frame.object }
    }

    /// Notes that an event is of an entry.
    private mutating func note(_ sequence: UInt64, of index: Int) {
        guard !isOneByOne else { return }
        while places.count <= Int(sequence) { places.append(0) }
        places[Int(sequence)] = UInt32(truncatingIfNeeded: index + 1)
    }

    /// The row that the live tables hold for an entry at this fold's position.
    package func row(_ index: Int) -> StreamRow {
        let (facts, content) = (facts[index], contents[index])
        var writer = ByteWriter(capacity: 64 + content.bytes.count)
        let row = EntryRow(
            born: facts.born, createdAt: facts.createdAt, createdOffset: facts.createdOffset,
            modifiedAt: facts.modifiedAt, modifiedOffset: facts.modifiedOffset,
            words: UInt32(clamping: content.words), createdBy: facts.createdBy, lamport: facts.lamport,
            state: EntryState(content: .nothing, isDeleted: facts.isDeleted),
            branches: branches[index])
        row.writeHead(to: &writer)
        content.write(to: &writer)
        return StreamRow(
            ordinal: facts.ordinal, head: facts.head, create: facts.create,
            version: facts.version, isReadOnly: facts.isReadOnly, isDoubtful: facts.isDoubtful,
            object: facts.object, headID: facts.headID, state: writer.bytes)
    }
}
