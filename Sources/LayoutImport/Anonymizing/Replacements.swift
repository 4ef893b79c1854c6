/// Consistent replacements for names and texts: the same text always gets the same replacement.
struct Replacements {
    /// The kinds of replacements, for the summary.
    enum Kind: Int, CaseIterable, Hashable {
        case text, className, name, id, address, other
    }

    private var words: [String: String] = [:]
    private var texts: [String: String] = [:]
    private var addresses: [String: String] = [:]
    /// The number of different ones of each kind.
    private var counts: [Kind: Int] = [:]
    /// Class names of the system, which stay.
    private(set) var retainedClasses: Set<String> = []

    /// A replacement may not be a word of the input, which would then be found in the output.
    private let taken: Set<String>

    /// - Parameter taken: words of the input that no replacement may be.
    init(taken: Set<String> = []) {
        self.taken = taken
    }

    func count(_ kind: Kind) -> Int { counts[kind] ?? 0 }

    /// Counts something that was removed.
    mutating func note(_ kind: Kind, count: Int = 1) { counts[kind, default: 0] += count }

    /// Returns a number whose replacement is no word of the input.
    private mutating func number(_ kind: Kind, _ form: (Int) -> String) -> String {
        while true {
            note(kind)
            let word = form(count(kind) + skipped)
            if !taken.contains(word) { return word }
            counts[kind, default: 1] -= 1
            skipped += 1
        }
    }

    private var skipped = 0

    // MARK: Texts

    /// Returns the replacement of a text that people see.
    mutating func text(_ text: String) -> String {
        if text.isEmpty { return text }
        if let known = texts[text] { return known }
        let new = number(.text) { "text\($0)" }
        texts[text] = new
        return new
    }

    // MARK: Names

    /// Returns the replacement of a name in code: a view's, a constraint's identifier, a file. Identifiers of the system stay.
    mutating func identifier(_ text: String) -> String {
        if text.isEmpty || SystemNames.isIdentifier(text) { return text }
        return id(text)
    }

    /// Returns the replacement of an id, which no suffix describes.
    mutating func id(_ text: String) -> String {
        if let known = words[text] { return known }
        let new = number(.name) { "name\($0)" }
        words[text] = new
        return new
    }

    /// Returns the replacement of one word. It begins with a capital if the word does, and ends as the word does if that shows
    /// the kind of a class.
    mutating func word(_ word: String) -> String {
        if let known = words[word] { return known }
        let suffix = SystemNames.kind(of: word)
        let isClass = !suffix.isEmpty
        let isUpper = word.first { $0 != "_" }?.isUppercase == true
        let new = number(isClass ? .className : .name) { "\(isClass ? "Type" : isUpper ? "Name" : "name")\($0)\(suffix)" }
        words[word] = new
        return new
    }

    // MARK: Classes

    /// Returns the replacement of a class name as the runtime prints it. Those of the system stay.
    mutating func className(_ name: String) -> String {
        let observed = SystemNames.observed
        if name.hasPrefix(observed), name.count > observed.count { return observed + className(String(name.dropFirst(observed.count))) }
        if SystemNames.isClass(name) {
            retainedClasses.insert(name)
            return name
        }
        if let open = name.firstIndex(of: "<"), SystemNames.isClass(String(name[..<open])) {
            retainedClasses.insert(String(name[..<open]))
            return "\(name[..<open])<\(classWord(String(name[name.index(after: open)...])))>"
        }
        if name.hasPrefix("_Tt") {
            let new = classWord(name)
            return "_TtC3App\(new.utf8.count)\(new)"
        }
        return name.contains(".") ? "App.\(classWord(name))" : classWord(name)
    }

    private mutating func classWord(_ name: String) -> String {
        if let known = words[name] { return known }
        let new = number(.className) { "Type\($0)\(SystemNames.kind(of: name))" }
        words[name] = new
        return new
    }

    // MARK: Addresses

    /// Returns the replacement of an address in any spelling, `0x0` for that.
    mutating func address(_ text: some StringProtocol) -> String {
        let normal = HierarchyAddress.normal(text)
        if normal == "0x0" { return normal }
        if let known = addresses[normal] { return known }
        note(.address)
        let new = "0x" + String(0x1000 + 16 * count(.address), radix: 16)
        addresses[normal] = new
        return new
    }
}

/// Names that say nothing about an app: those of UIKit, AppKit and constraint libraries.
enum SystemNames {
    /// The prefix of the subclasses that key-value observing substitutes.
    static let observed = "NSKVONotifying_"

    private static let classes: Set<String> = [
        "CALayer", "MKMapView", "WKWebView", "MTKView", "SCNView", "SKView", "ARView", "ARSCNView", "GLKView", "PDFView", "AVPlayerView",
        "MKAnnotationView", "MASLayoutConstraint", "MASViewConstraint", "SnapKit.LayoutConstraint",
    ]

    /// Returns whether a class is one of the system's by the prefixes that Apple reserves.
    static func isClass(_ name: String) -> Bool {
        if classes.contains(name) { return true }
        guard !name.hasPrefix(observed), name.utf8.allSatisfy({ $0.isWord }) else { return false }
        let rest = name.drop { $0 == "_" }
        return ["UI", "NS"].contains { rest.hasPrefix($0) && rest.dropFirst(2).first?.isUppercase == true }
    }

    private static let identifierPrefixes = [
        "UIView-Encapsulated-Layout-", "NSView-Encapsulated-Layout-", "NSTableRowView-Encapsulated-Layout-", "_UITemporaryLayout", "fittingSize",
        "UISV-", "NSStackView",
        "UIViewSafeAreaLayoutGuide", "UIViewLayoutMarginsGuide", "UIView-topMargin-guide", "UIView-bottomMargin-guide",
        "UIView-leftMargin-guide", "UIView-rightMargin-guide", "UIInputViewSetPlacement_", "UIButtonBar.", "UIInputWindowController-",
        "UICollectionViewListCell-", "UIScrollView-", "UIViewReadableContentGuide", "UIViewKeyboardLayoutGuide", "TUIKeyplane.",
        "assistantView.", "assistantHeight", "accessoryView.", "inputView.", "IB auto generated at build time",
    ]
    private static let identifierEnds = ["guide-constraint"]

    /// Returns whether the system gives its own constraints or guides this identifier.
    static func isIdentifier(_ text: String) -> Bool {
        guard text.utf8.count <= 80, text.utf8.allSatisfy({ $0.isWord || $0 == Byte.minus || $0 == Byte.dot || $0 == Byte.space }) else {
            return false
        }
        return identifierPrefixes.contains(where: text.hasPrefix) || identifierEnds.contains(where: text.hasSuffix)
    }

    private static let kinds = [
        "TableViewCell", "CollectionViewCell", "CellContentView", "TableView", "CollectionView", "OutlineView", "ScrollView", "StackView", "ClipView",
        "BrowserView", "ImageView", "TextView", "TextField", "SearchBar", "Label", "Button", "LayoutConstraint", "Constraint", "LayoutGuide",
        "ViewController", "Controller", "Window", "Cell", "View",
    ]

    /// Returns the ending of a class name that shows its kind, or nothing.
    static func kind(of name: String) -> String {
        kinds.first { name.hasSuffix($0) } ?? ""
    }
}
