internal import Arguments
internal import DiaryEngine
internal import EventStore
internal import Interchange

/// Makes a diary.
struct Init: DiaryCommand {
    static let about = CommandWords(
        "init", abstract: "Make a diary, or the same diary again from its exported log.",
        discussion: "Refuses to touch anything that is not an empty place.")

    @Argument("path", help: "Where; without it, as --diary.", completion: .folders)
    var path: String?

    @Option(
        "from-events", value: "file", help: "A log written by `export --events`, or - for standard input.",
        completion: .files)
    var fromEvents: String?

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        try session.refuseMoment()
        let path: String
        if let given = self.path { path = given } else { path = try session.path() }
        var context = try session.context()
        var made = AdoptedLog()
        if let fromEvents {
            let content = try TextInput.content(fromEvents, spoolingIn: Import.spoolFolders(for: path))
            made = try session.make(path, from: content, in: context)
        } else {
            try Diary.create(at: path, in: &context, allowingNetwork: Session.allowsNetwork)
            session.opened.noteNew()
            session.say(.made(path: path))
            made.events = 1
        }
        if session.isJSON { try session.write(["diary": .text(path), "events": .number(made.events)]) }
        if !made.holes.isEmpty { throw Problem.holesKept(made.holes) }
    }
}
