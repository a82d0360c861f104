/// What a program makes of its streams: the state an event leaves, and the rows it wants to find again.
///
/// The store folds every event into it, in the order of the log, inside the transaction that appends. All of it
/// is a function of the log alone, so that it can be thrown away and rebuilt.
package protocol StreamModel: Sendable {
    /// The tables it wants beside the rows of its streams.
    var projections: [any TableProjection] { get }

    /// Whether the kind is understood at this schema; what is not is kept, and obeyed by its criticality.
    func understands(kind: UInt16, schema: UInt16) -> Bool

    /// Lifts the body of an older schema to the newest; nil where it needs no lifting.
    func upcast(kind: UInt16, schema: UInt16, body: Span<UInt8>) throws(FormatError) -> [UInt8]?

    /// The stream's state after the event; `state` is nil before its first.
    func state(after event: borrowing EventView, from state: [UInt8]?) throws(FormatError) -> [UInt8]

    /// What a state adds to the running totals of the envelope.
    func totals(of state: [UInt8]) -> Totals

    /// Whether the event holds the whole state, so that a version can be rebuilt from it.
    func isKeyframe(kind: UInt16, body: Span<UInt8>) -> Bool
}

/// One event, read in place: it lives no longer than the bytes it looks at.
package struct EventView: ~Escapable {
    package let frame: Frame
    /// The whole frame.
    package let bytes: Span<UInt8>
    /// The body at its newest schema, without salt; empty once blanked.
    package let body: Span<UInt8>
    /// Seconds east of UTC where it was written.
    package let offset: Int32

    @_lifetime(copy bytes, copy body)
    package init(frame: Frame, bytes: Span<UInt8>, body: Span<UInt8>, offset: Int32) {
        self.frame = frame
        self.bytes = bytes
        self.body = body
        self.offset = offset
    }

    package var salt: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(frame.salt) }
    }
}
