import DiarylogTestSupport
import Testing

@testable import DiaryModel

/// The rules of the fold, each as a sentence, in every order of arrival.
@Suite("The fold of an entry", .timed)
struct FoldTests {
    private let base = event("1", "phone", 1, .create(content("오늘은 아침에 비가 내렸다. We stayed home.")))

    /// An event that replaces one stretch of the text it was written on.
    private func mentions(
        _ name: String, _ device: String, _ lamport: UInt64, on parents: [String] = ["1"], of text: String,
        _ old: String, _ new: String
    ) -> FoldEvent {
        event(name, device, lamport, on: parents, .text(replacing(old, new, in: text)))
    }

    private let start = "오늘은 아침에 비가 내렸다. We stayed home."

    // MARK: Texts

    @Test("changes of different words are put together, in Korean and in English")
    func union() {
        let events = [
            base, mentions("2", "phone", 2, of: start, "비가", "눈이"),
            mentions("3", "desk", 2, of: start, "home", "in bed"),
        ]
        holds(events) { $0.text == "오늘은 아침에 눈이 내렸다. We stayed in bed." && $0.status == .merged }
        holds(events) { $0.alternatives.isEmpty && $0.heads == ["2", "3"] }
    }

    @Test("changes of one word are a conflict: the text written last is shown, the other is listed")
    func sameWord() {
        let events = [
            base, mentions("2", "phone", 3, of: start, "비가", "눈이"),
            mentions("3", "desk", 2, of: start, "비가", "우박이"),
        ]
        holds(events) { $0.text == "오늘은 아침에 눈이 내렸다. We stayed home." && $0.status == .conflict }
        holds(events) { $0.alternatives == ["3"] }
    }

    @Test("two letters of one Korean word are one word, and particles of two words are two")
    func particles() {
        let text = "동생이 학교에 갔다"
        let first = event("1", "phone", 1, .create(content(text)))
        let other = mentions("2", "phone", 2, of: text, "생이", "생은")
        holds([first, other, mentions("3", "desk", 2, of: text, "동생", "친구")]) { $0.status == .conflict }
        holds([first, other, mentions("3", "desk", 2, of: text, "교에", "교로")]) {
            $0.text == "동생은 학교로 갔다" && $0.status == .merged
        }
    }

    @Test("only tab, line feed, carriage return and space part words")
    func separators() {
        for (separator, status) in [
            ("\t", EntryStatus.merged), ("\n", .merged), ("\r", .merged), (" ", .merged), ("\u{3000}", .conflict),
            ("\u{A0}", .conflict), ("-", .conflict),
        ] {
            let text = "달\(separator)별"
            let first = event("1", "phone", 1, .create(content(text)))
            holds([
                first, mentions("2", "phone", 2, of: text, "달", "해"), mentions("3", "desk", 2, of: text, "별", "구름"),
            ]) { $0.status == status }
        }
    }

    @Test("two lines appended at one end touch: a conflict")
    func bothAppend() {
        let events = [
            base, mentions("2", "phone", 2, of: start, "home.", "home.\n저녁에는 개었다."),
            mentions("3", "desk", 2, of: start, "home.", "home.\nSoup."),
        ]
        holds(events) { $0.status == .conflict && $0.text.hasSuffix("개었다.") && $0.alternatives == ["3"] }
    }

    @Test("what one side puts behind the last line break touches what the other puts there")
    func touching() {
        let text = "해가 떴다\n"
        let first = event("1", "phone", 1, .create(content(text)))
        func appends(_ name: String, _ device: String, _ line: String) -> FoldEvent {
            let splice = TextSplice(offset: text.utf8.count, removed: [], inserted: Array(line.utf8))
            return event(name, device, 2, on: ["1"], .text([splice]))
        }
        holds([first, appends("2", "phone", "달도\n"), appends("3", "desk", "stars\n")]) {
            $0.status == .conflict && $0.alternatives == ["3"]
        }
    }

    @Test("words that a splice takes out and puts in again, before and behind what it changed, are not changed")
    func trimmed() {
        let other = mentions("3", "desk", 2, of: start, "비가", "눈이")
        holds([base, mentions("2", "phone", 2, of: start, "비가 내렸다", "비가 왔다"), other]) {
            $0.text == "오늘은 아침에 눈이 왔다. We stayed home." && $0.status == .merged
        }
        holds([base, mentions("2", "phone", 2, of: start, "아침에 비가", "밤에 비가"), other]) {
            $0.text == "오늘은 밤에 눈이 내렸다. We stayed home." && $0.status == .merged
        }
    }

    @Test("the same change on both sides counts once, and equal texts by different splices are one")
    func alike() {
        let both = mentions("2", "phone", 2, of: start, "비가", "눈이")
        holds([base, both, mentions("3", "desk", 2, of: start, "비가 내렸다", "눈이 내렸다")]) {
            $0.status == .one && $0.text == "오늘은 아침에 눈이 내렸다. We stayed home."
        }
        let more = event(
            "3", "desk", 2, on: ["1"],
            .text(replacing("비가", "눈이", in: start) + replacing("stayed", "slept", in: start)))
        holds([base, both, more]) { $0.status == .merged && $0.text == "오늘은 아침에 눈이 내렸다. We slept home." }
    }

