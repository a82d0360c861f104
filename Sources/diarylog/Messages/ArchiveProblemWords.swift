internal import DiarylogArchives
internal import DiarylogWords

// What is said of archives that are not read.

extension ArchiveProblem {
    /// What is wrong, as it is said after the archive's name.
    var words: Sentence {
        switch self {
        case .system: Sentence("it cannot be read", "읽을 수 없습니다")
        case .notAnArchive:
            Sentence(
                "it is not an archive, or its end is missing: fetch it again", "압축 파일이 아니거나 끝이 없습니다. 다시 받아 보세요")
        case .endsEarly: Sentence("it ends in the middle", "중간에 끝납니다")
        case .severalParts:
            Sentence(
                "it is one of several parts: put them together first (zip -s 0 NAME.zip --out whole.zip)",
                "여러 조각으로 나뉜 것의 하나입니다. 먼저 하나로 합쳐 주세요(zip -s 0 이름.zip --out whole.zip)")
        case .damaged(nil): Sentence("it is damaged", "손상되었습니다")
        case .damaged(let name?), .checksum(let name):
            Sentence("\"\(name)\" in it is damaged", "안의 \(quoted: name, .subject) 손상되었습니다")
        case .tooMany(let count): Sentence("it has \(count) files, which is too many", "파일이 \(count)개로, 너무 많습니다")
        case .tooLarge("", let most):
            Sentence(
                "it has more than \(bytes: most), as it is or unfolded", "그대로든 풀어서든 \(bytes: most)보다 깁니다")
        case .tooLarge(let name, let most):
            Sentence(
                "with \"\(name)\" it unfolds to more than \(most) bytes", "\(quoted: name, .object) 풀면 \(most)바이트가 넘습니다"
            )
        case .bomb(""): Sentence("it unfolds to hundreds of times its size", "풀면 수백 배로 커집니다")
        case .bomb(let name):
            Sentence(
                "\"\(name)\" in it unfolds to hundreds of times its size", "안의 \(quoted: name, .topic) 풀면 수백 배로 커집니다")
        case .unsafeName(let name):
            Sentence("the name \"\(name)\" in it leads out of it", "안의 이름 \(quoted: name, .topic) 압축 파일 밖을 가리킵니다")
        case .nameTwice(let name):
            Sentence(
                "\"\(name)\" stands in it twice, and the later one counts",
                "\(quoted: name, .subject) 두 번 들어 있어, 나중 것을 씁니다")
        case .link(let name): Sentence("\"\(name)\" in it is a link", "안의 \(quoted: name, .topic) 링크입니다")
        case .notAFile(let name):
            Sentence("\"\(name)\" in it is neither a file nor a folder", "안의 \(quoted: name, .topic) 파일도 폴더도 아닙니다")
        case .encrypted(let name):
            Sentence(
                "\"\(name)\" in it is encrypted: unpack it first", "안의 \(quoted: name, .topic) 암호로 잠겼습니다. 먼저 풀어 주세요")
        case .method(let name, let number):
            Sentence(
                "\"\(name)\" in it is compressed by method \(number), which is not read here: unpack it first",
                "안의 \(quoted: name, .topic) 여기서 읽지 못하는 방식(\(number)번)으로 압축되었습니다. 먼저 풀어 주세요")
        }
    }
}
