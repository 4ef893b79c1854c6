/// A line of code in the words of a library that makes constraints.
public struct LibraryCode: Sendable, Hashable {
    public enum Library: Sendable, Hashable {
        case snapKit, masonry
    }

    public var library: Library
    /// Swift for SnapKit, Objective-C for Masonry.
    public var line: String

    public init(_ library: Library, _ line: String) {
        self.library = library
        self.line = line
    }
}
