internal import DiarylogHost

/// Presents a program's `Application` to the store as its `StreamModel`.
struct ApplicationModel: StreamModel {
    private let program: any Application
    private let schemas: [UInt16: UInt16]
    private let beginnings: Set<UInt16>

    init(_ program: some Application) {
        self.program = program
        schemas = Dictionary(program.kinds.map { ($0.number, $0.schema) }) { max($0, $1) }
        beginnings = Set(program.kinds.filter(\.beginsStream).map(\.number))
    }

    /// Throws `unacceptable` if the application's name or the number or schema of one of its kinds is not allowed.
    func check() throws(EventStoreError) {
        let name = program.name.utf8
        guard (1...32).contains(name.count), name.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw .unacceptable(record: 0, reason: "an application's name is 1 to 32 bytes of ASCII")
        }
        for kind in program.kinds where StoreKind.reserved.contains(kind.number) || kind.schema == 0 {
            throw .unacceptable(record: 0, reason: "kind \(kind.number), schema \(kind.schema): the store's own")
        }
    }

    var application: String { program.name }
    var projections: [any TableProjection] { [] }

    func understands(kind: UInt16, schema: UInt16) -> Bool { schemas[kind].map { schema <= $0 } ?? false }

    func upcast(kind: UInt16, schema: UInt16, body: Span<UInt8>) throws(FormatError) -> [UInt8]? {
        guard let newest = schemas[kind], schema < newest else { return nil }
        var lifted = [UInt8](copying: body)
        do {
            for older in schema..<newest { lifted = try program.upcast(kind: kind, from: older, body: lifted) }
        } catch {
            throw .malformed("\(error)")
        }
        return lifted
    }

    func update(
        after event: borrowing EventView, from row: StreamRow?, in view: borrowing StoreView
    ) throws(EventStoreError) -> StreamUpdate? {
        var state = row?.state
        if understands(kind: event.frame.kind, schema: event.frame.schema) {
            let stored = StoredEvent(event)
            if let next = try? program.state(after: stored, from: state) { state = next }
        }
        return state.map { StreamUpdate(state: $0) }
    }

    /// Lets the application judge an event that is to be appended; throws what it throws.
    func judge(_ event: StoredEvent, from state: [UInt8]?) throws { _ = try program.state(after: event, from: state) }

    func newestSchema(of kind: UInt16) -> UInt16? { schemas[kind] }

    func counters(of state: [UInt8]) -> Counters { program.counters(of: state) }

    func isCreation(kind: UInt16) -> Bool { beginnings.contains(kind) }

    func begins(kind: UInt16, schema: UInt16) -> Bool { false }
}
