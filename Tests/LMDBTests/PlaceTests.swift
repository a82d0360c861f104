import LMDB
import Testing

/// Places of values: found again in the state that they were noted in, and in no other.
@Suite("Places of values")
struct PlaceTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// The places of all values as a transaction sees them, and in their middle one of a value that is not there.
    private func places(_ transaction: borrowing Transaction, _ table: Database) throws -> ValuePlaces {
        var places = ValuePlaces(in: transaction)
        var cursor = try transaction.cursor(in: table)
        while try cursor.next() {
            places.append(cursor.place)
            if places.count == 2 { places.append(nil) }
        }
        return places
    }

    private func texts(_ places: ValuePlaces, _ transaction: borrowing Transaction) -> [String?] {
        var texts: [String?] = []
        for index in 0..<places.count {
            transaction.expect(index, of: places)
            if let value = transaction.value(index, of: places) { texts.append(text(value)) } else { texts.append(nil) }
        }
        return texts
    }

    @Test func `a value is found at its place by every transaction that sees the same state`() throws {
        let (environment, table) = try scratch.open()
        let long = String(repeating: "long ", count: 2000)
        try environment.keep(["a": "one", "b": long, "c": "three"], in: table)
        let first = try environment.beginRead()
        let second = try environment.beginRead()
        var places = try places(first, table)
        #expect(texts(places, first) == ["one", long, nil, "three"])
        #expect(texts(places, second) == ["one", long, nil, "three"])
        places.append(try self.places(second, table))
        places.arrange(by: [7, 0, 6])
        #expect(texts(places, first) == ["three", "one", nil])
    }

    @Test func `a value of more than 65,535 bytes has no place`() throws {
        let (environment, table) = try scratch.open()
        try environment.keep(
            ["a": String(repeating: "a", count: 65_535), "b": String(repeating: "b", count: 65_536)], in: table)
        let transaction = try environment.beginRead()
        let found = texts(try places(transaction, table), transaction)
        #expect(found.map { $0?.utf8.count } == [65_535, nil, nil])
    }

    @Test func `after a write, in another file or in a larger map there are no places`() throws {
        let (environment, table) = try scratch.open()
        try environment.keep(["a": "one", "b": "two"], in: table)
        var places = try places(try environment.beginRead(), table)
        #expect(texts(places, try environment.beginRead()) == ["one", "two", nil])
        // The state is the same, but the map may lie elsewhere.
        try environment.grow()
        #expect(texts(places, try environment.beginRead()) == [nil, nil, nil])
        places = try self.places(try environment.beginRead(), table)
        try environment.keep(["a": "three"], in: table)
        let later = try environment.beginRead()
        #expect(texts(places, later) == [nil, nil, nil])
        // Joined to others, they stay without one.
        var joined = try self.places(later, table)
        joined.append(places)
        #expect(texts(joined, later) == ["three", "two", nil, nil, nil, nil])
        let (other, otherTable) = try openTable(at: scratch.path + "-other")
        try other.keep(["a": "one", "b": "two"], in: otherTable)
        try other.keep(["a": "three"], in: otherTable)
        let elsewhere = try other.beginRead()
        #expect(elsewhere.identifier == later.identifier)
        #expect(texts(joined, elsewhere) == [nil, nil, nil, nil, nil, nil])
    }
}
