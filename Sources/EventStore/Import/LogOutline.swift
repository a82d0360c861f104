/// Gives a record of a log that comes from elsewhere by its number, from 0; nil after the last.
public typealias ForeignLog = (Int) throws -> LogRecord?

/// The headers of a log from elsewhere, kept to decide the order in which its records are imported.
///
/// Such a log may be larger than memory, and its records may come in any order, and several times. So it is read twice:
/// once from its first record to its last for this outline, some 200 bytes a record; and then in the order that
/// `LogOrder` makes of it, in which each record comes after what it follows. Records that come in such an order keep
/// it, and are read again one after the other.
struct LogOutline {
    /// A record: an event, or a hole.
    struct Line {
        /// Zero for a hole whose event's id is not known.
        var id = Digest.zero
        /// Its number on its device, and that device in `devices`; `noDevice` for a header that cannot be read.
        var number: UInt64 = 0
        var device = LogOutline.noDevice
        /// Where its links begin.
        var links: UInt32
        var lamport: UInt64 = 0
        /// What its device's clock showed, and when it is said to have come.
        var wall: Int64 = 0
        var arrived: Int64 = 0
        /// Its place in its operation, and how many events that has.
        var index: UInt32 = 0
        var count: UInt32 = 1
        /// The record of its operation after it; -1 at the end.
        var next: Int32 = -1
        var marks: Marks = []
    }

    struct Marks: OptionSet {
        var rawValue: UInt8

        static let hole = Marks(rawValue: 1)
        /// An event without its payload.
        static let withoutPayload = Marks(rawValue: 2)
        /// It says when it came.
        static let timed = Marks(rawValue: 4)
        /// It names its device's event before, by its first link.
        static let chained = Marks(rawValue: 8)
        /// It does not begin an operation.
        static let continues = Marks(rawValue: 16)
        /// Another record is, or has the place of, the same event.
        static let repeated = Marks(rawValue: 32)
    }

    static let noDevice = UInt32.max

    private(set) var lines: [Line] = []
    private(set) var devices: [DeviceID] = []
    /// The stores that the events are of.
    private(set) var stores: Set<StoreID> = []
    /// What each line follows, as the numbers of lines: -1 for what did not come.
    private(set) var links: [Int32] = []
    /// Records that stand for an event that another record stands for.
    private(set) var repeats: [(line: Int, of: Int)] = []
    /// The ids of holes that only a later event names.
    private var names: [Int: Digest] = [:]

    /// Reads a log from its first record to its last.
    init(_ read: ForeignLog) throws(EventStoreError) {
        var numbers: [DeviceID: UInt32] = [:]
        var ids: [Digest] = []
        while let record = try bridging("", { try read(lines.count) }) { note(record, &numbers, &ids) }
        link(ids)
    }

    private mutating func note(_ record: LogRecord, _ numbers: inout [DeviceID: UInt32], _ ids: inout [Digest]) {
        var line = Line(links: UInt32(ids.count))
        func number(of device: DeviceID) -> UInt32 {
            if let known = numbers[device] { return known }
            numbers[device] = UInt32(devices.count)
            devices.append(device)
            return UInt32(devices.count - 1)
        }
        switch record {
        case .hole(let hole):
            (line.id, line.number, line.device) = (hole.id ?? .zero, hole.deviceSequence, number(of: hole.device))
            line.marks = [.hole, .chained]
            ids.append(.zero)
        case .event(let event):
            line.id = event.id
            if event.payload == nil { line.marks.insert(.withoutPayload) }
            if let arrivedAt = event.arrivedAt {
                line.arrived = arrivedAt
                line.marks.insert(.timed)
            }
            // The door says what is wrong with a header that cannot be read.
            guard let header = try? EventHeader(canonical: event.header.span) else { break }
            stores.insert(header.store)
            (line.number, line.device) = (header.deviceSequence, number(of: header.device))
            (line.lamport, line.wall) = (header.lamport, header.wall)
            (line.index, line.count) = (header.operationIndex, header.operationCount)
            if header.previous != .zero {
                line.marks.insert(.chained)
                ids.append(header.previous)
            }
            ids += header.parents
            if header.kind == StoreKind.deviceBegin, let body = event.body, let begin = try? DeviceBegin(body.span) {
                ids += begin.continued
            }
        }
        lines.append(line)
    }
}

extension LogOutline {
    /// Finds what each line follows, which lines stand for the same event, and which make an operation.
    private mutating func link(_ ids: [Digest]) {
        var indexes = lines.indices.filter { lines[$0].device != Self.noDevice }.map { Int32($0) }
        indexes.sort { isBefore($0, $1) }
        links = [Int32](repeating: -1, count: ids.count)
        passOver(&indexes, ids)
        var named = lines.indices.filter { lines[$0].id != .zero && !lines[$0].marks.contains(.repeated) }
            .map { Int32($0) }
        named.sort { lines[Int($0)].id < lines[Int($1)].id }
        for (index, id) in ids.enumerated() where id != .zero { links[index] = find(id, named) }
        join(indexes)
    }

