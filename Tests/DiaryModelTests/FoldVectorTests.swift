/// The cases of the fold, each in every order of arrival: `Tests/Fixtures/fold-vectors.json`.
///
/// They are also tried on the page's own witness, `Docs/Examples/events.py`.

import DiarylogTestSupport
import FoundationEssentials
import Testing

@testable import DiaryModel

@Suite("The fold's vectors", .timed) struct FoldVectorTests {
    @Test func `each vector holds in every order of arrival, and after each prefix of the order it gives`() throws {
        let bytes = try Fixture("fold-vectors.json").bytes
        let vectors = try JSONDecoder().decode([FoldVector].self, from: Data(bytes))
        #expect(vectors.count >= 92)
        for vector in vectors { try vector.check() }
    }
}

/// Events, and what is expected of them.
struct FoldVector: Decodable {
    var name: String
    var events: [Event]
    /// The ids of events that cannot be read.
    var lost: [String]?
    var expect: Expectation

    struct Event: Decodable {
        var id: String
        var device: String
        var lamport: UInt64
        var kind: String
        var parents: [String]?
        var text: String?
        /// Gap, removed, inserted.
        var hunks: [[Int]]?
        var values: [String: Value]?
        var tags: [String]?
        var attachments: [String]?
        var attended: Bool?
    }

    /// A word or a number.
    struct Value: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                text = "\(number)"
            } else {
                text = try container.decode(String.self)
            }
        }
    }

    struct Expectation: Decodable {
        var text: String
        var status: String
        var alternatives: [String]
        var heads: [String]
        var tags: [String]
        var attachments: [String]
        var values: [String: Value]
        var deleted: Bool
        var contested: Bool
        var S: [String: String]
        var modified: String?
        var sure: Bool?
        /// Text and status after each event, in the order of the vector.
        var asOf: [[String]]?
    }

    func check() throws {
        let events = events.map(\.event)
        var order: [FoldEvent] = []
        for (event, expected) in zip(events, expect.asOf ?? []) {
            order.append(event)
            var log = FoldLog(losing(in: order))
            let picture = log.picture()
            #expect([picture.text, "\(picture.status)"] == expected, "\(name), after \(event.name)")
        }
        let hasLostRoot = events.contains { isLost($0) && $0.parents.isEmpty }
        for order in hasLostRoot ? [events] : causalOrders(of: events) { check(losing(in: order)) }
    }

    private func isLost(_ event: FoldEvent) -> Bool { lost?.contains(event.name) == true }

    /// The events with the lost ones as what follows them shows: each behind its device's event before, or the first.
    private func losing(in order: [FoldEvent]) -> [FoldEvent] {
        order.enumerated().map { index, event in
            guard isLost(event) else { return event }
            var lost = event
            (lost.act, lost.isUnattended) = (.lost, false)
            let own = order[..<index].last { $0.device == event.device && $0.lamport < event.lamport }
            lost.parents = index == 0 ? [] : [own?.name ?? order[0].name]
            return lost
        }
    }

    private func check(_ order: [FoldEvent]) {
        let said = "\(name), in the order \(order.map(\.name))"
        var log = FoldLog(order)
        let picture = log.picture()
        #expect(picture.text == expect.text, "\(said)")
        #expect("\(picture.status)" == expect.status, "\(said)")
        #expect(picture.alternatives == expect.alternatives, "\(said)")
        #expect(picture.heads == expect.heads, "\(said)")
        #expect(picture.tags == expect.tags, "\(said)")
        #expect(picture.attachments == expect.attachments, "\(said)")
        #expect(picture.values == expect.values.mapValues(\.text), "\(said)")
        #expect(picture.isDeleted == expect.deleted, "\(said)")
        #expect(picture.isContested == expect.contested, "\(said)")
        let modified = order.filter { log.graph.isNewestModification(log.number(of: $0.name)) }.map(\.name)
        // Of a lost event nobody knows whether it modified.
        if lost == nil { #expect(modified == (expect.modified.map { [$0] } ?? []), "\(said)") }
        if let sure = expect.sure { #expect(log.graph.isDoubtful != sure, "\(said): sure") }
        for (event, text) in expect.S where picture.status != .forgotten {
            #expect(log.text(after: event) == text, "\(said): what \(event) left")
        }
    }
}

extension FoldVector.Event {
    /// Single values are alike to the fold; here each is a field that this program does not know.
    static let fields: KeyValuePairs<String, UInt64> = ["date": 90, "star": 91, "weather": 92]

    var event: FoldEvent {
        FoldEvent(
            name: id, device: device, lamport: lamport, parents: parents ?? [], act: act,
            isUnattended: attended == false)
    }

    private var act: EntryAct {
        let hunks = hunks?.map { TextHunk(gap: $0[0], removed: $0[1], inserted: $0[2]) }
        switch kind {
        case "create": return content.map { .event(.created($0)) } ?? .forget
        case "edit": return content.map { .event(.edited($0, hunks: hunks)) } ?? .forget
        case "delete": return .event(.deleted)
        case "forget": return .forget
        default: return .notUnderstood
        }
    }

    private var content: EntryContent? {
        guard let text else { return nil }
        var content = EntryContent(text: Array(text.utf8), date: .day(1))
        content.tags = (tags ?? []).map { Tag($0) }
        content.attachments = (attachments ?? []).map { Attachment(named: $0) }
        for (name, number) in Self.fields {
            guard let value = values?[name]?.text else { continue }
            content.unknown.append(UnknownField(number: number, bytes: Array(value.utf8)))
        }
        return content.inOrder
    }
}