    @Test("a change that was taken back on one side is no change")
    func takenBack() {
        let snow = "오늘은 아침에 눈이 내렸다. We stayed home."
        holds([
            base, mentions("2", "phone", 2, of: start, "비가", "눈이"),
            mentions("3", "phone", 3, on: ["2"], of: snow, "눈이", "비가"),
            mentions("4", "desk", 2, of: start, "비가", "우박이"),
        ]) { $0.status == .merged && $0.text == "오늘은 아침에 우박이 내렸다. We stayed home." }
    }

    @Test("words that one side changed with only spaces between are one change")
    func neighbours() {
        let changed = event(
            "2", "phone", 2, on: ["1"],
            .text(replacing("오늘은", "어제는", in: start) + replacing("비가", "눈이", in: start)))
        let both = event(
            "2", "phone", 2, on: ["1"],
            .text(replacing("아침에", "밤에", in: start) + replacing("비가", "눈이", in: start)))
        let other = mentions("3", "desk", 2, of: start, " 아침에", "")
        // 오늘은 … 비가 are apart, so that what stands between them is free, but its space touches.
        holds([base, changed, other]) { $0.status == .conflict }
        holds([base, both, mentions("3", "desk", 2, of: start, "내렸다.", "왔다.")]) {
            $0.text == "오늘은 밤에 눈이 왔다. We stayed home."
        }
        // One of the two words alone, changed alike, is not the change that one side made.
        holds([base, both, mentions("3", "desk", 2, of: start, "비가", "눈이")]) { $0.status == .conflict }
    }

    @Test("of three texts two that clash make a conflict, in which all are listed")
    func three() {
        holds([
            base, mentions("2", "a", 2, of: start, "비가", "눈이"), mentions("3", "b", 2, of: start, "비가", "우박이"),
            mentions("4", "c", 2, of: start, "home", "there"),
        ]) { $0.status == .conflict && $0.alternatives == ["2", "3"] && $0.text.hasSuffix("there.") }
    }

    @Test("a union with nothing visible in it is none, and one over the limit is none")
    func noText() {
        let text = "하나 둘"
        let first = event("1", "phone", 1, .create(content(text)))
        holds([
            first, mentions("2", "phone", 2, of: text, "하나", "\u{200B}"),
            mentions("3", "desk", 2, of: text, "둘", "\u{3164}"),
        ]) { $0.status == .conflict && $0.alternatives == ["3"] }
        var pieces = TextPieces(ofBaseWithCount: 4)
        let fits = pieces.apply([TextSplice(offset: 0, removed: Array("a".utf8), inserted: Array("one".utf8))])
        #expect(fits)
        let sides = [hunks(of: Array("a b.".utf8), pieces)]
        #expect(DiaryModel.union(of: Array("a b.".utf8), sides, limit: 6) == Array("one b.".utf8))
        #expect(DiaryModel.union(of: Array("a b.".utf8), sides, limit: 5) == nil)
    }

    @Test("two creations of one entry are two roots: a conflict, unless they say the same")
    func twoRoots() {
        let first = event("1", "phone", 1, .create(content("하나", tags: ["가"], isStarred: true)))
        holds([first, event("2", "desk", 1, .create(content("둘", tags: ["나"])))]) {
            $0.status == .conflict && $0.text == "하나" && $0.alternatives == ["2"] && $0.tags == ["가", "나"]
                && $0.isStarred
        }
        holds([first, event("2", "desk", 4, .create(content("하나", on: 9)))]) {
            $0.status == .one && $0.date == .day(9) && $0.heads == ["1", "2"]
        }
        // A root beside two texts that could be put together.
        holds([
            base, mentions("2", "phone", 2, of: start, "비가", "눈이"),
            mentions("3", "desk", 2, of: start, "home", "there"),
            event("4", "tablet", 1, .create(content("다른 글"))),
        ]) { $0.status == .conflict && $0.alternatives == ["4", "3"] }
    }

    @Test("saves that each saw both sides leave several bases: a conflict")
    func crissCross() {
        let (snow, slept) = (
            "오늘은 아침에 눈이 내렸다. We stayed home.", "오늘은 아침에 비가 내렸다. We slept home."
        )
        holds([
            base, mentions("2", "phone", 2, of: start, "비가", "눈이"),
            mentions("3", "desk", 2, of: start, "stayed", "slept"),
            mentions("4", "phone", 3, on: ["2", "3"], of: snow, "아침에", "밤에"),
            mentions("5", "desk", 3, on: ["3", "2"], of: slept, "home", "there"),
        ]) { $0.status == .conflict && $0.alternatives == ["5"] && $0.heads == ["4", "5"] }
    }

    @Test("stars crossed over between two sides leave the last text both knew as the base")
    func crossedStars() {
        holds([
            base, mentions("2", "phone", 2, of: start, "비가", "눈이"),
            mentions("3", "desk", 2, of: start, "stayed", "slept"),
            event("4", "phone", 3, on: ["2", "3"], .star(before: false, after: true)),
            event("5", "desk", 3, on: ["3", "2"], .date(before: .none, after: .day(3))),
        ]) {
            $0.status == .merged && $0.text == "오늘은 아침에 눈이 내렸다. We slept home." && $0.isStarred
                && $0.date == .day(3)
        }
    }