    /// Whether a line stands before another: by device and number, events before holes. Of several lines of one event,
    /// the line that says most stands first, then the one that came first.
    private func isBefore(_ one: Int32, _ other: Int32) -> Bool {
        let (left, right) = (lines[Int(one)], lines[Int(other)])
        if left.device != right.device { return left.device < right.device }
        if left.number != right.number { return left.number < right.number }
        let (leftIsHole, rightIsHole) = (left.marks.contains(.hole), right.marks.contains(.hole))
        if leftIsHole != rightIsHole { return rightIsHole }
        if left.id != right.id { return left.id == .zero || right.id == .zero ? right.id == .zero : left.id < right.id }
        let (leftIsEmpty, rightIsEmpty) = (left.marks.contains(.withoutPayload), right.marks.contains(.withoutPayload))
        return leftIsEmpty != rightIsEmpty ? rightIsEmpty : one < other
    }

    /// Marks and removes repeated lines: of the same event, and holes in the place of an event that is there. Links
    /// holes to what their device wrote before them. A hole without an id gets the one that its device's next event
    /// names.
    private mutating func passOver(_ indexes: inout [Int32], _ ids: [Digest]) {
        var kept: [Int32] = []
        kept.reserveCapacity(indexes.count)
        // The first line of the place before.
        var before: Int32 = -1
        var first: Int32 = -1
        for position in indexes {
            let line = lines[Int(position)]
            let isHole = line.marks.contains(.hole)
            if first >= 0, case let other = lines[Int(first)], other.device == line.device,
                other.number == line.number, let last = kept.last
            {
                if isHole || lines[Int(last)].id == line.id {
                    lines[Int(position)].marks.insert(.repeated)
                    repeats.append((Int(position), Int(isHole ? first : last)))
                    continue
                }
            } else {
                (before, first) = (first, position)
                if before >= 0, lines[Int(before)].device != line.device { before = -1 }
            }
            if isHole {
                links[Int(line.links)] = before
            } else if before >= 0, line.marks.contains(.chained) {
                name(before, by: line, ids)
            }
            kept.append(position)
        }
        indexes = kept
    }

    /// Gives a hole without an id the one by which its device's next event names it.
    private mutating func name(_ before: Int32, by line: Line, _ ids: [Digest]) {
        let hole = lines[Int(before)]
        guard hole.marks.contains(.hole), hole.id == .zero, hole.number + 1 == line.number else { return }
        lines[Int(before)].id = ids[Int(line.links)]
        names[Int(before)] = ids[Int(line.links)]
    }

    private func find(_ id: Digest, _ named: [Int32]) -> Int32 {
        var (low, high) = (0, named.count)
        while low < high {
            let middle = (low + high) / 2
            if lines[Int(named[middle])].id < id { low = middle + 1 } else { high = middle }
        }
        return low < named.count && lines[Int(named[low])].id == id ? named[low] : -1
    }

    /// Puts the events of operations together; a hole is taken for an event of the operation that it stands in.
    private mutating func join(_ indexes: [Int32]) {
        for position in indexes {
            let line = lines[Int(position)]
            guard line.marks.contains(.chained), case let before = links[Int(line.links)], before >= 0,
                case let other = lines[Int(before)], other.device == line.device, other.next < 0,
                line.number > 0, other.number == line.number - 1
            else { continue }
            if line.marks.contains(.hole) {
                guard other.index + 1 < other.count else { continue }
                (lines[Int(position)].index, lines[Int(position)].count) = (other.index + 1, other.count)
            } else {
                guard line.index > 0, other.marks.contains(.hole) || other.count == line.count,
                    other.marks.contains(.hole) || other.index + 1 == line.index
                else { continue }
            }
            lines[Int(before)].next = position
            lines[Int(position)].marks.insert(.continues)
        }
    }
}

extension LogOutline {
    /// What a line follows.
    func followed(by line: Int) -> ArraySlice<Int32> {
        let end = line + 1 < lines.count ? Int(lines[line + 1].links) : links.count
        return links[Int(lines[line].links)..<end]
    }

    /// The numbers of an operation's records, in order.
    func records(of head: Int32) -> [Int] {
        var records: [Int] = []
        var next = head
        while next >= 0 {
            records.append(Int(next))
            next = lines[Int(next)].next
        }
        return records
    }

    /// Reads a record again.
    func record(_ line: Int, _ read: ForeignLog) throws(EventStoreError) -> LogRecord {
        let record = try bridging { try read(line) }
        switch record {
        case .event(let event)? where event.id == lines[line].id:
            return .event(event)
        case .hole(var hole)?:
            hole.id = hole.id ?? names[line]
            return .hole(hole)
        default: throw .storage("the log changes while it is read")
        }
    }
}
