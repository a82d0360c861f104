/// `serve`: becoming the program that shows the page.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) final class ServeTests: InSandbox {
    /// The program with nothing beside it: where it was built, the page's own program may lie.
    private func alone(in sandbox: Sandbox) throws -> String {
        let path = sandbox.path + "/bin/diarylog"
        _ = try sandbox.shell("mkdir \"${1%/*}\" && cp \"$0\" \"$1\"", [Sandbox.program, path])
        return path
    }

    /// Puts a program in the place of `diarylog-web` that says what it was given.
    private func pretend(in sandbox: Sandbox) throws -> String {
        let script = "#!/bin/sh\nfor word; do echo \"$word\"; done\necho $$ \"TZ=$TZ\"\n"
        try FileSystem.write(Array(script.utf8).span, to: sandbox.path + "/diarylog-web", sync: false)
        _ = try sandbox.shell("chmod +x \"$0\"", [sandbox.path + "/diarylog-web"])
        return "/usr/bin:/bin:" + sandbox.path
    }

    @Test func `serve becomes the page's program, in the same process, with the diary that the options name`() throws {
        _ = try sandbox.add("one")
        let path = try pretend(in: sandbox)
        let outcome = try sandbox.shell(
            "\"$0\" serve --port 8123 --read-only --open --new-token & wait $!; echo $!", [alone(in: sandbox)],
            environment: ["PATH": path, "TZ": "Asia/Seoul"])
        let lines = outcome.text.split(separator: "\n").map(String.init)
        try #require(lines.count > 3)
        #expect(
            lines.dropLast(2) == [
                "--diary", sandbox.diary, "--lang", "en", "--port", "8123", "--new-token", "--open", "--read-only",
            ])
        #expect(lines[lines.count - 2] == "\(lines[lines.count - 1]) TZ=Asia/Seoul")
        let socket = try sandbox.shell(
            "\"$0\" serve --socket s --lang ko", [sandbox.path + "/bin/diarylog"], environment: ["PATH": path])
        #expect(socket.text.hasPrefix("--diary\n\(sandbox.diary)\n--lang\nko\n--socket\ns\n"))
    }

    @Test func `serve says how to have the page's program, and what it cannot show`() throws {
        try sandbox.run("serve").ends(2)
        _ = try sandbox.add("one")
        let program = try alone(in: sandbox)
        try sandbox.shell("\"$0\" serve", [program]).ends(2, saying: "make install")
        let path = try pretend(in: sandbox)
        try sandbox.run(["serve", "--at", "e1"], environment: ["PATH": path]).ends(2)
        try sandbox.run(["serve", "--port", "1", "--socket", "s"], environment: ["PATH": path]).ends(2)
        _ = try sandbox.shell("chmod -x \"$0\"", [sandbox.path + "/diarylog-web"])
        let forbidden = try sandbox.shell("\"$0\" serve", [program], environment: ["PATH": path])
        #expect(forbidden.code != 0 && forbidden.error.contains("diarylog-web"))
    }
}
