import DiarylogTestSupport
import Testing

@testable import DiaryModel

/// Lines compared: what a line feed at the end does, and does not do.
@Suite(.timed) struct LineDiffTests {
    /// The lines of all hunks as diff(1) prints them.
    private func shown(_ old: String, _ new: String) -> [String] {
        hunks(from: Array(old.utf8), to: Array(new.utf8)).flatMap { hunk in
            hunk.lines.flatMap { line in
                let sign = line.kind == .same ? " " : line.kind == .removed ? "-" : "+"
                return [sign + line.text] + (line.isOpen ? ["\\"] : [])
            }
        }
    }

    private func authors(_ versions: [String]) -> [UInt64] {
        var blame = Blame()
        for (index, text) in versions.enumerated() { blame.apply(Array(text.utf8), by: UInt64(index + 1)) }
        return blame.attributed.map(\.author)
    }

    @Test func `a line is not changed because a line feed came behind it, or went`() {
        #expect(shown("one", "one\ntwo\n") == [" one", "+two"])
        #expect(shown("one\ntwo\n", "one") == [" one", "\\", "-two"])
        #expect(shown("one\ntwo", "1\ntwo\n") == ["-one", "+1", " two"])
        #expect(authors(["one", "one\ntwo", "one\ntwo\n", "one\ntwo\nthree"]) == [1, 2, 4])
    }

    @Test func `a missing line feed at the end is marked where the other text has one, and only there`() {
        #expect(shown("one\n", "one\ntwo") == [" one", "+two", "\\"])
        #expect(shown("a\nb\n", "c\nb") == ["-a", "+c", " b", "\\"])
        #expect(shown("a", "b\n") == ["-a", "\\", "+b"])
        #expect(shown("a\nb", "c\nb") == ["-a", "+c", " b"])
        #expect(shown("a", "b") == ["-a", "+b"])
        #expect(shown("", "one") == ["+one"] && shown("one", "") == ["-one"])
    }

    @Test func `a line feed at the end that is all that differs is told by the last line`() {
        #expect(shown("a\nb", "a\nb\n") == [" a", "-b", "\\", "+b"])
        #expect(shown("a\nb\n", "a\nb") == [" a", "-b", "+b", "\\"])
        #expect(shown("a\n", "a\n") == [])
        #expect(authors(["a\nb", "a\nb\n"]) == [1, 1])
    }

    @Test func `another break is another line`() {
        #expect(shown("a\r\nb", "a\nb") == ["-a", "+a", " b"])
        #expect(shown("a", "a\r\nb\n") == ["-a", "\\", "+a", "+b"])
    }
}
