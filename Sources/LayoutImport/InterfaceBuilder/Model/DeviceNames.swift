/// The names under which devices are sold, with the device of Interface Builder that has their screen.
enum DeviceNames {
    /// Returns the id of a device in Interface Builder, and whether its name says landscape. Case, blanks, dashes and parentheses do
    /// not matter.
    static func find(_ name: String) -> (id: String, isLandscape: Bool)? {
        var word = plain(name)
        let isLandscape = word.hasSuffix("landscape")
        if isLandscape { word.removeLast("landscape".count) }
        if word.hasSuffix("portrait") { word.removeLast("portrait".count) }
        guard let entry = table.first(where: { $0.names.contains { plain($0) == word } }) else { return nil }
        return (entry.id, isLandscape)
    }

    /// All names, the newest first.
    static var all: [String] { table.flatMap(\.names) }

    private static func plain(_ name: String) -> String {
        let letters = name.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "." }
        return String(String.UnicodeScalarView(letters))
    }

    private static let table: [(id: String, names: [String])] = [
        ("retina6_3", ["iPhone 17", "iPhone 17 Pro", "iPhone 16 Pro"]),
        ("retina6_9", ["iPhone 17 Pro Max", "iPhone 16 Pro Max"]),
        ("retina6_12", ["iPhone 16", "iPhone 15", "iPhone 15 Pro", "iPhone 14 Pro"]),
        ("retina6_72", ["iPhone 16 Plus", "iPhone 15 Plus", "iPhone 15 Pro Max", "iPhone 14 Pro Max"]),
        ("retina6_0", ["iPhone 16e", "iPhone 14", "iPhone 13", "iPhone 13 Pro", "iPhone 12", "iPhone 12 Pro"]),
        ("retina6_7", ["iPhone 14 Plus", "iPhone 13 Pro Max", "iPhone 12 Pro Max"]),
        ("retina5_4", ["iPhone 13 mini", "iPhone 12 mini"]),
        ("retina5_9", ["iPhone 11 Pro", "iPhone XS", "iPhone X"]),
        ("retina6_5", ["iPhone 11 Pro Max", "iPhone XS Max"]),
        ("retina6_1", ["iPhone 11", "iPhone XR"]),
        (
            "retina4_7",
            [
                "iPhone SE", "iPhone SE 3", "iPhone SE 2", "iPhone SE (3rd generation)", "iPhone SE (2nd generation)", "iPhone 8", "iPhone 7",
                "iPhone 6s", "iPhone 6",
            ]
        ),
        ("retina5_5", ["iPhone 8 Plus", "iPhone 7 Plus", "iPhone 6s Plus", "iPhone 6 Plus"]),
        ("retina4_0", ["iPhone SE 1", "iPhone SE (1st generation)", "iPhone 5s", "iPhone 5c", "iPhone 5"]),
        ("retina3_5", ["iPhone 4s", "iPhone 4"]),
        ("ipad12_9rounded", ["iPad Pro 13", "iPad Air 13", "iPad Pro 12.9", "iPad Pro 13-inch", "iPad Air 13-inch", "iPad Pro 12.9-inch"]),
        ("ipad11_0rounded", ["iPad Pro 11", "iPad Pro 11-inch", "iPad Pro"]),
        ("ipad10_9rounded", ["iPad", "iPad Air", "iPad Air 11", "iPad Air 11-inch", "iPad Air 5", "iPad Air 4", "iPad 10", "iPad 11"]),
        ("ipad8_3", ["iPad mini", "iPad mini 7", "iPad mini 6"]),
        ("ipad10_2", ["iPad 9", "iPad 8", "iPad 7"]),
        ("ipad10_5", ["iPad Air 3", "iPad Pro 10.5"]),
        ("ipad9_7", ["iPad Pro 9.7", "iPad 6", "iPad 5", "iPad Air 2"]),
        ("ipad7_9", ["iPad mini 5", "iPad mini 4"]),
        ("appleTV", ["Apple TV"]),
    ]
}
