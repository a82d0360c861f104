import Foundation

/// What Firefox listens to when it is driven: JSON, each message with its length before it, one question at a time.
final class Marionette {
    private let wire: Wire
    private var rest: [UInt8] = []
    private var number = 0

    init(port: Int) throws {
        wire = try Wire(port: port)
        _ = try message(within: 10)
    }

    /// Asks, and waits for the answer.
    @discardableResult
    func call(_ command: String, _ parameters: Value = [:], patience: TimeInterval = 40) throws -> Value {
        number += 1
        let text = Value.array([0, .number(Double(number)), .string(command), parameters]).json
        guard wire.send("\(text.utf8.count):\(text)") else {
            throw Browser.Failed(description: "Firefox is gone before \(command)")
        }
        while true {
            let answer = try message(within: patience)
            // An answer that came too late for its own question is passed over.
            guard answer[1].int == number else { continue }
            guard answer[2] == .null else {
                throw Browser.Failed(
                    description: "\(command): \(answer[2]["error"].string): \(answer[2]["message"].string)")
            }
            return answer[3]
        }
    }

    private func message(within seconds: Double) throws -> Value {
        let end = Date(timeIntervalSinceNow: seconds)
        while true {
            if let colon = rest.firstIndex(of: UInt8(ascii: ":")),
                let length = Int(String(decoding: rest[..<colon], as: UTF8.self)), rest.count > colon + length
            {
                let body = rest[(colon + 1)...(colon + length)]
                rest.removeSubrange(...(colon + length))
                return Value(json: body)
            }
            guard let more = wire.receive(for: end.timeIntervalSinceNow), !more.isEmpty else {
                throw Browser.Failed(description: "Firefox did not answer within \(seconds) s")
            }
            rest += more
        }
    }
}
