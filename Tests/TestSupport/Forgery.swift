/// Bytes that nobody would write, made from bytes that somebody did.

extension Chance {
    /// A copy with one to five bytes flipped, replaced, lost, doubled, or cut off at the end.
    package mutating func forged(_ bytes: [UInt8]) -> [UInt8] {
        var forged = bytes
        for _ in 0...below(5) {
            let offset = below(forged.count + 1)
            let rest = forged.count - offset
            switch below(6) {
            case 0 where rest > 0: forged[offset] ^= 1 << UInt8(below(8))
            case 1 where rest > 0: forged[offset] = pick([0, 1, 0x7F, 0x80, 0xFF, UInt8(truncatingIfNeeded: next())])
            case 2: forged.removeSubrange(offset..<offset + min(rest, 1 + below(8)))
            case 3: forged.insert(contentsOf: forged[offset..<offset + min(rest, 1 + below(8))], at: offset)
            case 4: forged.insert(contentsOf: self.bytes(1 + below(4)), at: offset)
            default: if isLucky(oneIn: 4) { forged.removeLast(rest) }
            }
        }
        return forged
    }
}

/// Calls `attempt` so often with forged bytes, and says how many were taken: it must refuse or take, and never trap.
package func forge(
    _ subject: String, _ samples: [[UInt8]], times: Int, _ attempt: ([UInt8]) throws -> Void
) {
    var chance = Chance(for: subject)
    var taken = 0
    for _ in 0..<times {
        let bytes = chance.forged(chance.pick(samples))
        if (try? attempt(bytes)) != nil { taken += 1 }
    }
    print("fuzzing \(subject): \(times) executions, \(taken) taken, 0 crashes")
}
