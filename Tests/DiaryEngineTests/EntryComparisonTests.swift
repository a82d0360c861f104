import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// Tables are compared with the log by however many threads, and what differs is named.
@Suite(.timed) struct EntryComparisonTests {
    private func compare(_ scratch: Scratch, threads: Int) throws -> EntryComparison {
        try EntryComparison(
            scratch.diary.store, through: scratch.head, threads: threads
        ) { _ in }
    }

    @Test func `rows with a right checksum that say something else are found`() throws {
        var chance = Chance(for: "sealed rows")
        let scratch = try Scratch.lived(&chance, events: 300)
        try scratch.flushTail()
        for forgery in Forgery.allCases {
            let undo = try scratch.forge(forgery)
            let (apart, together) = (try compare(scratch, threads: 2), try compare(scratch, threads: 1))
            #expect(!apart.findings.isEmpty, "\(forgery)")
            #expect(apart.findings.all == together.findings.all, "\(forgery)")
            try scratch.write(undo.rows, to: undo.table)
            #expect(try compare(scratch, threads: 2).findings.isEmpty, "\(forgery) was undone")
        }
    }
}

/// What somebody could have written who knows the checksums.
private enum Forgery: CaseIterable {
    case laterVersion, otherWords, rowGone, rowTooMany, identifiersExchanged, identifierTooMany
    case spanMoved, spanGone, spanTwice, otherLink, blockGone, groupOfNone, groupGone
}

extension Scratch {
    /// Forges a row; gives the rows that undo it.
    fileprivate func forge(
        _ forgery: Forgery
    ) throws -> (rows: [(key: [UInt8], value: [UInt8]?)], table: String) {
        let table =
            switch forgery {
            case .laterVersion, .otherWords, .rowGone, .rowTooMany: "streams"
            case .identifiersExchanged, .identifierTooMany: "ids"
            case .spanMoved, .spanGone, .spanTwice, .otherLink, .blockGone: "spans"
            case .groupOfNone, .groupGone: "spangroups"
            }
        let rows = try rows(named: table)
        let (first, second) = (rows[0], rows[1 % rows.count])
        let last = rows[rows.count - 1]
        var forged: [(key: [UInt8], value: [UInt8]?)] = []
        switch forgery {
        case .laterVersion, .otherWords:
            let row = try with(StreamRow(first.value.span, ordinal: 1)) {
                if forgery == .laterVersion { $0.version += 1 } else { $0.state[$0.state.count - 1] ^= 1 }
            }
            forged = [(first.key, row.bytes)]
        case .rowGone, .blockGone, .groupGone: forged = [(last.key, nil)]
        case .rowTooMany:
            let next = try with(StreamRow(last.value.span, ordinal: UInt32(rows.count))) { $0.ordinal += 1 }
            forged = [(TableKey.ordinal(next.ordinal), next.bytes)]
        case .identifiersExchanged: forged = [(first.key, second.value), (second.key, first.value)]
        case .identifierTooMany:
            var key = first.key
            key[15] ^= 1
            forged = [(key, first.value)]
        case .spanMoved, .spanGone, .spanTwice, .otherLink:
            let block = try SpanBlock(key: first.key.span, value: first.value.span)
            var spans = block.spans
            switch forgery {
            case .spanMoved: spans[spans.count - 1].born -= 1
            case .spanGone: spans.removeLast()
            case .spanTwice: spans.append(spans[spans.count - 1])
            default: break
            }
            var other = SpanBlock(spans[0], link: forgery == .otherLink ? block.link ^ 2 : block.link)
            for (index, span) in spans.enumerated().dropFirst() { other.insert(span, at: index) }
            forged = [(first.key, other.value)]
        case .groupOfNone:
            guard var group = SpanGroup(key: first.key.span, value: first.value.span) else { break }
            group.living += 1
            forged = [(first.key, group.value(under: first.key))]
        }
        let undo = forged.map { row in (row.key, rows.first { $0.key == row.key }?.value) }
        try write(forged, to: table)
        return (undo, table)
    }
}
