internal import ExactArithmetic
public import LayoutModel

/// Options for reading an Interface Builder file.
public struct InterfaceBuilderOptions: Sendable, Hashable {
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// As on Interface Builder's canvas: placeholder constraints and placeholder sizes apply.
        case design
        /// As in the app: without placeholder constraints and design-time sizes.
        case run
    }

    /// The size for which layouts are solved.
    public enum Canvas: Sendable, Hashable {
        /// The size for which the file was saved.
        case stored
        /// This size for all roots, in points. Size classes and safe areas are the file's.
        case size(LayoutSize)
        /// A device by its id in Interface Builder, with its size, size classes and safe areas, for all roots that fill the
        /// canvas.
        case device(String, isLandscape: Bool)
    }

    public var mode: Mode
    public var canvas: Canvas
    public var direction: LayoutDirection

    public init(mode: Mode = .design, canvas: Canvas = .stored, direction: LayoutDirection = .ltr) {
        self.mode = mode
        self.canvas = canvas
        self.direction = direction
    }
}

extension InterfaceBuilderOptions.Canvas {
    /// Creates the canvas from a word: `320x568`, `ipad9_7`, `retina4_7-landscape`. Returns nil for anything else.
    public init?(word: String) {
        let isLandscape = word.hasSuffix("-landscape")
        let id = isLandscape ? String(word.dropLast("-landscape".count)) : word
        if IBDevice(id: id, orientation: nil) != nil {
            self = .device(id, isLandscape: isLandscape)
            return
        }
        let parts = word.split(separator: "x", omittingEmptySubsequences: false).map { IBNumber.exact(String($0)) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], !width.isNegative, !height.isNegative else { return nil }
        self = .size(LayoutSize(width: width, height: height))
    }

    /// A description of the words, for messages.
    public static let words =
        "a size such as 320x568, or a device of Interface Builder: \(IBDevice.ids.joined(separator: ", ")), each also with -landscape"
}
