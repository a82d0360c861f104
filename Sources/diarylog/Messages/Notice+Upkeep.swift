// What is said of copying a diary, and of writing its file anew.

extension Notice {
    static func backedUp(path: String, events: UInt64, bytes: Int) -> Notice {
        Notice(
            "backed up \(events, "event", "events") (\(size(bytes))) to \(path), and proved each of them there",
            "변경 \(events)건(\(size(bytes)))를 \(path)에 백업하고, 그곳에서 하나하나 확인했습니다")
    }

    /// A process that reads an old state, and so keeps room from being used again.
    static func slowReader(process: Int32, bytes: Int) -> Notice {
        Notice(
            "process \(process) has been reading for long, and keeps \(size(bytes)) of the file from being used "
                + "again: the file grows until it goes on or ends",
            "프로세스 \(process, .subject) 오래 읽고 있어 파일의 \(size(bytes), .object) 다시 쓰지 못합니다. 그것이 이어 가거나 끝날 때까지 파일이 커집니다")
    }

    /// `--every`: the diary has not changed since the last backup.
    static let nothingNew = Notice("nothing has changed since the last backup", "지난 백업 뒤로 바뀐 것이 없습니다")

    static func compacted(before: Int, after: Int, followed: UInt64, heldMilliseconds held: Int64) -> Notice {
        Notice(
            "the file had \(size(before)) and has \(size(after)) now, \(size(max(0, before - after))) "
                + "less; writers waited \(held) ms"
                + (followed > 0 ? ", \(followed, "event", "events") came meanwhile" : ""),
            "파일이 \(size(before))에서 \(size(after), .by) \(size(max(0, before - after))) 줄었습니다. "
                + "쓰는 쪽은 \(held)밀리초 기다렸습니다" + (followed > 0 ? ". 그사이 변경 \(followed)건이 왔습니다" : ""))
    }

    static func willForget(id: String, _ plan: ForgettingWords) -> Notice {
        let title = plan.title.map { " (\($0))" } ?? ""
        let snapshots = plan.snapshots > 0
        let backups = plan.backups.joined(separator: ", ")
        return Notice(
            "entry \(id)\(title) would be gone for ever: \(plan.events, "version", "versions") (\(size(plan.bytes)))"
                + (snapshots ? "; \(plan.snapshots, "snapshot goes", "snapshots go"), and come back by themselves" : "")
                + (plan.drafts > 0 ? "; \(plan.drafts, "draft goes", "drafts go") with it" : "")
                + (backups.isEmpty ? "" : ". Backups that still have it: \(backups)"),
            "일기 \(id)\(title)의 변경 \(plan.events)건이 쓴 내용(\(size(plan.bytes)))을 영구 삭제됩니다"
                + (snapshots ? ". 스냅숏 \(plan.snapshots)개도 사라지고 나중에 저절로 생깁니다" : "")
                + (plan.drafts > 0 ? ". 이 일기의 초안 \(plan.drafts)개도 사라집니다" : "")
                + (backups.isEmpty ? "" : ". 이 백업에는 그대로 남습니다: \(backups)"))
    }

    static func askForget(id: String) -> Notice {
        Notice("forget entry \(id) for ever? [y/N] ", "일기 \(id, .object) 영구 삭제할까요? [y/N] ")
    }

    static let nothingForgotten = Notice("nothing was forgotten", "아무것도 영구 삭제하지 않았습니다")

    static func forgot(id: String) -> Notice {
        Notice(
            "forgot entry \(id): the diary's files have been written without what it said",
            "일기 \(id, .object) 잊었습니다. 일기장 파일을 그 일기가 하던 말 없이 새로 썼습니다")
    }

    static func cannotPromise(backups: [String], processes: [Int32]) -> Notice {
        let numbers = processes.map { "\($0)" }.joined(separator: ", ")
        let places = backups.joined(separator: ", ")
        return Notice(
            "what remains is not in the diary's hands: blocks that the disk has freed, snapshots of the file system, "
                + "exports, other devices and backups" + (places.isEmpty ? "" : " (\(places))")
                + (numbers.isEmpty ? "" : "; processes that have the old file open until they end: \(numbers)"),
            "디스크가 비운 자리, 파일 시스템의 스냅숏, 내보낸 파일, 다른 기기와 백업\(places.isEmpty ? "" : " (\(places))")"
                + "은 일기장이 어찌할 수 없습니다" + (numbers.isEmpty ? "" : ". 끝날 때까지 옛 파일을 열어 둔 프로세스: \(numbers)"))
    }

    /// Entries that events are lost of, and that show in the mended diary what they showed.
    static func keptEntries(_ ids: [String]) -> Notice {
        Notice(
            "\(ids.count, "entry shows", "entries show") what the damaged diary showed, though earlier events are lost; "
                + "a new event says it: \(ids.joined(separator: ", "))",
            "변경을 잃었어도 손상된 일기장에서 보이던 대로인 일기가 \(ids.count)편 있습니다. 새 변경으로 적어 두었습니다: \(ids.joined(separator: ", "))")
    }

    /// Entries that may show something old in the mended diary, or are gone.
    static func doubtfulEntries(_ ids: [String]) -> Notice {
        Notice(
            "\(ids.count, "entry", "entries") may show an old text or none, because events are lost: "
                + "\(ids.joined(separator: ", ")). Each answer that shows them says so until they are written anew.",
            "변경을 잃어 옛 글이 보이거나 보이지 않을 수 있는 일기가 \(ids.count)편 있습니다: \(ids.joined(separator: ", ")). 다시 쓸 때까지 볼 때마다 알려 줍니다."
        )
    }

    /// A number of bytes for people: `12.3 MB`.
    static func size(_ bytes: Int) -> String {
        for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "KB")] where bytes >= unit {
            let tenths = (bytes + unit / 20) / (unit / 10)
            return "\(tenths / 10).\(tenths % 10) \(name)"
        }
        return "\(bytes) B"
    }
}

/// What is said of a plan to forget an entry.
struct ForgettingWords: Equatable, Sendable {
    var title: String?
    var events: Int
    var bytes: Int
    var snapshots: Int
    var drafts: Int
    var backups: [String]
}
