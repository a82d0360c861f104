/// What a program makes of its streams: the state that an event leaves, and the rows it wants to find again.
///
/// The store applies every event to it, in the order of the log, inside the transaction that appends or flushes the
/// event. All of its results must follow from the log alone, so that they can be thrown away and rebuilt.
package protocol StreamModel: Sendable {
    /// Names the program's stores, for ever: ASCII, at most 32 bytes. A store of another name is not opened.
    var application: String { get }

    /// The projections that it keeps beside the rows of its streams.
    var projections: [any TableProjection] { get }

    /// Whether the kind is understood at this schema; an event that is not is kept, and limits writing by its
    /// criticality.
    func understands(kind: UInt16, schema: UInt16) -> Bool

    /// Lifts the body of an older schema to the newest; nil if it needs no lifting.
    func upcast(kind: UInt16, schema: UInt16, body: Span<UInt8>) throws(FormatError) -> [UInt8]?

    /// How the stream stands after the event, whether that is understood or not; `row` is nil before its first. Nil if
    /// the event neither begins nor continues a stream.
    ///
    /// The stream's other events, from the row's head back, can be read in the transaction; the event itself need not
    /// be in the log yet.
    func update(
        after event: borrowing EventView, from row: StreamRow?, in view: borrowing StoreView
    ) throws(EventStoreError) -> StreamUpdate?

    /// The heads of the stream, which its next event names as its parents, in this order.
    func heads(of row: StreamRow) -> [EventReference]

    /// What a stream in this state adds to the running counters of the envelope.
    func counters(of state: [UInt8]) -> Counters

    /// Whether events of this kind begin streams: they, and no others, have no parents.
    func isCreation(kind: UInt16) -> Bool

    /// Why the body of an event that arrives is refused; nil if it is not. It is judged by itself: so every copy judges
    /// alike, whatever else has arrived.
    func refusal(of event: borrowing EventView) -> EventRefusal?

    /// Whether the stream's content was removed for good, so that payloads may be absent.
    func isForgotten(_ row: StreamRow) -> Bool

    /// Whether a stream without a row begins with an event of this kind and schema: a creation, what says by itself
    /// what a stream is whose creation is lost, and what the program shows though it does not understand it.
    func begins(kind: UInt16, schema: UInt16) -> Bool

    /// Whether an event that the program understands says what the stream is. On any other nothing is written that
    /// needs to know it.
    func isUnderstood(_ row: StreamRow) -> Bool
}

/// How a stream stands after an event.
package struct StreamUpdate: Sendable {
    package var state: [UInt8]
    package var marks: Frame.Marks
    /// Whether the state rests on an event that is lost: it may not be what was written.
    package var isDoubtful: Bool

    package init(state: [UInt8], marks: Frame.Marks = [], isDoubtful: Bool = false) {
        self.state = state
        self.marks = marks
        self.isDoubtful = isDoubtful
    }
}

/// An event by its number in this log and by its id, which every log shares.
package struct EventReference: Equatable, Sendable {
    package var sequence: UInt64
    package var id: Digest

    package init(sequence: UInt64, id: Digest) {
        self.sequence = sequence
        self.id = id
    }
}

extension StreamModel {
    /// Returns the stream's newest event alone.
    package func heads(of row: StreamRow) -> [EventReference] { [EventReference(sequence: row.head, id: row.headID)] }

    /// Refuses nothing.
    package func refusal(of event: borrowing EventView) -> EventRefusal? { nil }

    /// No stream is forgotten.
    package func isForgotten(_ row: StreamRow) -> Bool { false }

    /// All streams are understood.
    package func isUnderstood(_ row: StreamRow) -> Bool { true }
}

/// One event, read in place: it lives no longer than the bytes it looks at.
package struct EventView: ~Escapable {
    package let frame: Frame
    /// The whole frame.
    package let bytes: Span<UInt8>
    /// The body at its newest schema, without salt; empty once blanked.
    package let body: Span<UInt8>
    /// Of an event that is being written with a canonical body, what its stream adds to the running counters after it;
    /// nil of any other.
    package let writing: Counters?

    @_lifetime(copy bytes, copy body)
    package init(
        frame: Frame, bytes: Span<UInt8>, body: Span<UInt8>, writing: Counters? = nil
    ) {
        self.frame = frame
        self.bytes = bytes
        self.body = body
        self.writing = writing
    }

    /// Seconds east of UTC where it was written.
    package var offset: Int32 { frame.offset }

    package var salt: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(frame.salt) }
    }
}
