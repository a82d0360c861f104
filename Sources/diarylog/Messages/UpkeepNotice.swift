/// What is said of copying a diary, and of writing its file anew.
package enum UpkeepNotice: Equatable, Sendable {
    case backedUp(path: String, events: UInt64, bytes: Int)
    /// `--every`: the diary has not changed since the last backup.
    case nothingNew
    case compacted(before: Int, after: Int, followed: UInt64, heldMilliseconds: Int64)

    package static let samples: [UpkeepNotice] = [
        .backedUp(path: "x", events: 1, bytes: 1), .nothingNew,
        .compacted(before: 2, after: 1, followed: 1, heldMilliseconds: 1),
    ]

    package var sentence: Sentence {
        switch self {
        case .backedUp(let path, let events, let bytes):
            Sentence(
                "backed up \(events) events (\(Self.size(bytes))) to \(path), and proved each of them there",
                "사건 \(events)개(\(Self.size(bytes)))를 \(path)에 백업하고, 그곳에서 하나하나 확인했습니다")
        case .nothingNew:
            Sentence("nothing has changed since the last backup", "지난 백업 뒤로 바뀐 것이 없습니다")
        case .compacted(let before, let after, let followed, let held):
            Sentence(
                "the file had \(Self.size(before)) and has \(Self.size(after)) now, \(Self.size(max(0, before - after))) "
                    + "less; writers waited \(held) ms"
                    + (followed > 0 ? ", \(followed) events came meanwhile" : ""),
                "파일이 \(Self.size(before))에서 \(Self.size(after))(으)로 \(Self.size(max(0, before - after))) 줄었습니다. "
                    + "쓰는 쪽은 \(held)밀리초 기다렸습니다" + (followed > 0 ? ". 그사이 사건 \(followed)개가 왔습니다" : ""))
        }
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
