import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// The weather that arrives by itself, an edit that nobody asked for, on the real log.
@Suite(.timed) struct ObservationTests {
    private let scratch: Scratch
    private let rain: Weather

    init() throws {
        scratch = try Scratch()
        var rain = Weather(main: "Rain", icon: "10d")
        (rain.description, rain.temperature, rain.source, rain.observedAt) = (
            "약한 비", -350, "openweather", 1_608_651_000
        )
        self.rain = rain
    }

    private func observe(_ id: EntryID, _ weather: Weather? = nil, in other: Scratch? = nil) throws
        -> ObservationOutcome
    {
        let scratch = other ?? scratch
        scratch.wall += 60_000_000
        return try scratch.diary.write(.observe(weather ?? rain, of: id), in: scratch.context)
    }

    private func edit(_ id: EntryID, _ text: String, expecting: VersionName? = nil) throws -> ChangeOutcome {
        scratch.wall += 1_000_000
        return try scratch.diary.perform(
            [EntryRequest(entry: id, command: .edit(.text(text)), expecting: expecting)], in: scratch.context)
    }

    @Test func `an edit that expects the version before it goes ahead; one that expects an older one does not`() throws
    {
        let entry = try scratch.add("one")
        _ = try observe(entry.id)
        guard case .changed(_, let entries) = try edit(entry.id, "two", expecting: .version(1)) else { throw Absent() }
        #expect(entries.first?.content.weather == rain && entries.first?.version == 3)
        let late = try edit(entry.id, "three", expecting: .version(1))
        guard case .conflict(_, _, .version(3)) = late else { throw Absent() }
        let other = try scratch.add("other")
        _ = try observe(other.id)
        #expect(try word(of: edit(other.id, "x", expecting: .event(other.event.hexadecimal))) == "changed")
        #expect(try scratch.diary.stands(other.id, at: .version(1)) == false)
    }

    @Test func `nothing is written where there is a weather, where the entry is gone, or where nothing is said`() throws
    {
        let entry = try scratch.add("one")
        _ = try observe(entry.id)
        let deleted = try scratch.add("gone")
        _ = try scratch.perform(.delete, on: deleted.id)
        let head = try scratch.head
        guard case .hasWeather(let has) = try observe(entry.id, Weather(main: "Snow", icon: "")) else { throw Absent() }
        #expect(has.content.weather == rain)
        let refusals: [(EntryID, Weather, Refusal)] = [
            (deleted.id, rain, .isDeleted), (EntryID(high: 9, low: 9), rain, .noSuchEntry),
            (try scratch.add("long").id, Weather(main: String(repeating: "비", count: 400), icon: ""), .improperWeather),
            (try scratch.add("empty").id, Weather(main: "", icon: ""), .improperWeather),
        ]
        for (id, weather, refusal) in refusals {
            guard case .refused(refusal) = try observe(id, weather) else { throw Absent() }
        }
        #expect(try scratch.head == head + 2)
        _ = try scratch.diary.forget(entry.id, in: scratch.context)
        guard case .refused(.isForgotten) = try observe(entry.id) else { throw Absent() }
    }

    @Test
    func `two devices that observed agree on the later, without a conflict; one beside a deletion undoes nothing`()
        throws
    {
        let entry = try scratch.add("one")
        let gone = try scratch.add("gone")
        let other = try scratch.copied()
        other.seed = 2
        _ = try observe(entry.id)
        _ = try other.add("a lamport more")
        _ = try observe(entry.id, Weather(main: "Snow", icon: "13d"), in: other)
        _ = try scratch.perform(.delete, on: gone.id)
        _ = try observe(gone.id, Weather(main: "Snow", icon: "13d"), in: other)
        try scratch.exchange(with: other)
        for one in [scratch, other] {
            let seen = try #require(try one.diary.entry(entry.id))
            #expect(seen.content.weather?.main == "Snow" && seen.status == .one && !seen.isContested)
            let lost = try #require(try one.diary.entry(gone.id))
            #expect(lost.isDeleted && !lost.isContested)
            #expect(try one.diary.replay(.checking).differences == [])
        }
        #expect(try scratch.stateHash == other.stateHash)
        try scratch.edit(entry.id, text: "and on")
        #expect(try scratch.diary.entry(entry.id)?.content.weather?.main == "Snow")
        #expect(try scratch.diary.entry(entry.id)?.isBranched == false)
    }

    @Test func `where the creation is lost, the entry begins with the first event that tells the whole of it`() throws {
        let entry = try scratch.add("하나")
        _ = try observe(entry.id)
        for number in 2...20 { try scratch.edit(entry.id, text: "하나, \(number)번째") }
        try scratch.flushTail()
        try scratch.flip(entry.sequence.rawValue, at: 200)
        let copy = try Scratch(records: scratch.records(), wall: scratch.wall)
        let found = try #require(try copy.diary.entry(entry.id))
        #expect(found.text == "하나, 20번째" && found.content.weather == rain)
        #expect(try copy.diary.replay(.checking).differences == [])
    }

    @Test func `the bytes of a weather are those of format 1, for ever`() throws {
        let content = with(plain("x")) { $0.weather = rain }
        let expected =
            "0630045261696e03313064010aec95bded959c20ebb9840202a2fe030b6f70656e7765"
            + "61746865720408f810e25f00000000"
        #expect(Hexadecimal.text(ContentCodec.encode(content)).hasSuffix(expected))
    }

    /// The marks of the newest event.
    private func marks(_ scratch: Scratch) throws -> Frame.Marks? {
        let head = try scratch.head
        return try scratch.diary.store.beginRead().view.soundFrame(head)?.marks
    }

    @Test func `on several heads it leaves something undecided where their texts or their deletions differ`() throws {
        for (change, undecided) in [
            (EntryCommand.edit(.star), false), (.delete, true), (.edit(.text("two")), true),
        ] {
            let mine = try Scratch()
            let entry = try mine.add("one")
            let theirs = try mine.copied()
            _ = try mine.perform(change, on: entry.id)
            let edit = with(change == .edit(.star) ? EntryEdit() : .text("three")) { $0.addedTags = [Tag("b")] }
            _ = try theirs.perform(.edit(edit), on: entry.id)
            try mine.takeOver(from: theirs)
            #expect(try marks(mine)?.contains(.branched) == true)
            guard case .observed = try observe(entry.id, in: mine) else { throw Absent() }
            #expect(try marks(mine) == (undecided ? [.undecided] : []), "\(change)")
            #expect(try mine.diary.entry(entry.id)?.content.tags == [Tag("b")])
            #expect(try mine.diary.replay(.checking).differences == [])
        }
    }
}
