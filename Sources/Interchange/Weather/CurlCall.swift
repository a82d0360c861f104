/// A question over HTTP as the program curl is asked it, and what it wrote as a reply. Pure: nothing is run here.

/// One GET by curl: over https alone, or over http if it is `isPlain`.
///
/// It follows no redirect, gives up after so many seconds, and reads no settings of curl's own. The address, which may
/// hold a key, goes to curl's standard input, so that it stands in no list of processes.
package struct CurlCall: Equatable, Sendable {
    package var url: String
    package var isPlain: Bool
    package var seconds: Int

    /// Bytes of a body; a day by the hour is some two kilobytes.
    package static let mostBody = 256 << 10
    /// Bytes that curl may write: a body, and what it says of it.
    package static let mostOutput = mostBody + 8192
    /// The words that curl is called with. `-q` must be the first, or a `.curlrc` counts.
    package static let words = ["-q", "-K", "-"]

    package init(url: String, isPlain: Bool, seconds: Int) {
        (self.url, self.isPlain, self.seconds) = (url, isPlain, seconds)
    }

    /// What curl reads from its standard input.
    package var configuration: [UInt8] {
        var lines = [
            "silent", "globoff", "url = \(Self.quoted(url))", "proto = \"\(isPlain ? "=http" : "=https")\"",
            "max-time = \(seconds)", "max-filesize = \(Self.mostBody)",
            "user-agent = \"diarylog\"",
            #"write-out = "\n%{errormsg}\n%header{retry-after}\n%{http_code}""#,
        ]
        // What is on this machine needs nobody between.
        if isPlain { lines.append("noproxy = \"*\"") }
        return lines.flatMap { Array($0.utf8) + [0x0A] }
    }

    /// A string as a setting of curl's has it.
    static func quoted(_ text: String) -> String {
        "\""
            + text.unicodeScalars.map { scalar in
                switch scalar {
                case "\\": "\\\\"
                case "\"": "\\\""
                case "\n": "\\n"
                case "\r": "\\r"
                case "\t": "\\t"
                default: String(scalar)
                }
            }.joined() + "\""
    }

    /// What a server said.
    package struct Reply: Equatable, Sendable {
        package var status: Int
        /// Seconds after which it wants to be asked again; nil if it does not say.
        package var retryAfter: Int?
        package var body: [UInt8]
    }

    /// Reads what curl wrote before it ended with an exit code: the body, and three lines behind it.
    package static func reply(code: Int32, output: [UInt8]) throws(WeatherTrouble) -> Reply {
        let lines = output.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.count >= 4 else { throw .unreachable("curl: \(code)") }
        let said = lines.suffix(3).map { String(decoding: $0, as: UTF8.self) }
        switch code {
        case 0: break
        case 18, 52, 56: throw .cut
        case 28: throw .timeout
        case 63: throw .tooLarge
        case 35, 60, 77, 83: throw .untrusted(said[0])
        default: throw .unreachable(said[0].isEmpty ? "curl: \(code)" : said[0])
        }
        let body = Array(lines.dropLast(3).joined(separator: [0x0A]))
        guard body.count <= mostBody else { throw .tooLarge }
        guard let status = Int(said[2]) else { throw .unreadable }
        return Reply(status: status, retryAfter: Int(said[1]), body: body)
    }
}
