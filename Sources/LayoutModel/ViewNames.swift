/// The readable names of a document's views. Each view has one name in reports, sentences and drawings, and no two views have the
/// same name.
///
/// The name is the first of these that exists: the label; the text with the class (`UILabel “Hello”`); the outlet, or the
/// accessibility name that a log prints; the class without its module; the id. If two views would have the same name, a number
/// follows it, or a document's own id replaces a class (`PersonalID`).
public struct ViewNames: Sendable {
    private let views: [LayoutView]
    private let isFragment: Bool
    private let root: Int
    /// Whether a person may have written the ids: the document is no log, no capture and no Interface Builder file.
    private let mayHavePersonalIDs: Bool
    /// Readable class names by their raw names.
    private var classes: [String: String] = [:]
    /// For each view, the index into `texts` of its name without a number, or -1 for a name derived from another view's. Empty if
    /// the views have only ids, which are unique.
    private var places: [Int32] = []
    /// The distinct names without numbers.
    private var texts: [String] = []
    /// The number of views with each name.
    private var uses: [Int32] = []
    /// Indices of the names of the framework's guides.
    private var ofGuides: Set<Int32> = []
    /// For each view, the number after its name, or 0 for none.
    private var numbers: [Int32] = []
    /// In a fragment, a subview of each assumed view.
    private var subviews: [Int: Int] = [:]

    /// Computes all names in one pass over the views.
    public init(_ document: LayoutDocument) {
        views = document.views
        isFragment = document.isFragment
        root = document.root
        mayHavePersonalIDs = !document.isFragment && document.capture == nil && !document.views.contains { $0.design != nil }
        if isFragment { noteAssumedViews() }
        guard views.contains(where: ViewNames.saysMoreThanID) else { return }
        let names = placeNames()
        if uses.contains(where: { $0 > 1 }) { number(names) }
    }

    /// Returns the view's name, or `?` if the document has no such view.
    public func name(of view: Int) -> String {
        guard views.indices.contains(view) else { return "?" }
        let superview = views[view].parent
        if views[view].kind == .content, let superview { return "\(name(of: superview)) content" }
        if views[view].isAssumed, let subview = subviews[view] { return "superview of \(name(of: subview))" }
        let own = places.isEmpty ? ownName(of: view) : texts[Int(places[view])]
        guard isShared(view) else { return own }
        if numbers[view] == ViewNames.byID { return views[view].id }
        let whose = ofGuides.contains(places[view]) ? owner(ofGuide: view).map { "\(own) of \(name(of: $0))" } ?? own : own
        return numbers[view] > 0 ? whose + " " + String(numbers[view]) : whose
    }

    /// Whether the view's name ends in a number that distinguishes it from others, which no source states.
    public func isNumbered(_ view: Int) -> Bool { numbers.indices.contains(view) && numbers[view] > 0 && isShared(view) }

    // MARK: - Numbers

    /// Finds the views that share a name.
    ///
    /// - Returns: the index in `texts` of each name.
    private mutating func placeNames() -> [String: Int32] {
        var names: [String: Int32] = [:]
        // Most views of large layouts are named by class alone, and there are few classes.
        var ofClasses: [String: Int32] = [:]
        places = Array(repeating: -1, count: views.count)
        for view in views.indices where !isDerived(view) {
            let hasClassAlone = !isFragment && views[view].hasNothingRare && views[view].text == nil && views[view].kind != .guide
            let className = hasClassAlone ? className(of: view) : nil
            if let className, let place = ofClasses[className] {
                places[view] = place
                uses[Int(place)] += 1
                continue
            }
            if let own = self.className(of: view), classes[own] == nil { classes[own] = ClassName.short(own) }
            let own = ownName(of: view)
            let place = names[own] ?? Int32(truncatingIfNeeded: uses.count)
            if Int(place) == uses.count {
                names[own] = place
                texts.append(own)
                uses.append(0)
            }
            uses[Int(place)] += 1
            places[view] = place
            if views[view].kind == .guide { ofGuides.insert(place) }
            if let className { ofClasses[className] = place }
        }
        return names
    }

    private func isShared(_ view: Int) -> Bool {
        places.indices.contains(view) && places[view] >= 0 && uses[Int(places[view])] > 1
    }