    @Test("a base above which two saves branched is reached by inverse splices")
    func upAndDown() {
        // 4 was saved on 2 having seen 3; what branches from 3 alone leads up to 1 and down again.
        let snow = "오늘은 아침에 눈이 내렸다. We stayed home."
        let slept = "오늘은 아침에 비가 내렸다. We slept home."
        let decided = "오늘은 아침에 눈이 내렸다. We slept home."
        let save = mentions("4", "phone", 3, on: ["2", "3"], of: snow, "stayed", "slept")
        let events = [
            base, mentions("2", "phone", 2, of: start, "비가", "눈이"),
            mentions("3", "desk", 2, of: start, "stayed", "slept"), save,
            mentions("5", "desk", 4, on: ["3"], of: slept, "home", "there"),
        ]
        holds(events) { $0.status == .merged && $0.text == "오늘은 아침에 눈이 내렸다. We slept there." }
        var log = FoldLog(events)
        let left = [log.text(after: "4"), log.text(after: "5")]
        #expect(left == [decided, "오늘은 아침에 비가 내렸다. We slept there."])
    }

    @Test("a late branch changes what it changed, however far the other went")
    func late() {
        var events = [base]
        var text = start
        for number in 2...9 {
            let next = text.replacing("stayed", with: "stayed and stayed", maxReplacements: 1)
            let splices = splices(from: Array(text.utf8), to: Array(next.utf8))
            events.append(
                event("\(number)", "phone", UInt64(number), on: [events[events.count - 1].name], .text(splices)))
            text = next
        }
        events.append(mentions("z", "desk", 2, of: start, "비가", "눈이"))
        holds(events) { [text] in $0.status == .merged && $0.text == text.replacing("비가", with: "눈이") }
    }

    @Test("over 16,384 splices on the way two texts are a conflict")
    func longWay() {
        for extra in [0, 1] {
            let count = EntryGraph.longestWay + extra
            let text = "처음 " + String(repeating: "a", count: 64)
            var events = [event("1", "phone", 1, .create(content(text)))]
            for number in 0..<8 {
                let share = (0..<count).count(where: { $0 % 8 == number })
                let splices = (0..<share).map { _ in
                    TextSplice(offset: 7 + number, removed: [], inserted: Array("b".utf8))
                }
                events.append(
                    event("p\(number)", "phone", UInt64(number + 2), on: [events[number].name], .text(splices)))
            }
            events.append(mentions("z", "desk", 2, of: text, "처음", "나중"))
            for isAskedEarly in [false, true] {
                var log = FoldLog()
                for event in [events[0], events[9]] + events[1...8] {
                    log.add(event)
                    if isAskedEarly { _ = log.picture() }
                }
                let status = log.picture().status
                #expect(status == (extra == 0 ? .merged : .conflict))
            }
        }
    }
}

/// Whether an entry looks like this in every order in which its events can arrive, looked at on the way or not.
func holds(
    _ events: [FoldEvent], _ looks: (FoldPicture) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) {
    for order in causalOrders(of: events) {
        var log = FoldLog(order)
        let picture = log.picture()
        #expect(looks(picture), "\(order.map(\.name)): \(picture)", sourceLocation: sourceLocation)
        var asked = FoldLog()
        for event in order {
            asked.add(event)
            _ = asked.picture()
        }
        let same = asked.picture()
        #expect(same == picture, "\(order.map(\.name)): \(same)", sourceLocation: sourceLocation)
    }
}

/// A creation, or an event that says nothing of any field.
func event(_ name: String, _ device: String, _ lamport: UInt64, on parents: [String] = [], _ act: EntryAct) -> FoldEvent
{
    FoldEvent(name: name, device: device, lamport: lamport, parents: parents, act: act)
}

/// An event that changes these fields.
func event(
    _ name: String, _ device: String, _ lamport: UInt64, on parents: [String], _ fields: FieldChange...,
    isDeleted: Bool? = nil
) -> FoldEvent {
    event(name, device, lamport, on: parents, .change(EntryChange(fields: fields, isDeleted: isDeleted)))
}

func content(_ text: String, on day: Int = 0, tags: [String] = [], isStarred: Bool = false) -> EntryContent {
    var content = EntryContent(text: Array(text.utf8), date: .day(day))
    content.tags = tags.map { Tag($0) }
    content.isStarred = isStarred
    return content
}

/// The splice that replaces the first occurrence of some words; none where they do not stand there.
func replacing(_ old: String, _ new: String, in text: String) -> [TextSplice] {
    let (bytes, removed) = (Array(text.utf8), Array(old.utf8))
    let positions = 0...max(bytes.count - removed.count, 0)
    guard let offset = positions.first(where: { bytes[$0...].starts(with: removed) }) else { return [] }
    return [TextSplice(offset: offset, removed: removed, inserted: Array(new.utf8))]
}
