internal import DiaryEngine
internal import DiarylogArguments
internal import DiarylogExchange
internal import DiarylogHost
internal import Interchange

// Looking through places that keep diaries, for whoever keeps them and reads no word.

struct SyncScrub: DiaryCommand {
    static let about = CommandWords(
        "sync scrub",
        abstract: Sentence("Look through any number of diaries on remotes, without a key.", "열쇠 없이 원격의 일기장을 모두 살핍니다."))

    @Argument("remote", help: .aRemote, completion: .folders)
    var remotes: [String]

    /// Needs no diary. Exit 5 with the names of what is wrong.
    func carryOut(in session: Session) throws {
        let spool = try FileSystem.makeTemporaryDirectory(in: FileSystem.temporaryDirectory, prefix: "diarylog-scrub-")
        defer { try? FileSystem.removeTree(spool) }
        var (diaries, count, findings): ([JSONValue], Int, Int) = ([], 0, 0)
        for word in remotes {
            guard let address = RemoteAddress(typed: word) else { throw Problem.badRemote(word) }
            try address.attempt {
                try Scrub(of: RemoteTree(at: address, spool: spool)).run { kept in
                    count += 1
                    findings += kept.findings.count
                    if session.isJSON {
                        diaries.append(kept.json(at: word))
                    } else {
                        try kept.write(at: word, session)
                    }
                }
            }
        }
        if session.isJSON { try session.write(["diaries": .array(diaries)]) }
        if count == 0 {
            throw Problem(
                .noDiaries, "no diary lies at \(remotes.joined(separator: ", "))",
                "\(remotes.joined(separator: ", "))에 일기장이 없습니다",
                hint: "Name the folder with the file diary-…, or one above it.", "diary-… 파일이 있는 폴더나 그 위의 폴더를 쓰세요.")
        }
        if findings > 0 {
            throw Problem(
                .scrub, "\(findings, "thing is not as it", "things are not as they") should be",
                "온전하지 않은 것이 \(findings)개 있습니다",
                hint:
                    "A device of the diary mends what it has: diarylog sync check --repair. Files that are not ours may be moved away.",
                "그 일기장의 기기에서 diarylog sync check --repair로 고칩니다. diarylog의 것이 아닌 파일은 옮겨도 됩니다.")
        }
    }
}

extension Scrub.Kept {
    /// Where it is, as a person types it.
    private func place(_ remote: String) -> String {
        root.isEmpty
            ? remote : (remote.hasSuffix("/") || remote.hasSuffix(":") ? remote : remote + "/") + root.dropLast()
    }

    /// A row of the table, and one for each finding.
    fileprivate func write(at remote: String, _ session: Session) throws {
        let changed = try changedAt.map { try session.columnTime(ClockReading(wall: $0 * 1_000_000, offset: 0)) } ?? "-"
        let figures = Sentence(
            "\(devices.count, "device", "devices"), \(objects, "object", "objects"), \(files, "file", "files"), \(keys, "key", "keys"), \(bytes) bytes",
            "기기 \(devices.count), 묶음 \(objects), 파일 \(files), 열쇠 \(keys), \(bytes)바이트")
        let row = [OnScreen.safe(place(remote)), diaries.joined(separator: ","), session.text(figures), changed]
        try session.write(row.joined(separator: session.column) + "\n")
        for finding in findings {
            let words = [session.text(.scrubFault(finding.fault)), OnScreen.safe(finding.subject)]
            try session.write("  " + words.joined(separator: session.column) + "\n")
        }
    }

    fileprivate func json(at remote: String) -> JSONValue {
        [
            "place": .text(place(remote)), "diaries": .array(diaries.map { .text($0) }), "keys": .number(keys),
            "devices": .number(devices.count), "objects": .number(objects), "files": .number(files),
            "bytes": .number(bytes),
            "changedAt": changedAt.map { EntryJSON.stamp(ClockReading(wall: $0 * 1_000_000, offset: 0)) } ?? .null,
            "findings": .array(
                findings.map { ["fault": .text($0.fault.rawValue), "subject": .text($0.subject)] }),
        ]
    }
}
