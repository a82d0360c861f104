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

    static func lockKeyToWriteDown(_ lines: [String]) -> Sentence {
        let key = lines.map { "    \($0)\n" }.joined()
        return Sentence(
            "This is the diary's key. Write it down and keep it safe: who has it can read the diary; without it and "
                + "without the passphrase nobody can.\n\n\(key)",
            "이것이 일기장의 열쇠입니다. 적어서 안전한 곳에 두세요. 이것이 있으면 일기장을 읽을 수 있고, 이것도 암호도 없으면 누구도 읽을 수 없습니다.\n\n\(key)")
    }
}
