public import DiaryModel
public import EventStore

/// Names a draft in one diary: d1, d2 … No number is given twice, so that a late save never meets another draft.
public struct DraftNumber: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// From 1.
    public var rawValue: UInt64

    /// A number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The draft that a text names, as `d1`; nil for any other text.
    public init?(_ text: String) {
        guard text.hasPrefix("d"), text.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }),
            let number = UInt64(text.dropFirst()), number > 0
        else { return nil }
        rawValue = number
    }

    /// As a person writes it: `d1`.
    public var description: String { "d\(rawValue)" }

    /// The order in which they were begun.
    public static func < (left: DraftNumber, right: DraftNumber) -> Bool { left.rawValue < right.rawValue }
}

/// What somebody typed and the diary keeps, though it is no event yet.
public struct Draft: Equatable, Sendable {
    /// Its name.
    public var number: DraftNumber
    /// How often it was kept, from 1; see `DiaryCommand.keep`.
    public var revision: UInt32
    /// The entry it changes. A draft of a new entry has the identifier that the entry will have.
    public var entry: EntryID
    /// The event that the entry stood on when somebody began to change it; nil for a new entry.
    public var base: Digest?
    /// The version which that event made; 0 if this diary does not hold the event, or the entry is new.
    public var baseVersion: EntryVersion
    /// Text and properties as they were kept last. The text need not have a visible character.
    public var content: EntryContent
    /// When it was begun.
    public var begunAt: ClockReading
    /// When it was kept last.
    public var keptAt: ClockReading
    /// How it was begun.
    var options: DraftOptions

    /// How it was begun, for another of the same kind.
    public var start: DraftStart {
        var start = DraftStart(of: isNew ? nil : entry)
        (start.base, start.key, start.again, start.dateIsGiven) = (
            base, options.key, options.again, options.dateIsGiven
        )
        return start
    }

    /// The name that its editing screen drew; see `DraftStart`.
    package var sitting: String? { options.sitting }

    /// Whether it will be a new entry.
    public var isNew: Bool { base == nil }

    /// Whether its text has nothing to see.
    public var isBlank: Bool { !hasVisibleCharacter(String(decoding: content.text, as: UTF8.self)) }

    /// Title, body and a preview of one line, by the rule of `Headline`.
    public var headline: Headline { Headline(of: String(decoding: content.text, as: UTF8.self)) }
}

/// What a draft was begun with, for the day on which it is committed.
struct DraftOptions: Equatable, Sendable {
    var key: String?
    var again = false
    var dateIsGiven = true
    var sitting: String?
}

/// How a draft begins.
public struct DraftStart: Sendable {
    /// The entry to change; nil: a new one.
    public var entry: EntryID?
    /// The event on which the entry stood when it was shown; nil: the one on which it stands now.
    public var base: Digest?
    /// Of a new entry, the key under which it is written once, as in `add`.
    public var key: String?
    /// As in `add`.
    public var again = false
    /// As in `add`.
    public var dateIsGiven = true
    /// A name that an editing screen draws when it opens, of at most 64 bytes: a draft that is begun twice under one
    /// name, as after an answer that was lost, is begun once.
    public var sitting: String?

    /// Begins a draft of a new entry, or one that changes this entry.
    public init(of entry: EntryID? = nil) { self.entry = entry }
}

/// What became of keeping a draft.
public enum KeepOutcome: Equatable, Sendable {
    /// It is on the disk.
    case kept(Draft)
    /// It says the same already; nothing was written.
    case unchanged(Draft)
    /// Somebody else kept it since that revision, and it says something else; nothing was written.
    case conflict(Draft)
    /// There is no such draft: it was committed or discarded. Nothing was written, so a late save undoes neither.
    case missing
    /// It cannot be kept: the entry does not exist or was forgotten, or a limit is exceeded.
    case refused(Refusal, entry: EntryID)
}

/// What became of committing a draft.
public enum DraftOutcome: Sendable {
    /// What the change led to. The draft is gone where it is written or there was nothing to write, and stays for
    /// `conflict`, `refused` and `keyTaken`.
    case settled(ChangeOutcome)
    /// It was to be a new entry and has nothing to see: it was discarded, and nothing else was written.
    case blank(Draft)
}
