/// A device of the canvas: its size, and the insets of the system's bars.
struct IBDevice: Sendable, Hashable {
    var width: Double
    var height: Double
    var scale: Double
    /// The height of the status bar in portrait, in points.
    var statusBar: Double
    /// The height of the home indicator's area in portrait, in points.
    var homeIndicator: Double
    var isPad: Bool
    var isLandscape = false
    /// Whether its width is regular in landscape.
    var isWideInLandscape = false

    var hasNotch: Bool { homeIndicator > 0 && !isPad }

    /// Creates the device with this id in Interface Builder, or returns nil for an unknown one.
    init?(id: String, orientation: String?) {
        guard let known = IBDevice.table[id] else { return nil }
        self = known
        if orientation == "landscape", id != "appleTV" {
            (width, height) = (height, width)
            isLandscape = true
        }
    }

    private init(
        _ width: Double, _ height: Double, _ scale: Double, _ statusBar: Double, _ homeIndicator: Double = 0, pad: Bool = false, wide: Bool = false
    ) {
        self.width = width
        self.height = height
        self.scale = scale
        self.statusBar = statusBar
        self.homeIndicator = homeIndicator
        isPad = pad
        isWideInLandscape = wide || pad
    }

    static var ids: [String] { table.keys.sorted() }

    private static let table: [String: IBDevice] = [
        "retina3_5": IBDevice(320, 480, 2, 20),
        "retina4_0": IBDevice(320, 568, 2, 20),
        "retina4_7": IBDevice(375, 667, 2, 20),
        "retina5_5": IBDevice(414, 736, 3, 20, wide: true),
        "retina5_4": IBDevice(375, 812, 3, 50, 34),
        "retina5_9": IBDevice(375, 812, 3, 44, 34),
        "retina6_0": IBDevice(390, 844, 3, 47, 34),
        "retina6_1": IBDevice(414, 896, 2, 44, 34, wide: true),
        "retina6_12": IBDevice(393, 852, 3, 59, 34),
        "retina6_3": IBDevice(402, 874, 3, 62, 34),
        "retina6_5": IBDevice(414, 896, 3, 44, 34, wide: true),
        "retina6_7": IBDevice(428, 926, 3, 47, 34, wide: true),
        "retina6_72": IBDevice(430, 932, 3, 59, 34, wide: true),
        "retina6_9": IBDevice(440, 956, 3, 62, 34, wide: true),
        "ipad7_9": IBDevice(768, 1024, 2, 20, pad: true),
        "ipad8_3": IBDevice(744, 1133, 2, 24, 20, pad: true),
        "ipad9_7": IBDevice(768, 1024, 2, 20, pad: true),
        "ipad10_2": IBDevice(810, 1080, 2, 20, pad: true),
        "ipad10_5": IBDevice(834, 1112, 2, 20, pad: true),
        "ipad10_9rounded": IBDevice(820, 1180, 2, 24, 20, pad: true),
        "ipad11_0rounded": IBDevice(834, 1194, 2, 24, 20, pad: true),
        "ipad12_9": IBDevice(1024, 1366, 2, 20, pad: true),
        "ipad12_9rounded": IBDevice(1024, 1366, 2, 24, 20, pad: true),
        "appleTV": IBDevice(1920, 1080, 1, 60, 60),
    ]
}

/// The size classes of a file's stored frames. Nil means any.
struct IBTraits: Sendable, Hashable {
    enum SizeClass: String, Sendable {
        case compact, regular
    }

    var width: SizeClass?
    var height: SizeClass?

    /// Without a device, the canvas has any size class.
    init(_ device: IBDevice?) {
        guard let device else { return }
        if device.isPad {
            (width, height) = (.regular, .regular)
        } else if device.isLandscape {
            (width, height) = (device.isWideInLandscape ? .regular : .compact, .compact)
        } else {
            (width, height) = (.compact, .regular)
        }
    }

    /// Returns whether a variation applies: every trait in its key is one of the canvas. The key `default` has no traits.
    func match(_ key: String) -> Bool {
        if key == "default" { return true }
        for part in key.split(separator: "-") {
            let words = part.split(separator: "=")
            guard words.count == 2, let value = SizeClass(rawValue: String(words[1])) else { return false }
            switch words[0] {
            case "widthClass": if width != value { return false }
            case "heightClass": if height != value { return false }
            default: return false
            }
        }
        return true
    }

    /// Returns the number of traits in a variation. Those with more are applied later.
    static func weight(_ key: String) -> Int {
        key == "default" ? 0 : key.count { $0 == "=" }
    }
}
