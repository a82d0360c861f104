/// Writing a zip archive, a member after the other.

internal import DiarylogHost
internal import DiarylogZlib

/// Makes the bytes of a zip archive; whoever writes them takes them with `take` now and then.
///
/// The same members in the same order give the same bytes. A member that is written in parts has its sizes after it, as
/// zip allows, so nothing is held, unless they are said before; sizes beyond four gigabytes, and more than 65,535
/// members, are written as zip64.
package struct ZipWriter: ~Copyable {
    private var pending: [UInt8] = []
    private var offset = 0
    private var members: [Written] = []
    private var open: Open?
    private var deflation: Deflation?
    private let isAlwaysZip64: Bool

    private struct Written {
        var name: [UInt8]
        var flags: UInt16
        var method: UInt16
        var time: ZipTime
        var checksum: UInt32 = 0
        var compressed: UInt64 = 0
        var size: UInt64 = 0
        var offset: UInt64
        var isZip64: Bool
    }

    private struct Open {
        var member: Written
        var dataStart: Int
        /// The checksum and the size that were said before the bytes.
        var promised: (checksum: UInt32, size: UInt64)?
    }

    /// Begins an archive. `alwaysZip64` writes zip64 where it is not needed, for tests.
    package init(alwaysZip64: Bool = false) { isAlwaysZip64 = alwaysZip64 }

    /// The bytes that are ready to be written, once.
    package mutating func take() -> [UInt8] {
        defer { pending = [] }
        return pending
    }

    /// The checksum that a zip has of bytes; with `continuing`, that of the bytes before and these.
    package static func checksum(of bytes: [UInt8], continuing: UInt32 = 0) -> UInt32 {
        CRC32.checksum(bytes.span, continuing: continuing)
    }

    /// Begins a stored member of just `size` bytes with this checksum, which are said before it: programs that read a
    /// zip from front to back want that of stored members.
    package mutating func begin(
        _ name: String, size: Int, checksum: UInt32, at time: ZipTime = .none
    ) {
        begin(name, stored: true, at: time, atMost: size, checksum: checksum)
    }

    /// Begins a member of at most `most` bytes, which `write` then gives and `end` closes.
    package mutating func begin(
        _ name: String, stored: Bool = false, at time: ZipTime = .none, atMost most: Int = 1 << 31
    ) {
        begin(name, stored: stored, at: time, atMost: most, checksum: nil)
    }

    private mutating func begin(
        _ name: String, stored: Bool, at time: ZipTime, atMost most: Int, checksum: UInt32?
    ) {
        precondition(open == nil, "a member is ended before the next one begins")
        let isZip64 = isAlwaysZip64 || most >= Int(UInt32.max) - 65_536
        // Sizes after the member if they are not known, name in UTF-8.
        let member = Written(
            name: Array(name.utf8), flags: (checksum == nil ? 1 << 3 : 0) | 1 << 11, method: stored ? 0 : 8,
            time: time, offset: UInt64(offset), isZip64: isZip64)
        let size = checksum == nil ? 0 : most
        put(0x0403_4B50 as UInt32)
        put(isZip64 ? 45 : 20 as UInt16)
        put(member.flags)
        put(member.method)
        put(time.time)
        put(time.day)
        put(checksum ?? 0)
        for _ in 0..<2 { put(isZip64 ? .max : UInt32(size)) }
        put(UInt16(member.name.count))
        put(isZip64 ? 20 : 0 as UInt16)
        put(member.name)
        if isZip64 {
            put([1, 0, 16, 0])
            for _ in 0..<2 { put(UInt64(size)) }
        }
        open = Open(member: member, dataStart: offset, promised: checksum.map { ($0, UInt64(size)) })
        deflation = stored ? nil : Deflation(.raw)
    }

    /// The open member's next bytes.
    package mutating func write(_ bytes: [UInt8]) {
        precondition(open != nil, "bytes belong to a member")
        let before = open?.member.checksum ?? 0
        open?.member.checksum = CRC32.checksum(bytes.span, continuing: before)
        open?.member.size += UInt64(bytes.count)
        put(deflation?.step(bytes.span) ?? bytes)
    }

    /// Ends the open member; one whose size and checksum were said has them.
    package mutating func end() {
        if let last = deflation?.finish() { put(last) }
        deflation = nil
        guard var open else { return }
        self.open = nil
        open.member.compressed = UInt64(offset - open.dataStart)
        let member = open.member
        precondition(
            member.isZip64 || max(member.compressed, member.size) < UInt32.max, "a member has the size it began with")
        if let promised = open.promised {
            precondition(promised == (member.checksum, member.size), "a member is what was said of it")
        } else {
            put(0x0807_4B50 as UInt32)
            put(member.checksum)
            for size in [member.compressed, member.size] {
                if member.isZip64 { put(size) } else { put(UInt32(size)) }
            }
        }
        members.append(member)
    }

    /// A whole member.
    package mutating func add(_ name: String, _ bytes: [UInt8], stored: Bool = false, at time: ZipTime = .none) {
        begin(name, stored: stored, at: time, atMost: bytes.count)
        write(bytes)
        end()
    }

    /// Writes the directory: with it the archive is whole.
    package mutating func finish() {
        precondition(open == nil, "the last member is ended")
        let start = offset
        for member in members { record(member) }
        let size = offset - start
        let isZip64 = isAlwaysZip64 || members.count >= UInt16.max || offset >= Int(UInt32.max)
        if isZip64 {
            let record = offset
            put(0x0606_4B50 as UInt32)
            put(44 as UInt64)
            put(45 as UInt16)
            put(45 as UInt16)
            put(0 as UInt64)
            for number in [members.count, members.count, size, start] { put(UInt64(number)) }
            put(0x0706_4B50 as UInt32)
            put(0 as UInt32)
            put(UInt64(record))
            put(1 as UInt32)
        }
        put(0x0605_4B50 as UInt32)
        put(0 as UInt32)
        for _ in 0..<2 { put(isZip64 ? .max : UInt16(members.count)) }
        put(isZip64 ? .max : UInt32(size))
        put(isZip64 ? .max : UInt32(start))
        put(0 as UInt16)
    }

    private mutating func record(_ member: Written) {
        let isZip64 = member.isZip64 || member.offset >= UInt32.max
        put(0x0201_4B50 as UInt32)
        // Made on a Unix, so that the kind of file is said.
        put(3 << 8 | 45 as UInt16)
        put(isZip64 ? 45 : 20 as UInt16)
        put(member.flags)
        put(member.method)
        put(member.time.time)
        put(member.time.day)
        put(member.checksum)
        put(isZip64 ? .max : UInt32(member.compressed))
        put(isZip64 ? .max : UInt32(member.size))
        put(UInt16(member.name.count))
        put(isZip64 ? 28 : 0 as UInt16)
        put(0 as UInt16)
        put(0 as UInt16)
        put(0 as UInt16)
        put(0o100644 << 16 as UInt32)
        put(isZip64 ? .max : UInt32(member.offset))
        put(member.name)
        if isZip64 {
            put([1, 0, 24, 0])
            for number in [member.size, member.compressed, member.offset] { put(number) }
        }
    }

    private mutating func put(_ number: some FixedWidthInteger) {
        pending.append(littleEndian: number)
        offset += number.bitWidth / 8
    }

    private mutating func put(_ bytes: [UInt8]) {
        pending += bytes
        offset += bytes.count
    }
}

/// A time as zip has it: a reading of a clock, without a zone, from 1980 to 2107, in steps of two seconds.
package struct ZipTime: Sendable {
    let time: UInt16
    let day: UInt16

    /// The first time there is, for members that have none.
    package static let none = ZipTime(time: 0, day: 1 << 5 | 1)

    private init(time: UInt16, day: UInt16) {
        self.time = time
        self.day = day
    }

    /// The nearest time that zip can say.
    package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (1980...2107).contains(year) else {
            self = .none
            return
        }
        time = UInt16(hour << 11 | minute << 5 | second / 2)
        self.day = UInt16((year - 1980) << 9 | month << 5 | day)
    }
}