    private mutating func number(_ names: [String: Int32]) {
        // Another view's label may be `UIView 2`.
        let endsInDigit = names.keys.contains { name in name.utf8.last.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false }
        numbers = Array(repeating: 0, count: views.count)
        var last = [Int32](repeating: 0, count: uses.count)
        var lastOfOwners: [Guide: Int32] = [:]
        for view in views.indices where isShared(view) {
            let place = places[view]
            if isNamedByID(view, names) {
                numbers[view] = ViewNames.byID
                continue
            }
            if ofGuides.contains(place), let owner = owner(ofGuide: view) {
                // A guide is named after its view. Only further guides of the same kind are numbered.
                let number = lastOfOwners[Guide(place: place, owner: owner), default: 0] + 1
                lastOfOwners[Guide(place: place, owner: owner)] = number
                if number > 1 { numbers[view] = number }
                continue
            }
            var number = last[Int(place)] + 1
            while endsInDigit, names["\(texts[Int(place)]) \(number)"] != nil { number += 1 }
            last[Int(place)] = number
            numbers[view] = number
        }
    }

    /// The number of a view whose id is its name.
    private static let byID: Int32 = -1

    /// Returns whether the id says more than a class with a number: a person wrote it, and nothing else names the view.
    private func isNamedByID(_ index: Int, _ names: [String: Int32]) -> Bool {
        let view = views[index]
        guard mayHavePersonalIDs, view.kind != .guide, let className = className(of: index), names[view.id] == nil else { return false }
        return texts[Int(places[index])] == classes[className] ?? className && PersonalID.isOne(view.id)
    }

    private struct Guide: Hashable {
        var place: Int32
        var owner: Int
    }

    /// Returns the view that owns a guide of the framework, or nil if the view is no such guide or its owner is unknown.
    private func owner(ofGuide guide: Int) -> Int? {
        guard ViewNames.guideWords(views[guide]) != nil, let owner = views[guide].parent, !(isFragment && owner == root),
            views[owner].kind != .guide, views[owner].kind != .content, !views[owner].isAssumed
        else { return nil }
        return owner
    }

    /// Returns whether the name is derived from another view's.
    private func isDerived(_ view: Int) -> Bool {
        views[view].kind == .content ? views[view].parent != nil : views[view].isAssumed && subviews[view] != nil
    }

    private mutating func noteAssumedViews() {
        for view in views.indices {
            guard let superview = views[view].parent, views.indices.contains(superview), views[superview].isAssumed, !views[view].isAssumed,
                subviews[superview] == nil
            else { continue }
            subviews[superview] = view
        }
    }

    // MARK: - Names of their own

    /// Returns whether the view's name is not its id alone, which no other view has.
    private static func saysMoreThanID(_ view: LayoutView) -> Bool {
        view.className != nil || view.text != nil || view.label != nil || view.outlet != nil || view.kind == .content
            || view.id.utf8.count > mostBytes
    }

    /// Returns the name without a number. No text of the document is repeated at any length.
    private func ownName(of index: Int) -> String { wholeName(of: index).shortened(to: ViewNames.mostBytes) }

    /// The length of a name in bytes, which exceeds that of a class with 80 characters of other scripts.
    private static let mostBytes = 400

    /// Returns the class as the document states it; nil if that is nothing but space.
    private func className(of index: Int) -> String? { views[index].className.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }

    private func wholeName(of index: Int) -> String {
        let view = views[index]
        if let words = ViewNames.guideWords(view) { return words }
        if let label = view.label.map({ ViewNames.line($0, limit: 80) }), !label.isEmpty { return label }
        let className = className(of: index).map { classes[$0] ?? $0 }
        if let text = view.text.map({ ViewNames.line(isFragment ? ViewNames.withoutAddresses($0) : $0, limit: 24) }), !text.isEmpty {
            return ViewNames.quoted(text, after: className)
        }
        if let outlet = view.outlet.map({ ViewNames.line($0, limit: 80) }), !outlet.isEmpty { return outlet }
        if let className, !(isFragment && !isPrintedID(view.id, of: view.className ?? "")) { return className }
        let id = isFragment && className == nil ? classOfID(view.id) : view.id
        // A sentence with nothing but space for a name would read as if a word were missing.
        return id.allSatisfy(\.isWhitespace) ? ViewNames.quoted(id, after: "view") : id
    }

