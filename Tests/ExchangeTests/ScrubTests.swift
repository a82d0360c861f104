import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// A place that keeps diaries, looked through without a key: the frozen remote, and one harm a test.
@Suite(.timed) struct ScrubTests {
    private let place: Folder
    private let objects: [String]

    init() throws {
        place = try Folder()
        let frozen = FolderRemote(path: Fixture("remote").path)
        for root in ["", "/family/kim"] { try frozen.get(frozen.list().map(\.name), into: place("keep" + root)) }
        objects = try Listing(from: frozen).objects.map(\.path)
    }

    private func scrub() throws -> [Scrub.Kept] {
        var all: [Scrub.Kept] = []
        let tree = RemoteTree(at: .folder(place("keep")), spool: place.path)
        try Scrub(of: tree).run { all.append($0) }
        return all
    }

    @Test("a name that storage lists twice, as after a lost answer, is one file, of the size that its name says")
    func listedTwice() throws {
        let object = try #require(ObjectName(path: objects[0]))
        let marker = "kim/" + Listing.marker(of: String(repeating: "0", count: 32))
        let listed = [(marker, 9), ("kim/" + object.path, object.size), ("kim/" + object.path, 1), (marker, 9)]
        for listed in [listed, listed.reversed()] {
            let files = RemoteFile.once(listed.map { RemoteFile(name: $0.0, size: $0.1) })
            #expect(files.map(\.name) == [marker, "kim/" + object.path].sorted())
            #expect(Set(files.map(\.size)) == [9, object.size])
        }
    }

    private func path(_ name: String) -> String { place("keep/family/kim/") + name }

    @Test func `a sound place has a row for each diary, and nothing wrong`() throws {
        let all = try scrub()
        #expect(all.map(\.root) == ["", "family/kim/"])
        for kept in all {
            #expect(kept.findings.isEmpty && kept.diaries.count == 1 && kept.keys == 1 && kept.files == 1)
            #expect(kept.devices.count == 3 && kept.objects == objects.count && kept.changedAt != nil)
        }
    }

    @Test("a torn, a flipped, a renamed, a missing and a foreign file are each named, and the neighbour is sound")
    func harms() throws {
        let sorted = objects.sorted()
        // Of the first device: its first object torn, its hole missing; of the others one flipped, one renamed.
        var bytes = try FileSystem.read(path(sorted[0]))
        try FileSystem.write(Array(bytes.dropLast()).span, to: path(sorted[0]), sync: false)
        let missing = try #require(sorted.first { $0.contains("-hole-") })
        try FileSystem.removeFile(path(missing))
        bytes = try FileSystem.read(path(sorted[3]))
        bytes[200] ^= 1
        try FileSystem.write(bytes.span, to: path(sorted[3]), sync: false)
        try FileSystem.rename(from: path(sorted[4]), to: path(sorted[4] + " (conflicted copy)"))
        let all = try scrub()
        let device = try #require(ObjectName(path: missing)).device.hexadecimal
        let renamed = try #require(ObjectName(path: sorted[4]))
        #expect(all[0].findings.isEmpty)
        let wanted: [Scrub.Finding] = [
            Scrub.Finding(fault: .torn, subject: "family/kim/" + sorted[0]),
            Scrub.Finding(fault: .foreign, subject: "family/kim/" + sorted[4] + " (conflicted copy)"),
            Scrub.Finding(fault: .altered, subject: "family/kim/" + sorted[3]),
            Scrub.Finding(fault: .gap, subject: "family/kim/\(device) 3-3"),
            Scrub.Finding(fault: .gap, subject: "family/kim/\(renamed.device.hexadecimal) 1-\(renamed.last)"),
        ]
        for finding in wanted { #expect(all[1].findings.contains(finding), "\(finding) of \(all[1].findings)") }
        #expect(all[1].findings.count == wanted.count)
    }

    @Test("an attached file and a key file are proven as well, and a marker must be there, and one alone")
    func others() throws {
        let listing = try Listing(from: FolderRemote(path: place("keep/family/kim")))
        for name in listing.files.map(\.path) + listing.keys {
            var bytes = try FileSystem.read(path(name))
            bytes[bytes.count - 1] ^= 1
            try FileSystem.write(bytes.span, to: path(name), sync: false)
        }
        let marker = Listing.marker(of: try #require(listing.diaries.first))
        try FileSystem.removeFile(path(marker))
        #expect(
            try scrub()[1].findings.map(\.fault).sorted(by: { $0.rawValue < $1.rawValue }) == [
                .altered, .altered, .noMarker,
            ])
        for digit in ["1", "2"] {
            let other = Listing.marker(of: String(repeating: digit, count: 32))
            try FileSystem.write([0x7B, 0x7D].span, to: path(other), sync: false)
        }
        #expect(try scrub()[1].findings.contains { $0.fault == .severalMarkers })
    }
}
