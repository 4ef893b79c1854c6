/// Tells visual formats from equations.
enum VisualFormat {
    /// Begins as Apple's grammar says, and as no equation does.
    static func isOne(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let text = text.drop { $0.isSpace }
        guard let first = text.first else { return false }
        if first == UInt8(ascii: "|") || first == UInt8(ascii: "[") { return true }
        return (first == UInt8(ascii: "H") || first == UInt8(ascii: "V")) && text.dropFirst().first == UInt8(ascii: ":")
    }

    static func unsupported(pointer: String?) -> ImportError {
        ImportError(.invalid, code: "visual-format-unsupported", "visual formats are not supported yet", pointer: pointer)
    }
}
