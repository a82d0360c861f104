public import DiaryEngine
public import DiaryModel
public import EventStore
internal import Host

/// Fills a diary with events that follow from a seed: the same on every machine.
///
/// One event in ten makes an entry, Korean or English, of about 400 bytes; the others edit a word of an entry (mostly
/// one of the last hundred), tag or star it, delete it or bring it back. Days come in order, one in twenty is backdated.
public struct Filler {
    private var chance: UInt64
    private var states: [(id: Identifier, state: EntryState, version: UInt64)] = []
    private var wall: Int64 = 946_684_800_000_000

    /// The generator of a seed; equal seeds give equal diaries.
    public init(seed: UInt64) { chance = seed }

    /// Appends so many events, in operations of `batch` events each.
    public mutating func fill(_ diary: Diary, events: Int, batch: Int = 1_000) throws {
        var left = events
        while left > 0 {
            let count = min(batch, left)
            var filler = self
            try diary.store.write { (writer) throws(EventStoreError) in
                try filler.operation(count, &writer)
            }
            self = filler
            left -= count
        }
    }

    private mutating func operation(_ count: Int, _ writer: inout StoreWriter) throws(EventStoreError) {
        var occasion = occasion()
        try writer.begin(EventHeader.Operation(command: CommandCode.import.rawValue), count: count, on: &occasion)
        for _ in 0..<count {
            wall += 1_000_000
            try event(&writer, &occasion)
        }
    }

    /// Now, as the filler counts: a second later each event.
    public mutating func occasion() -> Occasion {
        var seed = ByteWriter()
        seed.littleEndian(next())
        return Occasion(wall: wall, offset: 32_400, zone: "Asia/Seoul", entropy: .seeded(seed.bytes))
    }

    private mutating func event(_ writer: inout StoreWriter, _ occasion: inout Occasion) throws(EventStoreError) {
        guard !states.isEmpty, below(10) > 0 else {
            let id = occasion.entropy.identifier()
            let state = EntryState(content: content())
            try writer.append(.created(state.content), of: id, version: 0, from: nil, to: state, on: &occasion)
            states.append((id, state, 1))
            return
        }
        let recent = below(4) > 0 ? min(100, states.count) : states.count
        let index = states.count - 1 - below(recent)
        let (id, state, version) = states[index]
        let event = change(of: state)
        let after: EntryState
        do { after = try evolve(state, event) } catch { throw .damaged("the filler contradicts itself") }
        try writer.append(event, of: id, version: version, from: state, to: after, on: &occasion)
        states[index] = (id, after, version + 1)
    }

    private mutating func change(of state: EntryState) -> EntryEvent {
        if state.isDeleted { return .restored }
        switch below(40) {
        case 0: return .deleted
        case 1: return .changed([.star(before: state.content.isStarred, after: !state.content.isStarred)])
        case 2:
            let tag = Tag(["여행", "가족", "work", "dream"][below(4)])
            let has = state.content.tags.contains(tag)
            return .changed([.tags(added: has ? [] : [tag], removed: has ? [tag] : [])])
        default:
            var text = state.content.text
            let words = text.indices.filter { text[$0] == UInt8(ascii: " ") }
            let place = words.isEmpty ? text.count : words[below(words.count)]
            text.insert(contentsOf: Array((" " + word()).utf8), at: place)
            if text.count > 800 { text = Array(sentence(bytes: 400).utf8) }
            return .changed([.text(splices(from: state.content.text, to: text))])
        }
    }

    /// A new entry's content.
    public mutating func content() -> EntryContent {
        let day = Int64(states.count / 10) - (below(20) == 0 ? Int64(below(3_000)) : 0)
        let date = EntryDate(
            seconds: 946_684_800 + day * 86_400, offset: 32_400, zone: "Asia/Seoul", precision: .day)
        return EntryContent(text: Array(sentence(bytes: 200 + below(400)).utf8), date: date)
    }

    private mutating func sentence(bytes: Int) -> String {
        let isKorean = below(2) == 0
        var text = ""
        while text.utf8.count < bytes { text += (text.isEmpty ? "" : " ") + word(korean: isKorean) }
        return text
    }

    private mutating func word(korean: Bool? = nil) -> String {
        let words =
            korean ?? (below(2) == 0)
            ? ["오늘은", "날씨가", "맑아서", "친구와", "바다에", "갔다", "저녁에는", "김치찌개를", "먹었고", "책을", "읽다가", "잠들었다"]
            : ["today", "the", "morning", "was", "cold", "and", "we", "walked", "along", "river", "until", "evening"]
        return words[below(words.count)]
    }

    private mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    private mutating func next() -> UInt64 {
        chance &+= 0x9E37_79B9_7F4A_7C15
        var mixed = chance
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
