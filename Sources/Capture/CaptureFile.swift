internal import EmbeddedFiles

/// A file that captures layouts in a running app, for people to add to their debugger or project.
public enum CaptureFile: String, CaseIterable, Sendable {
    case lldb, swift

    /// The file's content.
    public var bytes: [UInt8] {
        switch self {
        case .lldb: EmbeddedFile.lldbCapture.bytes
        case .swift: EmbeddedFile.swiftCapture.bytes
        }
    }
}
