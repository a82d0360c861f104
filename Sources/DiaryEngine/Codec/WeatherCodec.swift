internal import DiaryModel
internal import EventStore

/// The value of field 6, an entry's weather:
///
///     main, icon, each with its length · numbered fields, each left out where there is none:
///     1 description · 2 hundredths of a degree Celsius i16 · 3 source · 4 seconds since 1970 UTC i64
extension ContentCodec {
    private enum Part {
        static let description: UInt64 = 1
        static let temperature: UInt64 = 2
        static let source: UInt64 = 3
        static let observedAt: UInt64 = 4
    }

    static func encode(_ weather: Weather) -> [UInt8] {
        var writer = ByteWriter(capacity: 64)
        writer.counted(Array(weather.main.utf8))
        writer.counted(Array(weather.icon.utf8))
        if !weather.description.isEmpty { writer.field(Part.description, Array(weather.description.utf8)) }
        if let temperature = weather.temperature {
            var value = ByteWriter(capacity: 2)
            value.littleEndian(UInt16(bitPattern: temperature))
            writer.field(Part.temperature, value.bytes)
        }
        if !weather.source.isEmpty { writer.field(Part.source, Array(weather.source.utf8)) }
        if let observedAt = weather.observedAt {
            var value = ByteWriter(capacity: 8)
            value.littleEndian(observedAt)
            writer.field(Part.observedAt, value.bytes)
        }
        return writer.bytes
    }

    static func weather(_ reader: inout ByteReader) throws(FormatError) -> Weather {
        let main = try reader.countedString()
        var weather = Weather(main: main, icon: try reader.countedString())
        var last: UInt64 = 0
        while !reader.isAtEnd {
            let (number, length) = try reader.fieldHead(after: &last)
            switch number {
            case Part.description: weather.description = try word(length, &reader)
            case Part.temperature:
                weather.temperature = try reader.nested(length) { (value) throws(FormatError) in
                    try value.littleEndian(Int16.self)
                }
            case Part.source: weather.source = try word(length, &reader)
            case Part.observedAt:
                weather.observedAt = try reader.nested(length) { (value) throws(FormatError) in
                    try value.littleEndian(Int64.self)
                }
            default: throw .malformed("a part of the weather that nobody knows")
            }
        }
        return weather
    }

    /// A word that is there has a byte at least: so there is one way to write a weather.
    private static func word(_ length: Int, _ reader: inout ByteReader) throws(FormatError) -> String {
        guard length > 0 else { throw .malformed("an empty word of the weather") }
        return try reader.string(length)
    }
}
