/// A text that equals another one only if their bytes are the same.
///
/// `String` takes `é` in one character and in two for equal, but to the system and to git they are the names of two files.
public struct ExactText: Hashable, Sendable {
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    public static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}

extension String {
    /// Returns whether the path is that of a folder, or of something in it. Bytes are compared, and both begin at the same place.
    public func isPath(in folder: String) -> Bool {
        guard utf8.starts(with: folder.utf8) else { return false }
        let rest = utf8.dropFirst(folder.utf8.count)
        return folder == "/" || rest.isEmpty || rest.first == UInt8(ascii: "/")
    }

    /// Whether a character of the path, such as an accent, combines with the slash beside it. The system sees that slash, but `split`,
    /// `hasPrefix` and the like do not.
    public var combinesSlash: Bool {
        let slash = UInt8(ascii: "/")
        let path = "/" + self
        return path.utf8.count { $0 == slash } != path.count { $0 == "/" }
    }
}
