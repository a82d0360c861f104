/// Damage to what everything hangs on, seen from outside.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) final class SurvivingTests: InSandbox {
    override init() throws {
        try super.init()
        for number in 1...20 { _ = try sandbox.add("entry \(number)") }
    }

    @Test("what follows from the log damaged: exit 5 and one sentence for who reads, until the next change mends it")
    func metaRecord() throws {
        let hash = try sandbox.run("replay").line
        try sandbox.damage("DLM1", at: 50)
        for language in ["en", "ko"] {
            let list = try sandbox.run("list", "--lang", language)
            #expect(list.code == 5 && list.text == "")
            #expect(list.error.contains(language == "en" ? "no text is lost by that" : "이 때문에 잃은 글은 없습니다"))
            #expect(list.error.contains("diarylog engine rebuild"))
        }
        try sandbox.run("list", "--json").ends(5, saying: "\"damaged-table\"", "[\"meta\"]")
        // Nothing but the log is asked for these.
        #expect(try sandbox.run("replay").line == hash)
        #expect(try sandbox.run("export", "--events").text.split(separator: "\n").count == 21)
        try sandbox.run("backup", sandbox.path + "/safe").ends(0)
        try sandbox.run("list", "--diary", sandbox.path + "/safe").ends(0)
        try sandbox.run("verify").ends(5)
        try sandbox.run("edit", "@2", "--text", "고친 글").ends(0)
        try sandbox.run("list").ends(0)
        try sandbox.run("replay", "--check", "--verify").ends(0)
    }

    @Test("drafts that cannot be read follow from no event: that one may be lost is said, and no rebuild is named")
    func drafts() throws {
        try sandbox.run("edit", "@1", "--expect", "v9", "--draft", "초안에만 있는 글").ends(3)
        try sandbox.damage("drafts", at: 5)
        try sandbox.run("draft", "list").ends(5, saying: "verify --salvage")
        let found = try sandbox.run("verify").ends(5, saying: "a draft may be lost", "verify --salvage")
        #expect(!found.error.contains("engine rebuild") && !found.text.contains("the table log"))
        #expect(try sandbox.run("verify", "--lang", "ko").error.contains("초안을 잃었을 수 있습니다"))
    }

    @Test("a program that traps ends with a sentence and 5, and the diary is as it was", arguments: ["ILL", "TRAP"])
    func traps(signal: String) throws {
        // It catches both signals, and waits for the text, when one comes.
        let outcome = try sandbox.shell(
            """
            mkfifo "$HOME/text"; "$0" add - < "$HOME/text" & program=$!; exec 3> "$HOME/text"
            caught() { sed -n 's/^SigCgt:.*\\(.\\{16\\}\\)$/0x\\1/p' /proc/$program/status; }
            until_true 'grep -q diarylog /proc/$program/comm && (( $(caught) & 8 && $(caught) & 16 ))'
            until_true 'grep -q "^State:.S" /proc/$program/status'
            kill -$1 $program; wait $program; echo $?
            """, [try Sandbox.program, signal])
        #expect(outcome.line == "5", "\(outcome.error)")
        #expect(
            outcome.error.contains("the program was stopped by damaged data, too little memory or a mistake of its own")
        )
        #expect(try sandbox.run("list").text.split(separator: "\n").count == 20)
        #expect(try sandbox.add("afterwards").utf8.count == 32)
    }
}
