internal import ExactArithmetic
public import LayoutModel

/// How an Interface Builder file is taken.
public struct InterfaceBuilderOptions: Sendable, Hashable {
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// As Interface Builder's own canvas judges it: placeholder constraints and placeholder sizes hold.
        case design
        /// As the app has it: placeholder constraints and design-time sizes are gone.
        case run
    }

    /// What the layouts are solved for.
    public enum Canvas: Sendable, Hashable {
        /// What the file was saved for.
        case stored
        /// Roots of this size, in points; size classes and safe areas stay the file's.
        case size(LayoutSize)
        /// A device by its id in Interface Builder, with its size, size classes and safe areas, for all roots that fill the canvas.
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
    /// The canvas that a word names: `320x568`, `ipad9_7`, `retina4_7-landscape`; nil for anything else.
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

    /// What the words may be, for messages.
    public static let words =
        "a size such as 320x568, or a device of Interface Builder: \(IBDevice.ids.joined(separator: ", ")), each also with -landscape"
}
