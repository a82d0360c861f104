/// Names of files that are no UTF-8, as a Korean Windows or an old system left them.

extension FileSystem {
    /// What stands in a path for a byte of such a name: this and so many, at the end of what nobody uses.
    private static let first: UInt32 = 0x10_FE00

    /// A name as a part of a path. Where it is no UTF-8, each byte of it that is no ASCII has a scalar of its own, so
    /// that it can be opened by its path as any other.
    package static func name(_ bytes: some Collection<UInt8>) -> String {
        if let name = String(validating: bytes, as: UTF8.self) { return name }
        let scalars = bytes.map { Unicode.Scalar($0 < 0x80 ? UInt32($0) : first + UInt32($0)) ?? "?" }
        return String(String.UnicodeScalarView(scalars))
    }

    /// A path whose names may be no UTF-8.
    package static func path(_ bytes: some Collection<UInt8>) -> String {
        let steps = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return steps.map { name($0) }.joined(separator: "/")
    }

    /// The bytes of a name, or of a path, that is no UTF-8; nil for any other.
    package static func bytes(ofName name: some StringProtocol) -> [UInt8]? {
        // No scalar below those begins so.
        guard name.utf8.contains(0xF4), name.unicodeScalars.contains(where: isByte) else { return nil }
        return name.unicodeScalars.flatMap { scalar in
            isByte(scalar) ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
        }
    }

    private static func isByte(_ scalar: Unicode.Scalar) -> Bool {
        (first + 0x80...first + 0xFF).contains(scalar.value)
    }

    /// A path as the system takes it.
    static func system(_ path: String) -> [CChar] {
        guard let bytes = bytes(ofName: path) else { return path.utf8CString.map(\.self) }
        return bytes.map { CChar(bitPattern: $0) } + [0]
    }
}
