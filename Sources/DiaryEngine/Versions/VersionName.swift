public import EventStore

/// A version of an entry, as a person names it.
public enum VersionName: Equatable, Sendable {
    case version(EntryVersion)
    /// By the event that made it: the beginning of its id in lower-case hexadecimal.
    case event(String)

    /// Whether it names the version of an entry that has this number and event.
    public func names(version: EntryVersion, event: Digest) -> Bool {
        switch self {
        case .version(let number): number == version
        case .event(let prefix): event.hexadecimal.hasPrefix(prefix)
        }
    }
}
