internal import Interchange

// Output that may be long: written piece by piece, so that it is never held whole.

/// A JSON document whose last member is an array, written element by element.
struct JSONArrayOutput {
    private let session: Session
    private let opening: String
    private var isEmpty = true

    /// `opening` is all that precedes the array; it is written with the first element.
    init(opening: String, _ session: Session) {
        self.opening = opening
        self.session = session
    }

    mutating func write(_ value: JSONValue) throws {
        try session.write(isEmpty ? opening + "[" : ",")
        isEmpty = false
        try session.write(JSONWriter.bytes(value))
    }

    /// Ends the array, the document and its line.
    func close() throws {
        if isEmpty { try session.write(opening + "[") }
        try session.write("]")
        try session.writeEnd([])
    }
}

/// Text for people: written piece by piece to a pipe, collected for the pager on a terminal.
struct PagedOutput {
    private let session: Session
    private var text = ""

    init(_ session: Session) { self.session = session }

    mutating func write(_ part: String) throws {
        if session.isTerminal { text += part } else { try session.write(part) }
    }

    func finish() throws {
        if session.isTerminal { try session.page(text) }
    }
}
