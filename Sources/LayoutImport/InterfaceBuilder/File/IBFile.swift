internal import XML

/// An Interface Builder file: its general properties and its scenes.
struct IBFile {
    enum Platform {
        case iOS, macOS, tvOS
    }

    var platform: Platform
    /// The build of Interface Builder that saved the file, such as 14460 for Xcode 10.
    var toolsVersion: Int
    /// The canvas' device, or nil for the generic canvas of Xcode 6 and 7.
    var device: IBDevice?
    /// A device for which layouts are solved, if it differs from that of the stored frames.
    var target: IBDevice?
    var traits: IBTraits
    var usesSafeAreas: Bool
    var isStoryboard: Bool
    /// Sizes of images in points, by name.
    var images: [String: IBImage] = [:]
    /// Intrinsic sizes that designable views reported, by view id. A negative length means none.
    var designables: [String: IBSize] = [:]
    /// Names of outlets, by the id of the view.
    var outlets: [String: String] = [:]
    /// The composed classes of which the file contains views.
    var composed: Set<String> = []
    var segues: IBSegues
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
    /// Whether it is a system symbol, which is drawn at the size of a font. The recorded size then only determines its aspect
    /// ratio.
    var isSymbol: Bool
}
