internal import DiaryEngine
internal import DiarylogArchives
internal import DiarylogHost
internal import EventStore
internal import Interchange

// `verify --repair` and `verify --salvage`: a mended diary is made beside the damaged one, which is only read.

/// Where the events come from that a damaged diary lacks: another diary's folder, or a log that was exported.
enum Donor {
    case diary(Diary)
    case log(ByteSource)

    init(_ path: String) throws {
        let kind = path == "-" ? .file : try FileSystem.kind(of: path)
        if kind == .directory {
            self = .diary(try Diary(at: path, patience: Session.patience))
        } else {
            self = .log(try TextInput.content(path, spoolingIn: [FileSystem.temporaryDirectory]))
        }
    }

    /// Those of some events that it has.
    func events(withIDs wanted: Set<Digest>) throws(EventStoreError) -> [Digest: PortableEvent] {
        switch self {
        case .diary(let diary): return try diary.events(withIDs: wanted)
        case .log(let content):
            var log = EventLog(content)
            var found: [Digest: PortableEvent] = [:]
            var number = 0
            while let record = try log.record(number) {
                number += 1
                guard case .event(let event) = record else { continue }
                let id = EventHeader.id(ofCanonical: event.header)
                if wanted.contains(id) { found[id] = event }
            }
            return found
        }
    }
}

extension Verify {
    /// Makes the mended diary, and says what became of it.
    func mend(in session: Session) throws {
        let old = try session.path()
        let path = into ?? Self.beside(old, salvage ? "salvaged" : "repaired")
        let folders = [old] + (repair.map { [$0] } ?? [])
        let donor = try repair.map { from in try Donor(from) }
        let context = try session.context()
        let give: (Set<Digest>) throws -> [Digest: PortableEvent] = { wanted in
            try donor?.events(withIDs: wanted) ?? [:]
        }
        var progress = ProgressReport(session)
        var salvaged: SalvageReport?
        let report: MendReport
        if salvage {
            let found = try Diary.salvage(
                old, into: path, in: context, allowingNetwork: Session.allowsNetwork, donor: give,
                filesFrom: folders
            ) { progress.show($0, of: $1) }
            (salvaged, report) = (found, found.mended)
        } else {
            let diary = try session.open(reportingDamage: false)
            report = try diary.mend(
                into: path, in: context, allowingNetwork: Session.allowsNetwork, donor: give, filesFrom: folders
            ) { progress.show($0, of: $1) }
        }
        progress.end()
        session.opened.noteNew()
        if session.isJSON {
            try session.write(Self.json(path, report, salvaged))
        } else {
            try session.write(path + "\n")
        }
        session.notify(.mended(path: path, events: report.events, healed: report.healed.count))
        if !report.kept.isEmpty { session.notify(.keptEntries(report.kept.map { OnScreen.shortID($0) })) }
        if !report.doubtful.isEmpty {
            session.notify(.doubtfulEntries(report.doubtful.map { OnScreen.shortID($0) }))
        }
        let missing = (report.holes + report.lost).sorted()
        let files = try lostAttachments(report.attachments, of: path)
        if !missing.isEmpty { throw Problem.notMended(path: path, missing) }
        if !files.isEmpty { throw Problem.attachmentsLost(files) }
    }

    /// The names of the attached files that were nowhere.
    private func lostAttachments(_ copied: AttachmentCopy, of path: String) throws -> [String] {
        if copied.lost.isEmpty { return [] }
        let mended = try Diary(at: path, patience: Session.patience, allowingNetwork: Session.allowsNetwork)
        return try mended.namedAttachments().filter { copied.lost.contains($0.file) }.map(AttachmentLines.name)
    }

    private static func beside(_ path: String, _ word: String) -> String {
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path + "-" + word
    }

    private static func json(_ path: String, _ report: MendReport, _ salvaged: SalvageReport?) -> JSONValue {
        [
            "diary": .text(path), "events": .number(report.events),
            "healed": .array(report.healed.map { .number($0.rawValue) }),
            "holes": .array(report.holes.map { .number($0.rawValue) }),
            "lost": .array(report.lost.map { .number($0.rawValue) }), "forgotten": .number(report.forgotten),
            "kept": .array(report.kept.map { .text($0.hexadecimal) }),
            "doubtful": .array(report.doubtful.map { .text($0.hexadecimal) }),
            "found": salvaged.map { .number($0.found) } ?? .null,
            "copies": salvaged.map { .number($0.copies) } ?? .null,
        ]
    }
}
