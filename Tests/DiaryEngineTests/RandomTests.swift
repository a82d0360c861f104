import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// An entry by chance is one of those that a list shows, and each of these comes.
@Suite(.timed) final class RandomTests: InScratch {
    @Test func `each entry of a list comes by chance, and no other`() throws {
        var chance = Chance(for: "entries by chance")
        var ids = try (0..<24).map { try scratch.add("entry \($0)", day: Int64($0 % 6)).id }
        let middle = try scratch.head
        ids += try (24..<30).map { try scratch.add("entry \($0)", day: Int64($0 % 6)).id }
        for id in ids.prefix(4) { _ = try scratch.perform(.delete, on: id) }
        for id in ids.suffix(5) { _ = try scratch.perform(.edit(.star), on: id) }
        let dates = EntryFilter.dates(86_400...3 * 86_400)
        for filter in [.everything, dates, .starred, .all([dates, .starred]), .not(dates), .month(12), .any([])] {
            for point in [DiaryPoint.head, .event(SequenceNumber(middle))] {
                for isDeleted in [false, true] {
                    let request = with(ListRequest()) { ($0.filter, $0.point, $0.deleted) = (filter, point, isDeleted) }
                    let wanted = Set(try scratch.diary.list(request).entries.map(\.id))
                    var entropy = Entropy.seeded([UInt8(chance.below(256)), UInt8(chance.below(256))])
                    var found: Set<EntryID> = []
                    for _ in 0..<400 {
                        guard let entry = try scratch.diary.random(request, &entropy).entry else { break }
                        found.insert(entry.id)
                    }
                    #expect(found == wanted, "\(filter) at \(point)")
                }
            }
        }
    }

    @Test func `the days within some dates are those of the entries that a list shows`() throws {
        for number in 0..<60 { try scratch.add("entry \(number)", day: Int64(number % 20)) }
        let (days, _) = try scratch.diary.days(within: 5 * 86_400...8 * 86_400 - 1)
        #expect(days.map(\.day) == [5, 6, 7] && days.allSatisfy { $0.entries == 3 })
        #expect(try scratch.diary.days(within: -86_400 ... -1).days.isEmpty)
    }
}
