internal import DiaryEngine
internal import DiaryModel
internal import Interchange

// A date in words, read as the commands read it.

extension DiaryServer {
    /// What a phrase means here and now; null where it is no date, as while it is being typed.
    func date(_ call: inout Call) throws -> JSONValue {
        guard let text = try call.items.take("text") else { throw ServerProblem.usage("text") }
        try call.items.end()
        let now = WriteContext.now()
        guard let date = try? EntryDate(typed: text, now: now.wall, zone: now.zone) else {
            return ["date": .null, "datePrecision": .null]
        }
        return ["date": .text(date.rfc3339()), "datePrecision": .text("\(date.precision)")]
    }
}
