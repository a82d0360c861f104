internal import EventStore

/// A page that has a number, and something to say of each of its places.
protocol NumberedPage {
    /// How many places it has.
    static var capacity: UInt32 { get }

    /// Nil if the bytes are not what was written.
    init?(_ value: Span<UInt8>, key: [UInt8])

    /// The page as it is stored.
    func value(key: [UInt8]) -> [UInt8]

    /// Whether another page says the same of a place.
    func agrees(with other: Self, at place: UInt32) -> Bool
}

extension DocumentPage: NumberedPage {
    func agrees(with other: DocumentPage, at place: UInt32) -> Bool { self[place] == other[place] }
}

extension BriefPage: NumberedPage {
    func agrees(with other: BriefPage, at place: UInt32) -> Bool { self[place] == other[place] }
}

extension DatePage: NumberedPage {
    func agrees(with other: DatePage, at place: UInt32) -> Bool {
        let index = Int(place)
        return (index < dates.count ? dates[index] : .min) == (index < other.dates.count ? other.dates[index] : .min)
    }
}
