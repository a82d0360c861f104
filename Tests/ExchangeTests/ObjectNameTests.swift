import DiarylogExchange
import EventStore
import Testing

/// What the name of an object says, and which names are not ours.
struct ObjectNameTests {
    private let name = ObjectName(
        device: DeviceID(high: 1, low: 2), first: 7, last: 4096, tip: Digest(hashing: [1]), blank: 3, size: 12,
        hash: Digest(hashing: [2]))

    @Test("a name says what it was made of, and is read back")
    func readBack() {
        #expect(ObjectName(path: name.path) == name)
        #expect(name.path.hasPrefix("events/00000000000000010000000000000002-0000000007-0000004096-"))
    }

    @Test("names sort by device and first number")
    func order() {
        var later = name
        later.first = 10
        #expect(name.path < later.path)
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

    @Test("no number is written in two ways, and no stretch ends before it begins")
    func canonical() {
        #expect(ObjectName(path: name.path.replacing("-3-12-", with: "-03-12-")) == nil)
        #expect(ObjectName(path: name.path.replacing("0000004096", with: "0000000006")) == nil)
        #expect(ObjectName(path: name.path.replacing("0000004096", with: "4096")) == nil)
        #expect(ObjectName(path: name.path.uppercased()) == nil)
    }
}
