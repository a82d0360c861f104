/// A page that has a number, and something to say of each of its positions.
protocol NumberedPage {
    /// How many positions it has.
    static var capacity: UInt32 { get }

    /// Nil if the bytes are not what was written.
    init?(_ value: Span<UInt8>, key: [UInt8])

    /// The page as it is stored.
    func value(key: [UInt8]) -> [UInt8]

    /// Whether another page says the same of a position.
    func agrees(with other: Self, at position: UInt32) -> Bool

    /// The page with what another one says of other documents.
    func adding(_ other: Self) -> Self
}

extension DocumentPage: NumberedPage {
    func agrees(with other: DocumentPage, at position: UInt32) -> Bool { self[position] == other[position] }

    func adding(_ other: DocumentPage) -> DocumentPage {
        var page = self
        for position in 0..<Self.capacity { if let record = other[position] { page[position] = record } }
        return page
    }
}

extension BriefPage: NumberedPage {
    func agrees(with other: BriefPage, at position: UInt32) -> Bool { self[position] == other[position] }

    func adding(_ other: BriefPage) -> BriefPage {
        var page = self
        for position in 0..<Self.capacity where other[position].flags.contains(.exists) {
            page[position] = other[position]
        }
        return page
    }
}

extension DatePage: NumberedPage {
    func agrees(with other: DatePage, at position: UInt32) -> Bool {
        let index = Int(position)
        return (index < dates.count ? dates[index] : .min) == (index < other.dates.count ? other.dates[index] : .min)
    }

    func adding(_ other: DatePage) -> DatePage {
        var page = self
        for (index, date) in other.dates.enumerated() { _ = page.note(date, of: UInt32(index) * Self.stretch) }
        return page
    }
}
