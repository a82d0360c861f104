internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import Interchange

/// The program under the name `jrnl-diarylog`: jrnl's command line over our diary.
///
/// The journal `default` is the diary that `diarylog` would take. A name that jrnl's settings or ours know is the diary
/// of that name. What is done is an operation like any other: `diarylog undo` takes it back.
struct JrnlCall {
    var arguments: JrnlArguments
    var jrnl: JrnlSettings
    /// Where jrnl's settings are, or would be.
    let settingsPath: String
    let journal: String
    let language: Language
    private let ours: Settings

    init(_ line: [String], _ ours: Settings, _ language: Language) throws {
        var arguments = try JrnlArguments(line)
        (self.ours, self.language) = (ours, language)
        let path = arguments.configFile ?? Self.usualSettings
        settingsPath = path
        guard arguments.task != .help, arguments.task != .version, arguments.task != .diagnostic else {
            (self.arguments, jrnl, journal) = (arguments, JrnlSettings(), Self.usualJournal)
            return
        }
        let bytes = try Self.settings(at: path, mustBe: arguments.configFile != nil)
        let names = try Self.read(bytes, of: Self.usualJournal, path).journals.keys
        let first = arguments.words.first.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }
        if let first,
            first == Self.usualJournal || (Settings.isName(first) && names.contains(first))
                || Self.isDiary(first, ours)
        {
            arguments.words.removeFirst()
            journal = first
        } else {
            journal = Self.usualJournal
        }
        jrnl = try Self.read(bytes, of: journal, path)
        for (key, value) in arguments.overrides { jrnl.override(key, by: value) }
        self.arguments = arguments
    }

    static let usualJournal = "default"

    private static var usualSettings: String {
        let home = Session.variable("HOME") ?? ""
        let new = (Session.variable("XDG_CONFIG_HOME") ?? home + "/.config") + "/jrnl/jrnl.yaml"
        let old = home + "/.jrnl_config"
        return (try? FileSystem.kind(of: new)) != .file && (try? FileSystem.kind(of: old)) == .file ? old : new
    }

    private static func settings(at path: String, mustBe: Bool) throws -> [UInt8]? {
        guard (try? FileSystem.kind(of: path)) == .file else {
            if mustBe { throw JrnlProblem.noSettings(path) }
            return nil
        }
        return try FileSystem.read(path, limit: 1 << 20)
    }

    private static func read(_ bytes: [UInt8]?, of journal: String, _ path: String) throws -> JrnlSettings {
        guard let bytes else { return JrnlSettings() }
        do throws(ParseProblem) { return try JrnlSettings(bytes, journal: journal) } catch {
            throw JrnlProblem.badSettings(path, line: error.line, found: OnScreen.safe(error.found))
        }
    }

    /// Whether one of our diaries has this name.
    private static func isDiary(_ name: String, _ ours: Settings) -> Bool {
        guard Settings.isName(name) else { return false }
        if ours.diaries[name] != nil { return true }
        guard let folder = try? Session.diariesFolder() else { return false }
        return Diary.exists(at: "\(folder)/\(name)")
    }

    /// The answer to what needs no diary; nil if something else was asked.
    var answer: String? {
        switch arguments.task {
        case .help: JrnlHelp.text(language)
        case .version, .diagnostic: Release.text(of: "jrnl-diarylog")
        default: nil
        }
    }

    /// The session of the journal's diary.
    func session(arguments raw: [[UInt8]], opened: OpenedDiary) throws -> Session {
        let words = journal == Self.usualJournal ? [] : ["--diary", journal]
        return Session(
            options: try GlobalOptions.parse(words), settings: ours, language: language, arguments: raw, opened: opened)
    }

    /// Does what was asked; whether that may have changed the diary.
    func carryOut(in session: Session) throws -> Bool {
        switch arguments.task {
        case .list:
            try list(session)
            return false
        case .importing:
            if let format = arguments.format { throw JrnlProblem.cannotImport(format) }
            try Import.parse(["--format", "jrnl", "--", arguments.file ?? "-"]).carryOut(in: session)
            return true
        case .encrypting, .decrypting: throw JrnlProblem.noEncryption
        case .help, .version, .diagnostic, nil: break
        }
        if arguments.writes(tagSigns: jrnl.tagSigns) {
            try compose(session)
            return true
        }
        if arguments.changesEntries { return try change(session) }
        try show(session)
        return false
    }
}
