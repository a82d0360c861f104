import DiarylogExchange
import DiarylogTestSupport
import EventStore
import Testing

/// What the name of an object says, and which names are not ours.
@Suite(.timed) struct ObjectNameTests {
    static let path =
        "events/00000000000000010000000000000002-0000000007-0000004096-0123456789abcdef-3-12-"
        + "0123456789abcdef0123456789abcdef.age"
    /// That of an event that is lost.
    static let hole = path.replacing("0000004096", with: "0000000007").replacing("-3-12-", with: "-hole-12-")

    private let name: ObjectName

    init() throws { name = try #require(ObjectName(path: Self.path)) }

    @Test func `a name is read as it is written`() throws {
        #expect(name.path == Self.path && name.first == 7 && name.last == 4096 && name.blank == 3 && name.size == 12)
        let hole = try #require(ObjectName(path: Self.hole))
        #expect(hole.path == Self.hole && hole.isHole && !name.isHole && hole.blank == 0)
    }

    @Test func `names sort by device and first number`() {
        var later = name
        later.first = 10
        #expect(name.path < later.path)
    }

    @Test func `a hole is of one event`() {
        #expect(ObjectName(path: Self.path.replacing("-3-12-", with: "-hole-12-")) == nil)
        #expect(ObjectName(path: Self.hole.replacing("hole", with: "Hole")) == nil)
    }

    @Test(
        "what a carrier makes of a name is not ours",
        arguments: [
            " (conflicted copy)", ".tmp", "~", "-0", " 2", ".sync-conflict-20260101-120000-ABCDEFG",
        ])
    func carriers(_ addition: String) {
        #expect(ObjectName(path: name.path + addition) == nil)
        #expect(ObjectName(path: name.path.dropLast(4) + addition + ".age") == nil)
    }

    @Test func `no number is written in two ways, and no stretch ends before it begins`() {
        #expect(ObjectName(path: name.path.replacing("-3-12-", with: "-03-12-")) == nil)
        #expect(ObjectName(path: name.path.replacing("0000004096", with: "0000000006")) == nil)
        #expect(ObjectName(path: name.path.replacing("0000004096", with: "4096")) == nil)
        #expect(ObjectName(path: name.path.uppercased()) == nil)
    }

    @Test func `of what is held of a device the greater number counts, not the greater text`() {
        let device = DeviceID([UInt8](repeating: 7, count: 16).span, at: 0)
        var holds: [DeviceID: String] = [:]
        for held in ["9-aa", "10-bb", "2-cc", "x", ""] { holds.note(held, of: device) }
        #expect(holds == [device: "10-bb"])
    }
}