    /// Returns a text in quotation marks after its class. If both together are too long, each is shortened within its marks.
    private static func quoted(_ text: String, after className: String?) -> String {
        func name(_ className: String?, _ text: String) -> String { "\(className.map { "\($0) " } ?? "")“\(text)”" }
        let whole = name(className, text)
        return whole.utf8.count > mostBytes ? name(className?.shortened(to: mostBytes / 2), text.shortened(to: mostBytes / 3)) : whole
    }

    /// Returns whether a log printed this id because the view has no name, such as `UILabel:0x7f80`.
    private func isPrintedID(_ id: String, of className: String) -> Bool {
        id == className || id.hasPrefix(className + ":") || id.contains(":0x")
    }

    /// Returns the class in an id of a log that has only class and address.
    private func classOfID(_ id: String) -> String {
        guard let colon = id.firstIndex(of: ":"), id[colon...].hasPrefix(":0x") else { return id }
        return ClassName.short(String(id[..<colon]))
    }

    /// Returns whether a guide is one of the framework's, by its identifier in a log.
    public static func isFrameworks(guide: LayoutView) -> Bool { guideWords(guide) != nil }

    /// Returns the readable name of a framework guide, by the identifier in a log or the label in Interface Builder.
    private static func guideWords(_ view: LayoutView) -> String? {
        guard view.kind == .guide, let identifier = view.label ?? view.text else { return nil }
        return switch identifier {
        case "UIViewSafeAreaLayoutGuide", "NSViewSafeAreaLayoutGuide", "Safe Area": "safe area"
        case "UIViewLayoutMarginsGuide", "NSViewLayoutMarginsGuide", "Layout Margins Guide": "layout margins"
        case "UIViewReadableContentGuide", "Readable Content Guide": "readable content"
        case "UIScrollView-contentLayoutGuide", "Content Layout Guide": "content layout guide"
        case "UIScrollView-frameLayoutGuide", "Frame Layout Guide": "frame layout guide"
        case "UIViewKeyboardLayoutGuide", "UIKeyboardLayoutGuide", "Keyboard Layout Guide": "keyboard"
        case "Top Layout Guide": "top layout guide"
        case "Bottom Layout Guide": "bottom layout guide"
        default: nil
        }
    }

    /// Returns the text of a log without addresses in brackets, of which a part would say nothing: `TitleView(0x7f80)` is `TitleView`.
    private static func withoutAddresses(_ text: String) -> String {
        text.contains("(0x") ? text.replacing(/\(0x[0-9a-fA-F]+\)/, with: "") : text
    }

    /// Returns whether the text is one line of ASCII without redundant spaces, which most texts are.
    private static func isPlain(_ text: String) -> Bool {
        var before = UInt8(ascii: " ")
        for byte in text.utf8 {
            guard byte > 0x1F, byte < 0x7F, byte != UInt8(ascii: " ") || before != byte else { return false }
            before = byte
        }
        return before != UInt8(ascii: " ")
    }

    /// The length in bytes after which the rest of a text cannot be in its name, or is marks of one character.
    private static let mostBytesRead = 4000

    /// Returns whether the character is white space or a control character.
    private static func isSpace(_ character: Character) -> Bool {
        character.isWhitespace || character.isNewline || character.unicodeScalars.allSatisfy { $0.value < 0x20 || $0.value == 0x7F }
    }

    /// Returns the text on one line, truncated to about `limit` characters.
    private static func line(_ text: String, limit: Int) -> String {
        if text.utf8.count <= limit, isPlain(text) { return text }
        let text = String(text.drop(while: isSpace)).shortened(to: mostBytesRead)
        let words = text.split(whereSeparator: isSpace)
        let line = words.joined(separator: " ")
        guard line.count > limit else { return line }
        var cut = line.prefix(limit - 1)
        while cut.last?.isWhitespace == true { cut = cut.dropLast() }
        return "\(cut)…"
    }
}
