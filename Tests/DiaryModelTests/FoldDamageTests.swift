import DiarylogTestSupport
import Testing

@testable import DiaryModel

/// What the fold finds again around an event whose bytes are lost.
@Suite("The fold around damage", .timed)
struct FoldDamageTests {
    private let texts = ["밤에 별이 떴다", "밤에 달이 떴다", "밤에 달이 졌다", "새벽에 달이 졌다"]
    private let star = FieldChange.star(before: false, after: true)

    /// Four texts, each written on the one before; `isChecked`: each event can tell its own text.
    private func history(isChecked: Bool = true) -> [FoldEvent] {
        texts.indices.map { index in
            let text = Array(texts[index].utf8)
            var event: FoldEvent
            if index == 0 {
                event = DiaryModelTests.event("1", "phone", 1, .create(content(texts[0])))
            } else {
                let splices = splices(from: Array(texts[index - 1].utf8), to: text)
                event = DiaryModelTests.event(
                    "\(index + 1)", "phone", UInt64(index + 1), on: ["\(index)"], .text(splices))
            }
            if isChecked { event.vouches = { $0 == text } }
            return event
        }
    }

    private func losing(_ name: String, of events: [FoldEvent]) -> [FoldEvent] {
        events.map { event in
            var event = event
            if event.name == name { (event.act, event.vouches) = (.lost, nil) }
            return event
        }
    }

    /// What each event left, and whether it is sure; doubtful texts with a question mark.
    private func left(_ log: inout FoldLog) -> [String] {
        log.events.map { $0.name }.map { name in
            (log.text(after: name) ?? "-") + (log.graph.isSure(log.number(of: name)) ? "" : "?")
        }
    }

    private func expect(
        _ log: inout FoldLog, _ texts: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = left(&log)
        #expect(found == texts, sourceLocation: sourceLocation)
    }

    @Test("once a text behind a lost event is sure, those between are put back from it, with checks or without")
    func backwards() {
        for isChecked in [true, false] {
            var log = FoldLog(losing("2", of: history(isChecked: isChecked)))
            expect(&log, [texts[0], texts[0] + "?", texts[0] + "?", texts[0] + "?"])
            log.graph.settle(log.number(of: "4"), text: Array(texts[3].utf8))
            expect(&log, texts)
            let view = log.view()
            #expect(view?.branches == nil)
        }
    }

    @Test("a lost event that wrote no text costs nothing: the check after it vouches for the text before")
    func lostStar() {
        var events = history()
        events.insert(event("1a", "phone", 2, on: ["1"], star), at: 1)
        events[2].parents = ["1a"]
        var log = FoldLog(losing("1a", of: events))
        let found = left(&log)
        #expect(found == [texts[0], texts[0], texts[1], texts[2], texts[3]])
    }

    @Test("the newest event, lost, shows the text before it, doubtful, until the entry's row says it")
    func newest() {
        var log = FoldLog(losing("4", of: history()))
        expect(&log, [texts[0], texts[1], texts[2], texts[2] + "?"])
        log.graph.settle(log.number(of: "4"), text: Array(texts[3].utf8))
        expect(&log, texts)
    }

    @Test("behind a lost creation nothing is sure, until one text is: then all are put back from behind")
    func creation() {
        var log = FoldLog(losing("1", of: history()))
        expect(&log, ["?", "?", "?", "?"])
        log.graph.settle(log.number(of: "4"), text: Array("밤에 비가 왔다".utf8))
        expect(&log, ["?", "?", "?", "?"])
        log.graph.settle(log.number(of: "4"), text: Array(texts[3].utf8))
        expect(&log, texts)
    }

    @Test(
        "a keyframe says its text whatever is lost before it, on an event that writes a text and on one that does not")
    func keyframe() {
        for writes in [true, false] {
            var events = Array(losing("2", of: history(isChecked: false)).prefix(2))
            let change = writes ? FieldChange.text([]) : star
            events.append(
                event(
                    "3", "phone", 3, on: ["2"],
                    .change(EntryChange(fields: [change], keyframe: EntryState(content: content(texts[1]))))))
            var log = FoldLog(events)
            expect(&log, Array(texts.prefix(2)) + [texts[1]])
        }
    }

    @Test("what is found does not depend on when it is asked for")
    func askedEarly() {
        // 2 contradicts its base; 3 was written on the text before it, and its check says so.
        var events = Array(history().prefix(1))
        events.append(
            event("2", "phone", 2, on: ["1"], .text([TextSplice(offset: 0, removed: [1], inserted: [2])])))
        events[1].vouches = { _ in false }
        events.append(history()[1])
        events[2].name = "3"
        events[2].parents = ["2"]
        var early = FoldLog()
        for event in events {
            early.add(event)
            _ = left(&early)
        }
        var late = FoldLog(events)
        let (before, after) = (left(&early), left(&late))
        #expect(before == after && after == [texts[0], texts[0] + "?", texts[1]])
    }

    @Test("texts that differ with a lost event between them are a conflict, not a union")
    func noUnionThroughDamage() {
        var events = history()
        var other = event("z", "desk", 2, on: ["1"], .text(replacing("떴다", "졌다", in: texts[0])))
        other.vouches = { $0 == Array("밤에 별이 졌다".utf8) }
        events = Array(events.prefix(2)) + [other]
        holds(events) { $0.status == .merged && $0.text == "밤에 달이 졌다" }
        holds(losing("2", of: events)) { $0.status == .conflict && $0.text == texts[0] && $0.alternatives == ["z"] }
        let more = losing("2", of: Array(history().prefix(3)) + [other])
        for order in causalOrders(of: more) {
            var log = FoldLog(order)
            log.graph.settle(log.number(of: "3"), text: Array(texts[2].utf8))
            let picture = log.picture()
            #expect(picture.status == .conflict && picture.text == texts[2] && picture.alternatives == ["z"])
        }
    }
}
