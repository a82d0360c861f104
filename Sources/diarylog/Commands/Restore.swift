internal import ArgumentParser
internal import DiaryEngine
internal import DiaryModel

/// Brings deleted entries back.
struct Restore: DiaryCommand {
    static let configuration = CommandConfiguration(abstract: "Bring deleted entries back, with the ids they had.")

    @Argument(help: "Ids or beginnings of them.")
    var entries: [String]

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws(Problem) {
        try session.refuseMoment()
        let diary = try session.open()
        var orders: [EntryOrder] = []
        for reference in entries {
            let id = try session.entry(reference, in: diary).id
            if !orders.contains(where: { $0.entry == id }) { orders.append(EntryOrder(entry: id, command: .restore)) }
        }
        try session.perform(orders, as: .restore, in: diary) { .restored($0) }
    }
}
