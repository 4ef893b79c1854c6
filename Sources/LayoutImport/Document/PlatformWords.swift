internal import ExactArithmetic
internal import JSON
internal import LayoutModel

/// Words of UIKit's and AppKit's code that a document may use in place of its own: `.alignAllTop`,
/// `NSLayoutConstraint.Attribute.top` and `NSLayoutAttributeTop`.
enum PlatformWord {
    /// The subject of a word.
    enum Subject {
        case option, relation, priority, attribute, axis, direction, mask

        /// The types before a word in Swift.
        fileprivate var types: [StaticString] {
            switch self {
            case .option: ["NSLayoutConstraint.FormatOptions", "NSLayoutFormatOptions"]
            case .relation: ["NSLayoutConstraint.Relation", "NSLayoutRelation"]
            case .priority: ["UILayoutPriority", "NSLayoutConstraint.Priority", "NSLayoutPriority"]
            case .attribute: ["NSLayoutConstraint.Attribute", "NSLayoutAttribute"]
            case .axis: ["NSLayoutConstraint.Axis", "NSLayoutConstraint.Orientation", "UILayoutConstraintAxis"]
            case .direction:
                [
                    "UIUserInterfaceLayoutDirection", "NSUserInterfaceLayoutDirection", "UITraitEnvironmentLayoutDirection",
                    "UISemanticContentAttribute",
                ]
            case .mask: ["UIView.AutoresizingMask", "UIViewAutoresizing"]
            }
        }

        /// The prefixes of words in Objective-C.
        fileprivate var prefixes: [StaticString] {
            switch self {
            case .option: ["NSLayoutFormat"]
            case .relation: ["NSLayoutRelation"]
            case .priority: ["UILayoutPriority", "NSLayoutPriority"]
            case .attribute: ["NSLayoutAttribute"]
            case .axis: ["UILayoutConstraintAxis", "NSLayoutConstraintOrientation"]
            case .direction:
                [
                    "UIUserInterfaceLayoutDirection", "NSUserInterfaceLayoutDirection", "UITraitEnvironmentLayoutDirection",
                    "UISemanticContentAttribute",
                ]
            case .mask: ["UIViewAutoresizing"]
            }
        }
    }

    /// Returns the word without its prefix in code: `alignAllTop`. Returns nil for other words, plain ones included.
    static func plain(_ word: UnsafeBufferPointer<UInt8>, _ subject: Subject) -> String? {
        guard let first = word.first, first == UInt8(ascii: ".") || first == UInt8(ascii: "N") || first == UInt8(ascii: "U"), word.count <= 80
        else { return nil }
        func rest(from index: Int) -> String { String(decoding: word[index...], as: UTF8.self) }
        if let dot = word.lastIndex(of: UInt8(ascii: ".")) {
            let type = UnsafeBufferPointer(rebasing: word[..<dot])
            return type.isEmpty || subject.types.contains(where: { type.isEqual(to: $0) }) ? rest(from: dot + 1) : nil
        }
        for prefix in subject.prefixes {
            let length = prefix.utf8CodeUnitCount
            guard word.count > length, UnsafeBufferPointer(rebasing: word[..<length]).isEqual(to: prefix) else { continue }
            let capitalised = rest(from: length)
            return capitalised.prefix(1).lowercased() + capitalised.dropFirst()
        }
        return nil
    }

    /// Returns the word of a text without its prefix in code.
    static func plain(_ word: String, _ subject: Subject) -> String? {
        var word = word
        return word.withUTF8 { plain($0, subject) }
    }

    // MARK: Meanings of words

    /// Returns the priority of a word in code, such as `.required` or `UILayoutPriorityDefaultHigh`.
    static func priority(_ word: UnsafeBufferPointer<UInt8>) -> Rational? {
        switch plain(word, .priority) {
        case "required": LayoutPriority.required
        case "defaultHigh": LayoutPriority.defaultHigh
        case "defaultLow": LayoutPriority.defaultLow
        case "fittingSizeLevel", "fittingSizeCompression": LayoutPriority.fittingSize
        case "dragThatCanResizeScene", "dragThatCanResizeWindow": 510
        case "sceneSizeStayPut", "windowSizeStayPut": 500
        case "dragThatCannotResizeScene", "dragThatCannotResizeWindow": 490
        default: nil
        }
    }

    /// Returns the relation of a word in code, such as `.greaterThanOrEqual` or `NSLayoutRelationEqual`.
    static func relation(_ word: UnsafeBufferPointer<UInt8>) -> LayoutRelation? {
        switch plain(word, .relation) {
        case "equal": .equal
        case "lessThanOrEqual": .lessThanOrEqual
        case "greaterThanOrEqual": .greaterThanOrEqual
        default: nil
        }
    }
}

// MARK: - Words in documents

extension Axis {
    /// Creates the axis from `horizontal` or `vertical`, or from its name in code.
    init?(word: String) {
        self.init(rawValue: PlatformWord.plain(word, .axis) ?? word)
    }
}

extension LayoutDirection {
    /// Creates the direction from `ltr` or `rtl`, or from its name in code.
    init?(word: String) {
        switch PlatformWord.plain(word, .direction) {
        case "leftToRight", "forceLeftToRight": self = .ltr
        case "rightToLeft", "forceRightToLeft": self = .rtl
        default: self.init(rawValue: word)
        }
    }
}

extension LayoutView.Kind {
    /// Creates the kind from `view`, `guide` or `scroll`, or from a class in code.
    init?(word: UnsafeBufferPointer<UInt8>) {
        if word.isEqual(to: "view") || word.isEqual(to: "UIView") || word.isEqual(to: "NSView") {
            self = .view
        } else if word.isEqual(to: "guide") || word.isEqual(to: "UILayoutGuide") || word.isEqual(to: "NSLayoutGuide") {
            self = .guide
        } else if word.isEqual(to: "scroll") || word.isEqual(to: "UIScrollView") || word.isEqual(to: "NSScrollView") {
            self = .scroll
        } else {
            return nil
        }
    }
}

extension Autoresizing.Flexible {
    /// Creates the part from `flexibleWidth` and the others, or from its name in code.
    init?(word: String) {
        self.init(rawValue: PlatformWord.plain(word, .mask) ?? word)
    }
}
