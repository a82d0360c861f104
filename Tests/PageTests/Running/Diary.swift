import DiaryEngine
import DiarylogFiller
import DiarylogHost
import Foundation

/// A diary of one test, in memory where there is such a place, gone when the test is; changed from outside by the
/// program `diarylog`, as any other process would.
final class Diary: Sendable {
    let folder: String
    private let surroundings: String

    /// The sample diary, made once by its script and then copied.
    private static let template = Result {
        let folder = parent + "/diarylog-sample-\(getpid())"
        let script = Programs.project.appending(path: "Docs/Examples/sample.sh").path
        try Programs.run("/bin/bash", [script, Programs.path("diarylog"), folder])
        atexit { try? FileManager.default.removeItem(atPath: Diary.parent + "/diarylog-sample-\(getpid())") }
        return folder
    }

    private static let parent =
        FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()

    private init(from other: String?, in place: String = parent) throws {
        // The page calls a diary by its folder's name.
        surroundings = place + "/diarylog-page-\(UUID().uuidString)"
        folder = surroundings + "/diary"
        try FileManager.default.createDirectory(atPath: surroundings, withIntermediateDirectories: true)
        if let other { try FileManager.default.copyItem(atPath: other, toPath: folder) }
    }

    deinit { try? FileManager.default.removeItem(atPath: surroundings) }

    /// The sample diary: 21 entries in Korean and English over six weeks.
    static func sample(in place: String = parent) throws -> Diary { try Diary(from: template.get(), in: place) }

    /// Encrypts it as the first lock does; the file with the key as it is written down.
    func encrypt() throws -> String {
        let key = [UInt8](repeating: 7, count: FolderEncryption.keySize)
        let name = try FolderEncryption.add(key, at: surroundings)
        try DiaryEngine.Diary(at: folder).changeFolder { try FolderEncryption.encrypt($0, by: name) }
        // Without a key file another program would have encrypted it.
        try FileSystem.write([UInt8]().span, to: folder + ".key.age")
        try FileSystem.write(Array(String(repeating: "07", count: key.count).utf8).span, to: surroundings + "/paper")
        return surroundings + "/paper"
    }

    /// A diary without entries, on a device of this name.
    static func empty(on device: String? = nil) throws -> Diary {
        let diary = try Diary(from: nil)
        if let device { try diary.call(device) }
        try diary.run("engine", "init")
        return diary
    }

    /// A diary of so many events, in Korean and English, the same each time.
    static func filled(_ events: Int) throws -> Diary {
        let diary = try empty()
        // Where the time counts, by the program that was built for it.
        if let program = ProcessInfo.processInfo.environment["DIARYLOG_FILL"] {
            try Programs.run(program, [diary.folder, String(events), "7"])
            return diary
        }
        var filler = Filler(seed: 7)
        try filler.fill(DiaryEngine.Diary(at: diary.folder), events: events)
        return diary
    }

    /// Another device's copy of it, as it stands.
    func copy(on device: String? = nil) throws -> Diary {
        let copy = try Diary(from: folder)
        if let device { try copy.call(device) }
        return copy
    }

    /// Takes over what another copy wrote.
    func take(_ other: Diary) throws {
        let log = surroundings + "/events"
        try other.run("export", "--events").write(toFile: log, atomically: true, encoding: .utf8)
        try run("import", log)
    }

    /// Where programs keep what they know of it besides.
    var state: String { surroundings + "/state" }

    /// Where its commands and its server find their settings.
    var settings: String { surroundings + "/settings" }

    /// The folder through which its exchange goes.
    var cloud: String { surroundings + "/cloud" }

    /// Begins an exchange through a folder; the other device, of this name.
    func exchange(with other: String) throws -> Diary {
        let key = surroundings + "/key"
        try Programs.run("/usr/bin/age-keygen", ["-o", key])
        try run("sync", "init", cloud, "--key", key)
        let phone = try Diary(from: nil)
        try phone.call(other)
        try phone.run("sync", "join", cloud, phone.folder, "--key", key)
        return phone
    }

    /// Names the device, before it has written anything; it exchanges when it is told to.
    private func call(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: surroundings + "/settings/diarylog", withIntermediateDirectories: true)
        try "sync.name = \(name)\nsync.auto = no\n".write(
            toFile: surroundings + "/settings/diarylog/config", atomically: true, encoding: .utf8)
    }

    private var environment: [String: String] {
        ["DIARYLOG_DIARY": folder, "XDG_CONFIG_HOME": settings]
    }

    /// Runs a command of `diarylog` on it; what it wrote.
    @discardableResult
    func run(_ arguments: String..., at moment: String? = nil) throws -> String {
        let clock = moment.map { ["DIARYLOG_NOW": $0] } ?? [:]
        return try Programs.run(Programs.path("diarylog"), arguments, environment: environment.merging(clock) { $1 })
    }

    func json(_ arguments: String...) throws -> Value {
        Value(
            json: try Programs.run(Programs.path("diarylog"), arguments + ["--json"], environment: environment).utf8)
    }

    /// The titles of the list, newest first.
    var titles: [String] {
        get throws {
            try run("list", "--limit", "500").split(separator: "\n")
                .map { String($0.split(separator: "\t", omittingEmptySubsequences: false).last ?? "") }
        }
    }

    /// The id of the oldest entry.
    var oldest: String {
        get throws { String(try run("list", "--reverse", "--limit", "1").prefix { $0 != "\t" }) }
    }

    /// The id of the entry with a title.
    func id(_ title: String) throws -> String {
        let lines = try run("list", "--limit", "500").split(separator: "\n").map { $0.split(separator: "\t") }
        guard let line = lines.first(where: { $0.last.map(String.init) == title }), let id = line.first else {
            throw Programs.Failed(description: "no entry \(title)")
        }
        return String(id)
    }

    /// The text of an entry as it is kept.
    func text(_ reference: String) throws -> String { try run("share", reference, "--format", "txt") }

    /// How many events there are of entries: a copy on this device begins with an event of its own.
    var events: Int {
        get throws {
            try json("log", "--limit", "500")["events"].array.filter { $0["kind"].string.hasPrefix("entry.") }.count
        }
    }

    /// The drafts that wait.
    var drafts: [Value] { get throws { try json("draft", "list")["drafts"].array } }
}
