public import EventStore

/// A version of an entry, as a person names it.
public enum VersionName: Equatable, Sendable {
    case version(EntryVersion)
    /// The event that made it, by the beginning of its id in lower-case hexadecimal.
    case event(String)

    /// Whether it names this version of an entry.
    public func names(version: EntryVersion, event: Digest) -> Bool {
        switch self {
        case .version(let number): number == version
        case .event(let prefix): event.hexadecimal.hasPrefix(prefix)
        }
    }
}
