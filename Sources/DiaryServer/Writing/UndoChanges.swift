internal import DiaryEngine
internal import EventStore
internal import Interchange

// The ways back: undo, redo, and the whole diary as it was.

extension DiaryServer {
    func undoing(_ call: inout Call, again: Bool) throws -> Change {
        var options = UndoOptions()
        options.expecting = try call.body.text("expecting")
        let asked = options
        return { server in
            try await server.receipt(server.diary.write(again ? .redo(asked) : .undo(asked)))
        }
    }

    func restoring(_ call: inout Call) throws -> Change {
        guard let event = try call.body.number("at") else { throw ServerProblem.usage("at") }
        return { server in try await server.restore(to: event, entry: nil) }
    }

    func restore(to event: UInt64, entry: EntryID?) async throws -> JSONValue {
        try await receipt(diary.write(.restore(to: .event(SequenceNumber(event)), entry: entry)))
    }

    private func receipt(_ outcome: UndoOutcome) throws -> JSONValue {
        var target: OperationID?
        let said: JSONValue
        switch outcome {
        case .changed(let receipt, let taken, let entries):
            target = taken
            said = Self.receipt("changed", receipt, entries)
        case .unchanged: said = Self.receipt("unchanged", nil, [])
        case .nothing: said = Self.receipt("nothing", nil, [])
        case .conflicts(let conflicts, let more): throw ServerProblem.undoConflicts(conflicts, more: more)
        case .movedOn(let actual): throw ServerProblem.movedOn(OperationID(actual))
        case .noSuchEntry, .noSuchOperation, .ambiguousOperation: throw ServerProblem.notFound
        }
        return said.adding(["undoes": .text(orNull: target?.hexadecimal)])
    }
}
