import DiaryEngine
import EventStore
import Filler
import Host

/// `fill PATH EVENTS [SEED]` makes a diary of so many seeded events, to measure on.
@main
struct Fill {
    static func main() throws {
        let arguments = ProcessArguments.bytes().dropFirst().map { String(decoding: $0, as: UTF8.self) }
        guard arguments.count >= 2, let events = Int(arguments[1]) else {
            try StandardStream.error.write("usage: fill PATH EVENTS [SEED]\n")
            return
        }
        var filler = Filler(seed: arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : 1)
        var occasion = filler.occasion()
        try Diary.create(at: arguments[0], on: &occasion)
        try filler.fill(try Diary.open(at: arguments[0]), events: events)
    }
}
