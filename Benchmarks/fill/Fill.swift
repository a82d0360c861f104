import DiaryEngine
import DiarylogFiller
import DiarylogHost
import EventStore

/// Makes a diary of seeded events, to measure on.
@main
struct Fill {
    private static let usage = """
        usage: fill PATH EVENTS [SEED] [SHAPE]

        SHAPE is usual, reversed, shuffled or future (how entries are dated), single (one entry, edited EVENTS times),
        or undone (EVENTS entries imported at once and taken back). A diary that is there already is filled further.
        """

    static func main() throws {
        let arguments = ProcessArguments.bytes().dropFirst().map { String(decoding: $0, as: UTF8.self) }
        guard arguments.count >= 2, let events = Int(arguments[1]) else {
            return try StandardStream.error.write(usage + "\n")
        }
        let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : 1
        let shape = arguments.count > 3 ? arguments[3] : "usual"
        var filler = Filler(seed: seed, shape: Filler.Shape(rawValue: shape) ?? .usual)
        var context = filler.context()
        if try FileSystem.kind(of: arguments[0]) == .missing { try Diary.create(at: arguments[0], in: &context) }
        let diary = try Diary(at: arguments[0])
        if shape == "undone" {
            try filler.importAndUndo(diary, entries: events)
        } else {
            try filler.fill(diary, events: events)
        }
    }
}
