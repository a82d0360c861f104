internal import DiarylogHost
internal import EventStore

/// The key that a locked diary is encrypted by: 64 bytes of chance, which lie beside it under a passphrase.
///
/// age asks for the passphrase itself, on the terminal; the key goes to it and comes from it through a pipe, so that it
/// is never in a file in clear.
struct FolderKey: Equatable {
    let bytes: [UInt8]

    /// Draws a new one.
    static func draw() throws(SystemError) -> FolderKey {
        FolderKey(bytes: try SystemRandom.bytes(FolderEncryption.keySize))
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads what was written down, whatever stands between the digits; nil if it is no key.
    init?(text: [UInt8]) {
        let digits = String(decoding: text, as: UTF8.self).filter { !$0.isWhitespace && $0 != "-" }
        guard let bytes = Hexadecimal.bytes(digits), bytes.count == FolderEncryption.keySize else { return nil }
        self.bytes = bytes
    }

    /// As it is written down: four lines of eight groups of four digits.
    var lines: [String] {
        let digits = Array(Hexadecimal.text(bytes).uppercased())
        let groups = stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<$0 + 4]) }
        return stride(from: 0, to: groups.count, by: 8).map { groups[$0..<$0 + 8].joined(separator: " ") }
    }

    /// What a person is asked to type once it was written down.
    var ending: String { String(lines.joined().filter { $0 != " " }.suffix(6)) }

    /// Puts it under a passphrase into a file, and opens that once before it counts; both ask on the terminal.
    func seal(as path: String) throws {
        let (age, sealed) = (try Self.age(), path + ".new")
        // It is there first, so that age, which goes by the umask, does not make it for everybody.
        try FileSystem.write([UInt8]().span, to: sealed)
        defer { try? FileSystem.removeFile(sealed) }
        guard try ChildProcess.runFeeding([age.path, "-p", "-o", sealed], input: bytes.span) == 0,
            try Self.opened(sealed, by: age) == self
        else {
            throw Problem(
                .keyNotSealed,
                "the key was not put under a passphrase that opens it; nothing was changed",
                "열쇠를 암호로 봉하고 다시 열어 보지 못해 아무것도 바꾸지 않았습니다", hint: "Begin again: diarylog lock.",
                "처음부터 다시 하세요: diarylog lock")
        }
        try FileSystem.syncFile(sealed)
        try FileSystem.rename(from: sealed, to: path)
        try FileSystem.syncDirectory(FileSystem.parent(of: path))
    }

    /// Opens the file that it lies in; nil if the passphrase does not.
    static func open(_ path: String) throws -> FolderKey? {
        guard try FileSystem.kind(of: path) == .file else {
            throw Problem(
                .noLockKey, "the diary's key is not there: \(path)", "일기장의 열쇠가 없습니다: \(path)",
                hint: "Bring the file back, or give the key that was written down: diarylog unlock --key FILE.",
                "파일을 되돌려 놓거나, 적어 둔 열쇠를 주세요: diarylog unlock --key 파일")
        }
        return try opened(path, by: age())
    }

    private static func opened(_ path: String, by age: ExternalProgram) throws -> FolderKey? {
        let said = try ChildProcess.runTaking([age.path, "-d", path], room: FolderEncryption.keySize + 1)
        guard said.code == 0, said.output.count == FolderEncryption.keySize else { return nil }
        return FolderKey(bytes: said.output)
    }

    private static func age() throws -> ExternalProgram {
        guard let age = ExternalProgram("age") else { throw Problem.programMissing("age") }
        return age
    }
}
