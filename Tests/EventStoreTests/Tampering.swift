/// Changes behind a store's back, as damage makes them.

import DiarylogHost
import DiarylogLMDB
import EventStore
import Testing

/// Changes a row of the unnamed table, or of one by its name, and puts it under another key if one is given. One that
/// is left empty is taken away.
func tamper(
    _ store: Store, _ key: [UInt8], in name: String? = nil, movingTo other: [UInt8]? = nil,
    _ change: (inout [UInt8]) -> Void = { _ in }
) throws {
    let generation = try store.beginRead().view.log.meta.generation
    let environment = try Environment.open(StorePaths.generation(generation, store.path))
    let table = try #require(try name.map { try environment.databases([$0], create: false)[0] } ?? Database.main)
    var transaction = try environment.beginWrite()
    var bytes: [UInt8] = []
    if let value = try transaction.value(for: key.span, in: table) { bytes = [UInt8](copying: value) }
    change(&bytes)
    if bytes.isEmpty || other != nil { _ = try transaction.delete(key.span, in: table) }
    let target = other ?? key
    if !bytes.isEmpty { try transaction.put(bytes.span, for: target.span, in: table) }
    try transaction.commit()
}

/// Changes the meta record of a file.
func tamper(metaOf file: String, _ change: (inout Meta) -> Void) throws {
    var transaction = try Environment.open(file).beginWrite()
    var meta = try #require(try Meta.stored(in: transaction))
    change(&meta)
    let (key, bytes) = (TableKey.meta, meta.bytes)
    try transaction.put(bytes.span, for: key.span, in: .main)
    try transaction.commit()
}

/// Changes a frame, wherever it is.
func tamper(_ store: Store, at sequence: UInt64, _ change: (inout [UInt8]) -> Void) throws {
    let isTail = try sequence > store.beginRead().view.log.meta.flushed
    let key = isTail ? TableKey.tail(sequence) : TableKey.sequence(sequence)
    try tamper(store, key, in: isTail ? nil : "log", change)
}

/// Puts the right checksum into a changed frame.
func sign(_ bytes: inout [UInt8], sequence: UInt64) {
    let sum = FrameLayout.checksum(of: bytes.span, sequence: sequence)
    for index in 0..<4 {
        bytes[FrameLayout.checksumOffset + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index)))
    }
}
