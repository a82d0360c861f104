internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// What happened: operations, and what differs between two moments.

extension DiaryServer {
    func operations(_ call: inout Call) throws -> JSONValue {
        let point = try call.point()
        let limit = Int(try call.items.takeNumber("limit", in: 1...500) ?? 50)
        let at = try diary.resolve(point)
        var operations: [JSONValue] = []
        for operation in try diary.operations(limit: limit, at: .event(at)) {
            operations.append(try titled(operation))
        }
        return ["at": .number(at.rawValue), "operations": .array(operations)]
    }

    /// Which entries differ between two events, the first of them with how many lines, and with the words if asked.
    func changes(_ call: inout Call) throws -> JSONValue {
        let most = UInt64(Int64.max)
        guard let from = try call.items.takeNumber("from", in: 0...most) else { throw ServerProblem.usage("from") }
        guard let to = try call.items.takeNumber("to", in: 0...most) else { throw ServerProblem.usage("to") }
        let limit = Int(try call.items.takeNumber("limit", in: 1...200) ?? 20)
        let isWithWords = try call.items.takeFlag("words")
        for end in [from, to] {
            _ = try diary.resolve(.event(SequenceNumber(end)))
        }
        var items: [JSONValue] = []
        var isMore = false
        do {
            try diary.forEachDifference(from: SequenceNumber(from), to: SequenceNumber(to)) { item in
                guard items.count < limit else { throw Enough() }
                items.append(Self.object(item, isWithWords))
            }
        } catch is Enough {
            isMore = true
        }
        return ["from": .number(from), "to": .number(to), "entries": .array(items), "more": .bool(isMore)]
    }

    private struct Enough: Error {}

    private static func object(_ item: DiaryDiff.Item, _ isWithWords: Bool) -> JSONValue {
        DifferenceJSON.object(item, withHunks: isWithWords, inPieces: isWithWords).adding([
            "added": .number(item.lines(.added)), "removed": .number(item.lines(.removed)),
        ])
    }
}
