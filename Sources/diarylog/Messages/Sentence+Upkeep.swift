internal import DiaryEngine

// What is said of writing a diary's file anew, of forgetting and of locking.

extension Sentence {
    static func compacted(before: Int, after: Int, followed: UInt64, heldMilliseconds held: Int64) -> Sentence {
        Sentence(
            "the file had \(bytes: before) and has \(bytes: after) now, \(bytes: max(0, before - after)) "
                + "less; writers waited \(held) ms"
                + (followed > 0 ? ", \(followed, "event", "events") came meanwhile" : ""),
            "파일이 \(bytes: before)에서 \("\(bytes: after)", .by) \(bytes: max(0, before - after)) 줄었습니다. "
                + "쓰는 쪽은 \(held)밀리초 기다렸습니다" + (followed > 0 ? ". 그사이 변경 \(followed)건이 왔습니다" : ""))
    }

    static func willForget(id: String, _ plan: ForgettingPlan) -> Sentence {
        let title = plan.title.map { " (\(OnScreen.short($0)))" } ?? ""
        let snapshots = plan.snapshots > 0
        let backups = plan.backups.joined(separator: ", ")
        return Sentence(
            "entry \(id)\(title) would be gone for ever: \(plan.events, "version", "versions") (\(bytes: plan.bytes))"
                + (snapshots ? "; \(plan.snapshots, "snapshot goes", "snapshots go"), and come back by themselves" : "")
                + (plan.drafts > 0 ? "; \(plan.drafts, "draft goes", "drafts go") with it" : "")
                + (backups.isEmpty ? "" : ". Backups that still have it: \(backups)"),
            "일기 \(id)\(title)의 변경 \(plan.events)건이 쓴 내용(\(bytes: plan.bytes))이 영구 삭제됩니다"
                + (snapshots ? ". 스냅숏 \(plan.snapshots)개도 사라지고 나중에 저절로 생깁니다" : "")
                + (plan.drafts > 0 ? ". 이 일기의 초안 \(plan.drafts)개도 사라집니다" : "")
                + (backups.isEmpty ? "" : ". 이 백업에는 그대로 남습니다: \(backups)"))
    }

    static func cannotPromise(backups: [String], processes: [Int32]) -> Sentence {
        let numbers = processes.map { "\($0)" }.joined(separator: ", ")
        let places = backups.joined(separator: ", ")
        return Sentence(
            "what remains is not in the diary's hands: blocks that the disk has freed, snapshots of the file system, "
                + "exports, other devices and backups" + (places.isEmpty ? "" : " (\(places))")
                + (numbers.isEmpty ? "" : "; processes that have the old file open until they end: \(numbers)"),
            "디스크가 비운 자리, 파일 시스템의 스냅숏, 내보낸 파일, 다른 기기와 백업\(places.isEmpty ? "" : " (\(places))")"
                + "은 일기장이 어찌할 수 없습니다" + (numbers.isEmpty ? "" : ". 끝날 때까지 옛 파일을 열어 둔 프로세스: \(numbers)"))
    }

    /// Entries that events are lost of, and that show in the mended diary what they showed.
    static func keptEntries(_ ids: [String]) -> Sentence {
        Sentence(
            "\(ids.count, "entry shows", "entries show") what the damaged diary showed, though earlier events are lost; "
                + "a new event says it: \(ids.joined(separator: ", "))",
            "변경을 잃었어도 손상된 일기장에서 보이던 대로인 일기가 \(ids.count)편 있습니다. 새 변경으로 적어 두었습니다: \(ids.joined(separator: ", "))")
    }

    static func lockKeyToWriteDown(_ lines: [String]) -> Sentence {
        let key = lines.map { "    \($0)\n" }.joined()
        return Sentence(
            "This is the diary's key. Write it down and keep it safe: who has it can read the diary; without it and "
                + "without the passphrase nobody can.\n\n\(key)",
            "이것이 일기장의 열쇠입니다. 적어서 안전한 곳에 두세요. 이것이 있으면 일기장을 읽을 수 있고, 이것도 암호도 없으면 누구도 읽을 수 없습니다.\n\n\(key)")
    }
}
