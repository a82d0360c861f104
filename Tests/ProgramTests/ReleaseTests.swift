import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite("The release", .timed)
final class ReleaseTests: InSandbox {
    @Test("the program says release, commit and format on one line")
    func version() throws {
        let own = try sandbox.shell("exec \"$0\" --version", [try Sandbox.program])
        let line = Release.text(of: "diarylog")
        #expect(own.text == line + "\n" && line.hasSuffix("format \(Release.format))"))
    }

    private static let zones = "/usr/share/zoneinfo"

    @Test(
        "on a machine without time zones an import that has one is refused: the day might be another one",
        arguments: [
            "{\"metadata\":{\"version\":\"1.0\"},\"entries\":[{\"creationDate\":\"2026-11-01T20:00:00Z\","
                + "\"timeZone\":\"Asia/Seoul\",\"text\":\"x\"}]}",
            "[{\"text\":\"x\",\"date\":\"2026-11-01T20:00\",\"zone\":\"Asia/Seoul\"}]",
            "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VJOURNAL\nUID:1\nDTSTART;TZID=Asia/Seoul:20261102T050000\n"
                + "SUMMARY:x\nEND:VJOURNAL\nEND:VCALENDAR\n",
            "Date,Text\n2026-11-01T20:00:00Z,x\n",
        ])
    func zonesWanted(text: String) throws {
        let file = try sandbox.file("given", Array(text.utf8))
        let line = "TZ=Asia/Seoul \"$0\" import \"$1\""
        guard let outcome = try sandbox.without(Self.zones, line, file) else { return }
        #expect(outcome.code == 2 && outcome.error.contains("Asia/Seoul is not known"), "\(outcome.error)")
        #expect(outcome.error.contains("tzdata"))
        try sandbox.run("import", file).ends(0)
    }

    @Test("on a machine without time zones a zone that is asked for is refused by the name of the package")
    func zoneAsked() throws {
        let line = "\"$0\" add x --tz Asia/Seoul"
        guard let outcome = try sandbox.without(Self.zones, line, "") else { return }
        #expect(outcome.code == 2 && outcome.error.contains("tzdata"), "\(outcome.error)")
    }

    @Test("on a machine without time zones TZ holds up nothing, and what it costs is said")
    func withoutZones() throws {
        let line = "export TZ=Asia/Seoul && \"$0\" add \"zoneless\" && \"$0\" list --json"
        guard let outcome = try sandbox.without(Self.zones, line, "") else { return }
        #expect(outcome.code == 0 && outcome.text.contains("zoneless"), "\(outcome.error)")
        #expect(outcome.error.contains("Asia/Seoul is not known"))
    }
}
