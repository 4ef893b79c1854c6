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

    /// The canvas of one scene.
    public struct SceneCanvas: Sendable, Hashable {
        /// The scene's name, its root's id, or its number from 1.
        public var scene: String
        public var canvas: Canvas

        public init(scene: String, canvas: Canvas) {
            self.scene = scene
            self.canvas = canvas
        }
    }

    public var mode: Mode
    /// The canvas of all scenes without an own one.
    public var canvas: Canvas
    public var sceneCanvases: [SceneCanvas] = []
    public var direction: LayoutDirection
    /// The files of reusable views that are judged together with the files that contain them.
    public var composition = InterfaceBuilderComposition()

    public init(mode: Mode = .design, canvas: Canvas = .stored, direction: LayoutDirection = .ltr) {
        self.mode = mode
        self.canvas = canvas
        self.direction = direction
    }

    /// Whether layouts are solved as Interface Builder's canvas showed them when the file was saved.
    var isAsStored: Bool { mode == .design && canvas == .stored && direction == .ltr }
}

extension InterfaceBuilderOptions.Canvas {
    /// Creates the canvas from a word: `320x568`, `iPhone 16`, `iPad mini landscape`, `retina4_7-landscape`. Returns nil for anything
    /// else.
    public init?(word: String) {
        let isLandscape = word.hasSuffix("-landscape")
        let id = isLandscape ? String(word.dropLast("-landscape".count)) : word
        if IBDevice(id: id, orientation: nil) != nil {
            self = .device(id, isLandscape: isLandscape)
            return
        }
        if let device = DeviceNames.find(word) {
            self = .device(device.id, isLandscape: device.isLandscape)
            return
        }
        let parts = word.split(separator: "x", omittingEmptySubsequences: false).map { IBNumber.exact(String($0)) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], !width.isNegative, !height.isNegative else { return nil }
        self = .size(LayoutSize(width: width, height: height))
    }

    /// A description of the words, for messages.
    public static let words =
        "a size such as 390x844, a device such as iPhone 16, iPad Pro 11 or iPhone SE landscape, or the id of a device in a storyboard, such as "
        + "retina6_1 or retina6_1-landscape"

    /// Returns ` (did you mean "iPhone 16"?)` if a word is nearly a device.
    public static func hint(_ word: String) -> String {
        NearWord.hint(word, among: DeviceNames.all.filter { mayMean($0, by: word) } + IBDevice.ids)
    }

    /// Returns whether a name has one of the digits of a word: another number is another device, and no typing mistake.
    private static func mayMean(_ name: String, by word: String) -> Bool {
        let digits = Set("0123456789").intersection(word)
        return digits.isEmpty || !digits.isDisjoint(with: name)
    }

    /// Returns the size of a device's screen by its name, such as `iPhone 16` or `iPad mini landscape`.
    public static func size(ofDevice word: String) -> LayoutSize? {
        guard case .device(let id, let isLandscape)? = InterfaceBuilderOptions.Canvas(word: word),
            let device = IBDevice(id: id, orientation: isLandscape ? "landscape" : nil)
        else { return nil }
        return LayoutSize(width: Rational(Int(device.width)), height: Rational(Int(device.height)))
    }
}
