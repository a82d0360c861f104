import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// A list of some days of the year passes over the days between, and finds what it would find without.
@Suite(.timed) final class DaysOfTheYearTests: InScratch {
    /// A diary of a thousand entries over fifty years, some of them moved and deleted since.
    private func filled(_ chance: inout Chance) throws -> Scratch {
        let scratch = try Scratch()
        let rows = (0..<1_000).map { number in
            ImportedRow(
                content: plain("entry \(number)", day: Int64(chance.below(50 * 365))),
                identity: Array("\(number)".utf8))
        }
        _ = try scratch.diary.import(rows, in: scratch.context)
        for entry in try scratch.diary.list().entries where chance.isLucky(oneIn: 12) {
            if chance.isLucky(oneIn: 2) {
                _ = try scratch.perform(.delete, on: entry.id)
            } else {
                try scratch.edit(entry.id) { $0.date = plain("", day: Int64(chance.below(50 * 365))).date }
            }
        }
        return scratch
    }

    private func filter(_ chance: inout Chance, depth: Int = 0) -> EntryFilter {
        switch chance.below(depth < 2 ? 8 : 5) {
        case 0: return .month(1 + chance.below(13))
        case 1: return .dayOfMonth(1 + chance.below(32))
        case 2: return .all([.month(1 + chance.below(12)), .dayOfMonth(1 + chance.below(31))])
        case 3:
            let first = Int64(chance.below(50 * 365)) * 86_400 + Int64(chance.below(86_400))
            return .dates(first...first + Int64(chance.pick([0, 3_600, 86_400, 40 * 86_400, 9_000 * 86_400])))
        case 4: return chance.pick([.everything, .starred, .all([.month(2), .dayOfMonth(29)])])
        case 5: return .not(filter(&chance, depth: depth + 1))
        case 6: return .all((0..<chance.below(3)).map { _ in filter(&chance, depth: depth + 1) })
        default: return .any((0..<chance.below(3)).map { _ in filter(&chance, depth: depth + 1) })
        }
    }

    @Test func `any filter finds what all entries hold of it, in either direction and in pages`() throws {
        var chance = Chance(for: "days of the year")
        let scratch = try filled(&chance)
        let head = try scratch.head
        for _ in 0..<runs(debug: 60) {
            var request = ListRequest()
            request.point = .event(SequenceNumber(chance.pick([head, head / 2 + 500, head - 3])))
            request.isReversed = chance.isLucky(oneIn: 2)
            let all = try scratch.diary.list(request).entries
            request.filter = filter(&chance)
            let wanted = all.filter { request.filter.matches($0.content) }.map(\.text)
            request.limit = chance.pick([nil, 1, 7])
            var found: [String] = []
            repeat {
                let page = try scratch.diary.list(request)
                found += page.entries.map(\.text)
                request.after = page.next
            } while request.after != nil
            #expect(found == wanted, "\(request.filter) \(request.isReversed ? "reversed" : "")")
        }
    }

    @Test func `a day of the year costs some blocks a year, whatever lies between`() throws {
        let rows = (0..<7_300).map {
            ImportedRow(content: plain("\($0)", day: Int64($0)), identity: Array("\($0)".utf8))
        }
        _ = try scratch.diary.import(rows, in: scratch.context)
        for isReversed in [false, true] {
            var request = ListRequest()
            (request.filter, request.isReversed) = (.all([.month(3), .dayOfMonth(1)]), isReversed)
            let page = try scratch.diary.list(request)
            #expect(page.entries.count == 20)
            #expect(page.visited.blocks <= 45, "\(page.visited)")
        }
    }

    @Test(
        "a list of some days of the year ends at both ends of the calendar", .timeLimit(.minutes(5)),
        arguments: [1, 9999])
    func ends(year: Int) throws {
        let first = try #require(CivilTime(year: year, month: year == 1 ? 1 : 12, day: year == 1 ? 1 : 31))
        // More than a block of them on one day.
        let rows = (0..<80).map {
            ImportedRow(content: plain("\($0)", day: Int64(first.dayNumber)), identity: Array("\($0)".utf8))
        }
        _ = try scratch.diary.import(rows, in: scratch.context)
        let own = EntryFilter.all([.month(first.month), .dayOfMonth(first.day)])
        let others: [EntryFilter] = [
            .month(11), .dayOfMonth(15), .all([.month(2), .dayOfMonth(29)]), .not(own), .month(14),
        ]
        for isReversed in [false, true] {
            var request = ListRequest()
            request.isReversed = isReversed
            for filter in others {
                request.filter = filter
                #expect(try scratch.diary.list(request).entries.isEmpty, "\(filter)")
            }
            request.filter = own
            #expect(try scratch.diary.list(request).entries.count == 80)
        }
        #expect(try scratch.diary.days(within: first.seconds...first.seconds).days.map(\.entries) == [80])
    }
}
