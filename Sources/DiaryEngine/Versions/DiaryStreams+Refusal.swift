internal import DiaryModel
package import EventStore

extension DiaryStreams {
    /// Why an event offered for import is refused: its body is judged by itself, and no other event is asked.
    package func refusal(of event: borrowing EventView) -> EventRefusal? {
        guard event.frame.state == .whole, understands(kind: event.frame.kind, schema: event.frame.schema) else {
            return nil
        }
        do throws(EventRefusal) { try OfferedBody.check(event) } catch { return error }
        return nil
    }
}
