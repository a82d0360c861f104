/// Running the built program in a folder of its own, and what came of it.

import DiarylogHost
import DiarylogTestSupport
import Glibc
import Interchange
import Testing

/// What one run left: its exit code and all it wrote.
struct Outcome: CustomStringConvertible {
    let words: [String]
    let code: Int32
    let output: [UInt8]
    let error: String

    var text: String { String(decoding: output, as: UTF8.self) }
    /// The output without its last line end.
    var line: String { text.hasSuffix("\n") ? String(text.dropLast()) : text }

    /// The lines that a terminal got.
    var rows: [String] { text.split(separator: Character("\r\n")).map(String.init) }

    /// The lines that a pipe got.
    var lines: [Substring] { text.split(separator: "\n") }

    /// The output as one JSON document.
    func json() throws -> JSONValue { try jsonDocument(output) }

    /// Each line of the output as a JSON document.
    func documents() throws -> [JSONValue] { try lines.map { try jsonDocument(Array($0.utf8)) } }

    /// What went to standard error, as one JSON document.
    func problem() throws -> JSONValue { try jsonDocument(Array(error.utf8)) }

    var description: String { "\(words) ended with \(code)\n\(text.prefix(4000))\(error.prefix(4000))" }

    /// Expects that it ended so, that standard error says these words and not those, and that these were printed.
    @discardableResult
    func ends(
        _ wanted: some BinaryInteger, saying said: String..., without others: String..., printing printed: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Outcome {
        #expect(code == wanted, "\(self)", sourceLocation: sourceLocation)
        for words in said { #expect(error.contains(words), "\(self)", sourceLocation: sourceLocation) }
        for words in others { #expect(!error.contains(words), "\(self)", sourceLocation: sourceLocation) }
        for words in printed { #expect(text.contains(words), "\(self)", sourceLocation: sourceLocation) }
        return self
    }
}

/// The one JSON document that some bytes are.
func jsonDocument(_ bytes: [UInt8]) throws -> JSONValue {
    var reader = try JSONReader(bytes)
    let value = try reader.value()
    let isWhole = reader.isAtEnd()
    #expect(isWhole)
    return value
}

extension JSONValue {
    /// The elements of an array; none if it is anything else.
    var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
}

/// Tests of the program, each in a place of its own.
class InSandbox {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }
}

/// A place for diaries in memory, gone when the test is, and the program run against it.
final class Sandbox: Sendable {
    private let folder: Folder
    var path: String { folder.path }
    var diary: String { folder("diary") }

    init() throws { folder = try Folder() }

    /// The built program: it lies beside the test runner.
    static var program: String {
        get throws {
            let runner = try FileSystem.canonicalPath("/proc/self/exe")
            for folder in [FileSystem.parent(of: runner), FileSystem.parent(of: FileSystem.parent(of: runner))] {
                if try FileSystem.kind(of: folder + "/diarylog") == .file { return folder + "/diarylog" }
            }
            // The runner may be the toolchain's helper: then the test bundle's own path says where.
            for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
                let folder = FileSystem.parent(of: argument)
                if try FileSystem.kind(of: folder + "/diarylog") == .file { return folder + "/diarylog" }
            }
            throw SystemError(code: 2, call: "stat", path: "diarylog")
        }
    }

    /// Runs the program in an environment of its own: UTC, English, no diary but this one, and patience for a busy one.
    func run(
        _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> Outcome {
        try start([try Self.program] + arguments, input, environment, as: arguments)
    }

    func run(_ arguments: String..., input: [UInt8] = []) throws -> Outcome { try run(arguments, input: input) }

    /// Runs a line of bash with `$0`, `$1`… as given, in the same environment; `until_true 'condition'` waits in it.
    func shell(
        _ script: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> Outcome {
        let words = ["bash", "-c", untilTrue + moments + script] + arguments
        return try start(words, input, environment, as: [script] + arguments)
    }

    private func start(
        _ words: [String], _ input: [UInt8], _ environment: [String: String], as told: [String]
    ) throws -> Outcome {
        let box = try FileSystem.makeTemporaryDirectory(in: path, prefix: "run-")
        defer { try? FileSystem.removeTree(box) }
        try FileSystem.write(input.span, to: box + "/in", sync: false)
        let settings = [
            "PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8", "TZ": "UTC", "HOME": path,
            "DIARYLOG_DIARY": diary, "DIARYLOG_PATIENCE": "120000", "TMPDIR": path, "BOX": box,
        ].merging(environment) { $1 }
        let code = try Child.run(
            words, environment: settings,
            streams: Child.Streams(input: box + "/in", output: box + "/out", error: box + "/err"))
        return Outcome(
            words: told, code: code, output: try FileSystem.read(box + "/out"),
            error: String(decoding: try FileSystem.read(box + "/err"), as: UTF8.self))
    }

    /// Runs a line of bash, whose `$0` is the program and whose `$1` is `word`, where something is not mounted; nil,
    /// said aloud, where that cannot be.
    func without(_ place: String, _ line: String, _ word: String) throws -> Outcome? {
        let script = """
            unshare -m true 2> /dev/null || exit 77
            exec unshare -m bash -c '\(untilTrue)mount -t tmpfs none \(place) && \(line)' "$0" "$1"
            """
        let outcome = try shell(script, [try Self.program, word])
        if outcome.code != 77 { return outcome }
        print("skipped: this user may not make a mount namespace")
        return nil
    }

    /// Runs the program on a terminal of 24 lines; nil, said aloud, where none can be had here.
    func onTerminal(
        _ arguments: String, columns: Int = 80, environment: [String: String] = [:], typing: String = ""
    ) throws -> Outcome? {
        guard try FileSystem.kind(of: "/usr/bin/script") == .file else {
            print("skipped: no script(1) to make a terminal with")
            return nil
        }
        let line = "script -qec \"stty rows 24 cols \(columns); '\(try Self.program)' \(arguments)\" /dev/null"
        return try shell(
            line, [], input: Array(typing.utf8), environment: ["TERM": "xterm"].merging(environment) { $1 })
    }

    /// A disk of a megabyte in memory, which only root can mount; nil, said aloud, where it cannot be.
    func mountSmallDisk() throws -> String? {
        let disk = path + "/disk"
        try FileSystem.makeDirectory(disk)
        if geteuid() == 0, try shell("mount -t tmpfs -o size=1m none \"$0\"", [disk]).code == 0 { return disk }
        print("skipped: no small disk can be mounted here")
        return nil
    }

    func unmount(_ disk: String) { _ = try? shell("umount -l \"$0\"", [disk]) }

    /// Adds an entry and gives its id.
    func add(_ text: String, _ more: String...) throws -> String {
        let outcome = try run(["add", "-"] + more, input: Array(text.utf8)).ends(0)
        return outcome.line
    }

    /// How many entries the list shows.
    func count() throws -> Int { try run("list").text.split(separator: "\n").count }

    /// Writes a file in the place, in a folder below it if its name says so; returns its path.
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = path + "/" + name
        try FileSystem.makeDirectory(FileSystem.parent(of: path), withParents: true)
        try FileSystem.write(bytes.span, to: path, sync: false)
        return path
    }
}

extension Sandbox {
    /// Flips two bits, since one alone could be put right, wherever the diary's file holds a text; so far behind its
    /// beginning.
    func damage(_ text: String, at offset: Int = 0) throws {
        let file = diary + "/log-000001.mdb"
        var bytes = try FileSystem.read(file)
        let wanted = Array(text.utf8)
        let places = bytes.indices.dropLast(wanted.count + offset).filter {
            bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted)
        }
        #expect(!places.isEmpty)
        for place in places { bytes[place + offset] ^= 3 }
        try FileSystem.write(bytes.span, to: file)
    }
}

/// The names of an object's members.
func names(_ value: JSONValue?) -> [String] {
    guard case .object(let members)? = value else { return [] }
    return members.map(\.name)
}

extension Sandbox {
    /// Writes a file below the home, in the place of one that is there.
    func write(_ text: String, to name: String) throws {
        if try FileSystem.kind(of: path + "/" + name) == .file { try FileSystem.removeFile(path + "/" + name) }
        try FileSystem.write(Array(text.utf8).span, to: path + "/" + name, sync: false)
    }

    /// The text of a file below the home.
    func file(_ name: String) throws -> String {
        String(decoding: try FileSystem.read(path + "/" + name), as: UTF8.self)
    }
}
