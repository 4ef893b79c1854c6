/// The version of the program and its engine. Every report and every stored session contains it.
public enum EngineVersion {
    public static let number = "0.2.0"
    /// The version as in reports: `plumbline 0.2.0`.
    public static let text = "plumbline \(number)"

    /// Returns whether a text is the name of this engine or of an earlier version.
    public static func isKnown(_ text: String) -> Bool { text == self.text || isKnown(text, before: number) }

    /// Returns whether a text is the name of a version that is earlier than another one.
    public static func isKnown(_ text: String, before number: String) -> Bool {
        let prefix = "plumbline "
        guard text.hasPrefix(prefix) else { return false }
        func parts(_ version: Substring) -> [Int] {
            version.split(separator: ".", omittingEmptySubsequences: false).compactMap { $0.allSatisfy(\.isASCII) ? Int($0) : nil }
        }
        let version = parts(text.dropFirst(prefix.count))
        return version.count == 3 && version.allSatisfy { $0 >= 0 } && "plumbline " + version.map(String.init).joined(separator: ".") == text
            && version.lexicographicallyPrecedes(parts(number[...]))
    }
}
