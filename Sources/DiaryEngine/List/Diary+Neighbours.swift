internal import DiaryModel
internal import EventStore

/// The entries on both sides of one, by date.
public struct Neighbours: Sendable {
    /// The one before it: of an earlier date, or of the same date and created earlier.
    public var earlier: Entry?
    /// The one behind it.
    public var later: Entry?
}

extension Diary {
    /// The living entries before and behind one by date, as of a point; the entry itself must be alive then.
    ///
    /// Costs two short lists, and longer ones where many entries have the very same date.
    public func neighbours(of entry: Entry, at point: DiaryPoint = .head) throws(EventStoreError) -> Neighbours {
        let position = entry.content.date.seconds
        return Neighbours(
            earlier: try next(to: entry, within: Int64.min...position, isLater: false, at: point),
            later: try next(to: entry, within: position...Int64.max, isLater: true, at: point))
    }

    private func next(
        to entry: Entry, within range: ClosedRange<Int64>, isLater: Bool, at point: DiaryPoint
    ) throws(EventStoreError) -> Entry? {
        var request = ListRequest()
        (request.point, request.filter, request.isReversed) = (point, .dates(range), isLater)
        // Entries of the very same date stand before it in the list.
        request.limit = 8
        var isPast = false
        while true {
            let page = try list(request)
            for other in page.entries {
                if isPast { return other }
                isPast = other.id == entry.id
            }
            guard let next = page.next else { return nil }
            request.after = next
            request.limit = 500
        }
    }
}
