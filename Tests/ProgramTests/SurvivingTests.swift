/// Damage to what everything hangs on, seen from outside.

import Host
import Testing

@Suite struct SurvivingTests {
    private func filled() throws -> Place {
        let place = try Place()
        for number in 1...20 { _ = try place.add("entry \(number)") }
        return place
    }

    /// Changes a byte of the meta record, wherever the file holds it.
    private func garbleMeta(_ place: Place) throws {
        let file = place.diary + "/log-000001.mdb"
        var bytes = try FileSystem.read(file)
        let magic = Array("DLM1".utf8)
        for index in bytes.indices.dropLast(60)
        where bytes[index] == magic[0] && Array(bytes[index..<index + 4]) == magic { bytes[index + 50] ^= 1 }
        try FileSystem.write(bytes.span, to: file)
    }

    @Test("a damaged meta record: all is shown, said with exit 5, until the next change mends it")
    func metaRecord() throws {
        let place = try filled()
        try garbleMeta(place)
        for _ in 0..<2 {
            let list = try place.run("list")
            #expect(list.code == 5 && list.text.split(separator: "\n").count == 20)
            #expect(list.error.contains("the diary's record of itself is damaged"))
        }
        let json = try place.run("list", "--json")
        #expect(json.code == 5 && json.error.contains("\"meta-damaged\""))
        let added = try place.run("add", "more")
        #expect(added.code == 0 && added.error.contains("was put together from the log and written again"))
        #expect(try place.run("list").code == 0)
        #expect(try place.run("replay", "--check", "--verify").code == 0)
    }

    @Test("a program that traps ends with a sentence and 5, and the diary is as it was", arguments: ["ILL", "TRAP"])
    func traps(signal: String) throws {
        let place = try filled()
        // It waits for the text when the signal comes.
        let outcome = try place.shell(
            """
            mkfifo "$HOME/text"; "$0" add - < "$HOME/text" & program=$!; exec 3> "$HOME/text"
            until [ -e /proc/$program/wchan ] && grep -q diarylog /proc/$program/comm; do sleep 0.01; done; sleep 0.2
            kill -$1 $program; wait $program; echo $?
            """, [try Place.program, signal])
        #expect(outcome.line == "5", "\(outcome.error)")
        #expect(
            outcome.error.contains("the program was stopped by damaged data, too little memory or a mistake of its own")
        )
        #expect(try place.run("list").text.split(separator: "\n").count == 20)
        #expect(try place.add("afterwards").utf8.count == 32)
    }

    @Test("rebuild mends a damaged meta record, too")
    func rebuild() throws {
        let place = try filled()
        try garbleMeta(place)
        #expect(try place.run("rebuild").code == 0)
        let list = try place.run("list")
        #expect(list.code == 0 && list.error == "")
        #expect(try place.run("undo").code == 0, "what was done before is still one's own")
    }

    @Test("a diary without CURRENT is a diary")
    func current() throws {
        let place = try filled()
        try FileSystem.removeFile(place.diary + "/CURRENT")
        #expect(try place.count() == 20)
        #expect(try place.run("add", "more").code == 0)
    }

    @Test("moved back and forth between two paths, it stays two devices, and undo goes back over both")
    func moved() throws {
        let place = try filled()
        for round in 0..<6 {
            let (from, to) =
                round % 2 == 0 ? (place.diary, place.path + "/other") : (place.path + "/other", place.diary)
            try FileSystem.rename(from: from, to: to)
            #expect(try place.run("add", "round \(round)", "--diary", to).code == 0)
        }
        let log = try place.run("log", "--limit", "100")
        #expect(log.text.split(separator: "\n").filter { $0.contains("device.begin") }.count == 2)
        for _ in 0..<6 { #expect(try place.run("undo").code == 0) }
        #expect(try place.count() == 20)
        #expect(try place.run("replay", "--verify").code == 0)
    }
}
