/// The vectors of the fold that are shared between projects, where they lie beside this one.

import DiarylogTestSupport
import FoundationEssentials
import Testing

@testable import DiaryModel

@Suite("The fold's shared vectors", .timed)
struct FoldVectorTests {
    @Test("each vector holds in every order of arrival, and after each prefix of the order it gives")
    func vectors() throws {
        guard let bytes = try SharedMaterial.bytes("models/fold-vectors.json") else { return }
        let vectors = try JSONDecoder().decode([FoldVector].self, from: Data(bytes))
        #expect(!vectors.isEmpty)
        for vector in vectors { try vector.check() }
    }
}

/// Events, and what is expected of them.
struct FoldVector: Decodable {
    var name: String
    var events: [Event]
    var expect: Expectation

    struct Event: Decodable {
        var id: String
        var device: String
        var lamport: UInt64
        var kind: String
        var parents: [String]?
        var splices: [Splice]?
        var set: [String: Int]?
        var tagsAdded: [String]?
        var tagsRemoved: [String]?
        var attachmentsAdded: [String]?
        var attachmentsRemoved: [String]?
    }

    /// Offset, removed, inserted.
    struct Splice: Decodable {
        var splice: TextSplice

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            splice = TextSplice(
                offset: try list.decode(Int.self), removed: Array(try list.decode(String.self).utf8),
                inserted: Array(try list.decode(String.self).utf8))
        }
    }

    struct Expectation: Decodable {
        var text: String
        var status: String
        var alternatives: [String]
        var heads: [String]
        var tags: [String]
        var attachments: [String]
        var star: Int?
        var deleted: Bool
        var contested: Bool
        var S: [String: String]?
        /// Text and status after each event, in the order of the vector.
        var asOf: [[String]]?
    }

    func check() throws {
        let events = try events.map { try $0.event }
        for order in causalOrders(of: events) { check(order) }
        var log = FoldLog()
        for (event, expected) in zip(events, expect.asOf ?? []) {
            log.add(event)
            let picture = log.picture()
            #expect([picture.text, "\(picture.status)"] == expected, "\(name), after \(event.name)")
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
        #expect(picture.isStarred == (expect.star == 1), "\(said)")
        #expect(picture.isDeleted == expect.deleted, "\(said)")
        #expect(picture.isContested == expect.contested, "\(said)")
        for (event, text) in expect.S ?? [:] where picture.status != .forgotten {
            #expect(log.text(after: event) == text, "\(said): what \(event) left")
        }
    }
}

extension FoldVector.Event {
    var event: FoldEvent {
        get throws {
            FoldEvent(name: id, device: device, lamport: lamport, parents: parents ?? [], act: try act)
        }
    }

    private var act: EntryAct {
        get throws {
            switch kind {
            case "create":
                var content = EntryContent(
                    text: try apply((splices ?? []).map(\.splice), to: []), date: .day(set?["date"] ?? 0))
                content.isStarred = set?["star"] == 1
                content.tags = (tagsAdded ?? []).map { Tag($0) }
                content.attachments = (attachmentsAdded ?? []).map { Attachment(named: $0) }
                return .create(content.inOrder)
            case "forget": return .forget
            case "new": return .notUnderstood
            default:
                let isDeleted: Bool? = kind == "delete" ? true : kind == "restore" ? false : nil
                return .change(EntryChange(fields: fields, isDeleted: isDeleted))
            }
        }
    }

    private var fields: [FieldChange] {
        var fields: [FieldChange] = []
        if let splices { fields.append(.text(splices.map(\.splice))) }
        if let star = set?["star"] { fields.append(.star(before: star == 0, after: star == 1)) }
        if let date = set?["date"] { fields.append(.date(before: .none, after: .day(date))) }
        if tagsAdded != nil || tagsRemoved != nil {
            fields.append(.tags(added: (tagsAdded ?? []).map { Tag($0) }, removed: (tagsRemoved ?? []).map { Tag($0) }))
        }
        if attachmentsAdded != nil || attachmentsRemoved != nil {
            fields.append(
                .attachments(
                    added: (attachmentsAdded ?? []).map { Attachment(named: $0) },
                    removed: (attachmentsRemoved ?? []).map { Attachment(named: $0) }))
        }
        return fields
    }
}
