internal import XML

/// An Interface Builder file: what it says as a whole, and its scenes.
struct IBFile {
    enum Platform {
        case iOS, macOS, tvOS
    }

    var platform: Platform
    /// The build of Interface Builder that saved the file: 14460 is Xcode 10.
    var toolsVersion: Int
    /// nil for the generic canvas of Xcode 6 and 7.
    var device: IBDevice?
    /// Another device that the layouts are solved for than the frames are stored for.
    var target: IBDevice?
    var traits: IBTraits
    var usesSafeAreas: Bool
    var isStoryboard: Bool
    /// Point sizes of images by name.
    var images: [String: IBImage] = [:]
    /// Intrinsic sizes that designable views reported, by the view's id; a negative length is none.
    var designables: [String: IBSize] = [:]
    /// Names of outlets, by the id of the view that they hold.
    var outlets: [String: String] = [:]
    var presentations: [String: IBPresentation] = [:]
    var scenes: [IBScene] = []

    /// The width of a pixel in points.
    var pixel: Double {
        if toolsVersion < 9500 || device == nil { return 1 }
        return 1 / (device?.scale ?? 2)
    }
}

struct IBImage {
    var size: IBSize
    /// A symbol of the system: it is drawn in the size of a font, and the recorded size says its shape alone.
    var isSymbol: Bool
}
