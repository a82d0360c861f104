/// Dates as they are typed on the command line: what is echoed, and what is refused with its place.

import Testing

@Suite struct DateTests {
    private let clock = ["DIARYLOG_NOW": "2026-11-18T14:30:15+09:00", "TZ": "Asia/Seoul"]

    @Test("a text that begins with what cannot be a date is refused, the place is marked, and nothing is written")
    func refusedLead() throws {
        let place = try Place()
        let outcome = try place.run(["add", "2024-02-30: 눈"], environment: clock)
        #expect(outcome.code == 2)
        #expect(outcome.error.contains("there is no such day or time: 2024-02-30\n"))
        #expect(outcome.error.contains("give --date now.\n  2024-02-30\n          ^^\n"), "\(outcome.error)")
        let korean = try place.run(["add", "어제 오후 13시: 눈", "--lang", "ko"], environment: clock)
        #expect(korean.error.contains("\n  어제 오후 13시\n            ^^\n"), "\(korean.error)")
        let json = try place.run(["add", "last week: rain", "--json"], environment: clock)
        #expect(json.error.contains("\"place\":{\"start\":0,\"end\":9}"), "\(json.error)")
        #expect(try place.run(["add", "last week: rain", "--date", "now"], environment: clock).code == 0)
        #expect(try place.run("show", "@1").text == "last week: rain")
        #expect(try place.count() == 1)
    }

    @Test("--date says which day it chose, unless it is written out")
    func echo() throws {
        let place = try Place()
        let outcome = try place.run(["add", "x", "--date", "friday"], environment: clock)
        #expect(outcome.error.contains("dated November 13, 2026\n"), "\(outcome.error)")
        let edited = try place.run(["edit", "@1", "--date", "지난달 3일"], environment: clock)
        #expect(edited.error.contains("dated October 3, 2026\n"), "\(edited.error)")
        let plain = try place.run(["add", "x", "--date", "2026-11-13"], environment: clock)
        #expect(!plain.error.contains("dated"))
    }

    @Test("a point that begins after now is refused; today is not", arguments: ["2030-01-01", "tomorrow", "오늘 오후 3시"])
    func beyondNow(when: String) throws {
        let place = try Place()
        #expect(try place.run(["add", "x"], environment: clock).code == 0)
        let outcome = try place.run(["list", "--at", when], environment: clock)
        #expect(outcome.code == 2)
        #expect(outcome.error.contains("has not come yet"))
        #expect(try place.run(["list", "--at", "today"], environment: clock).text.contains("x"))
    }

    @Test("an unknown TZ and a wrong DIARYLOG_NOW are refused by reading commands, and help is there all the same")
    func surroundings() throws {
        let place = try Place()
        _ = try place.add("x")
        for (environment, words) in [(["TZ": "Mars/Base"], "no time zone"), (["DIARYLOG_NOW": "soon"], "DIARYLOG_NOW")]
        {
            for command in [["list"], ["show", "@1"], ["search", "x"], ["add", "y"]] {
                let outcome = try place.run(command, environment: environment)
                #expect(outcome.code == 2 && outcome.error.contains(words), "\(command): \(outcome.error)")
            }
            #expect(try place.run(["help"], environment: environment).code == 0)
        }
        #expect(try place.count() == 1)
    }
}
