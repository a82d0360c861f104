/// Bytes that do not say what their layout promises.
package enum FormatError: Error, Equatable, Sendable {
    /// They end before the thing they began.
    case truncated
    /// A rule of the layout is broken; the text says which.
    case malformed(String)
    /// The checksum is not that of the bytes.
    case checksum
}
