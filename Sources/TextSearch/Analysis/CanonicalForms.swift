@_spi(_Unicode) import Swift

/// A text in each form in which somebody may have written the same characters down.
package enum CanonicalForms {
    /// The text itself, and its NFC and NFD, each once; in UTF-8.
    package static func all(of text: [UInt8]) -> [[UInt8]] {
        let string = String(decoding: text, as: UTF8.self)
        var forms = [text]
        for scalars in [Array(string._nfc), Array(string._nfd)] {
            let form = scalars.reduce(into: []) { Term.appendScalar($1.value, to: &$0) }
            if !forms.contains(form) { forms.append(form) }
        }
        return forms
    }
}

extension TextUnits {
    /// The terms under which the index has the text, each once.
    package var terms: Set<[UInt8]> {
        var terms: Set<[UInt8]> = []
        forEachTermBytes { terms.insert($0) }
        return terms
    }
}
