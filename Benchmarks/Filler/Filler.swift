public import DiaryEngine
public import DiaryModel
public import EventStore

/// Fills a diary with events that follow from a seed: the same on every machine.
///
/// One event in ten makes an entry, Korean or English, of about 400 bytes. One entry in three is edited several times
/// right afterwards, as a person does who reads it over; other edits go mostly to the last hundred entries, and one in
/// forty writes the text anew. The rest tags, stars, deletes and brings back, and now and then takes a change back.
/// Days come in order, one in twenty is backdated, unless the shape says otherwise.
public struct Filler {
    private var chance: Chance
    private var states: [(id: EntryID, state: EntryState, version: UInt64)] = []
    private var wall: Int64 = 946_684_800_000_000
    private let shape: Shape
    /// The entry that is being read over, and how many edits of it are left.
    private var burst: (index: Int, left: Int)?

    /// The order in which entries are dated, for lists that must cope with any.
    public enum Shape: String, Sendable, CaseIterable {
        /// Days in order, one in twenty backdated.
        case usual
        /// Each entry is dated before all others.
        case reversed
        /// Dates in no order at all.
        case shuffled
        /// As usual, with one in a hundred dated a century ahead.
        case future
        /// One entry, edited again and again.
        case single
    }

    /// The generator of a seed; equal seeds give equal diaries.
    public init(seed: UInt64, shape: Shape = .usual) {
        chance = Chance(seed: seed)
        self.shape = shape
    }

    /// Appends so many events, in operations of `batch` events each; after every tenth a change, and its undo.
    public mutating func fill(_ diary: Diary, events: Int, batch: Int = 1_000) throws {
        var left = events
        var round = 0
        while left > 0 {
            round += 1
            if round.isMultiple(of: 10), left > 2 { left -= try undoOne(diary) }
            let count = min(batch, left)
            // A copy would take the states of all entries with it, each time.
            try diary.store.write { writer in try operation(count, &writer) }
            left -= count
        }
    }

    /// Stars an entry and takes that back: two events, after which it is as it was.
    private mutating func undoOne(_ diary: Diary) throws -> Int {
        let index = chance.below(states.count)
        guard !states[index].state.isDeleted else { return 0 }
        var edit = EntryEdit()
        edit.isStarred = !states[index].state.content.isStarred
        wall += 1_000_000
        _ = try diary.perform([EntryRequest(entry: states[index].id, command: .edit(edit))], in: context())
        wall += 1_000_000
        _ = try diary.undo(in: context())
        states[index].version += 2
        return 2
    }

    /// Imports so many entries as one operation, and takes it back.
    public mutating func importAndUndo(_ diary: Diary, entries: Int) throws {
        let rows = (0..<entries).map { ImportedRow(content: content(), identity: Array("row \($0)".utf8)) }
        _ = try diary.import(rows, again: true, in: context())
        _ = try diary.undo(in: context())
    }

    private mutating func operation(_ count: Int, _ writer: inout StoreWriter) throws(EventStoreError) {
        var context = context()
        try writer.begin(EventHeader.Operation(command: CommandCode.import.rawValue), count: count, in: &context)
        for _ in 0..<count {
            wall += 1_000_000
            try event(&writer, &context)
        }
    }

    /// Now, as the filler counts: a second later each event.
    public mutating func context() -> WriteContext {
        var seed = ByteWriter()
        seed.littleEndian(chance.next())
        return WriteContext(wall: wall, offset: 32_400, zone: "Asia/Seoul", entropy: .seeded(seed.bytes))
    }

    private mutating func event(_ writer: inout StoreWriter, _ context: inout WriteContext) throws(EventStoreError) {
        if let (index, left) = burst, chance.below(10) < 7 {
            burst = left > 1 ? (index, left - 1) : nil
            return try change(index, &writer, &context)
        }
        guard !states.isEmpty, shape == .single || chance.below(7) > 0 else {
            let id: EntryID = context.entropy.identifier()
            let state = EntryState(content: content())
            try writer.append(.created(state.content), of: id, version: 0, from: nil, to: state, in: &context)
            states.append((id, state, 1))
            if chance.below(3) == 0 { burst = (states.count - 1, 2 + chance.below(5)) }
            return
        }
        let recent = chance.below(4) > 0 ? min(100, states.count) : states.count
        try change(states.count - 1 - chance.below(recent), &writer, &context)
    }

    private mutating func change(
        _ index: Int, _ writer: inout StoreWriter, _ context: inout WriteContext
    ) throws(EventStoreError) {
        let (id, state, version) = states[index]
        let event = change(of: state)
        let after: EntryState
        do { after = try evolve(state, event) } catch { throw .damaged("the filler contradicts itself") }
        try writer.append(event, of: id, version: version, from: state, to: after, in: &context)
        states[index] = (id, after, version + 1)
    }

    private mutating func change(of state: EntryState) -> EntryEvent {
        var content = state.content
        if state.isDeleted { return .edited(content, hunks: nil) }
        switch chance.below(40) {
        case 0: return .deleted
        case 1:
            content.isStarred.toggle()
            return .edited(content, hunks: nil)
        case 2:
            let tag = Tag(["여행", "가족", "work", "dream"][chance.below(4)])
            content.tags =
                content.tags.contains(tag) ? content.tags.filter { $0 != tag } : (content.tags + [tag]).sorted()
            return .edited(content, hunks: nil)
        case 3: content.text = Array(sentence(bytes: 200 + chance.below(400)).utf8)
        default:
            let words = content.text.indices.filter { content.text[$0] == UInt8(ascii: " ") }
            let position = words.isEmpty ? content.text.count : words[chance.below(words.count)]
            content.text.insert(contentsOf: Array((" " + word(korean: chance.below(2) == 0)).utf8), at: position)
            if content.text.count > 900 { content.text = Array(sentence(bytes: 400).utf8) }
        }
        return .edited(content, hunks: textHunks(from: state.content.text, to: content.text))
    }

    /// A new entry's content.
    public mutating func content() -> EntryContent {
        let date = EntryDate(
            seconds: 946_684_800 + day() * 86_400, offset: 32_400, zone: "Asia/Seoul", precision: .day)
        return EntryContent(text: Array(sentence(bytes: 200 + chance.below(400)).utf8), date: date)
    }

    /// The day of the next entry, counted from the first.
    private mutating func day() -> Int64 {
        let usual = Int64(states.count / 10)
        switch shape {
        case .usual, .single: return usual - (chance.below(20) == 0 ? Int64(chance.below(3_000)) : 0)
        case .reversed: return -Int64(states.count)
        case .shuffled: return Int64(chance.below(100_000))
        case .future: return usual + (chance.below(100) == 0 ? 36_500 : 0)
        }
    }

    private mutating func sentence(bytes: Int) -> String {
        let isKorean = chance.below(2) == 0
        var text = ""
        while text.utf8.count < bytes { text += (text.isEmpty ? "" : " ") + word(korean: isKorean) }
        return text
    }

    /// A word; the first ones of the vocabulary come much more often than the last.
    private mutating func word(korean: Bool) -> String {
        let words = korean ? Vocabulary.korean : Vocabulary.english
        return words[chance.below(words.count) * chance.below(words.count) / words.count]
    }
}
