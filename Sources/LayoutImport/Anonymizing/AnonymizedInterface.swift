internal import StandardAdditions
internal import XML

/// Rewrites an Interface Builder file with other texts and names. It is written from the elements, attributes and words that the
/// readers know, and whatever bears on no layout is left out: colors, actions, runtime attributes, modules.
struct AnonymizedInterface {
    private var replacements: Replacements
    private var fillers: FillerText
    private var ids: [String: String] = [:]
    private var images: [String: String] = [:]
    /// The ids of the input, of which no new one may be one.
    private let givenIDs: Set<String>
    private let root: XMLElement
    private var output = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    init(_ document: XMLDocument) {
        root = document.root
        var words: Set<String> = []
        var ids: Set<String> = []
        var stack = [document.root]
        while let element = stack.popLast() {
            stack.append(contentsOf: element.children)
            for value in element.attributes.map(\.value) + [IBText.string(element)] {
                words.formUnion(value.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
                words.formUnion(value.split { !$0.isLetter && !$0.isNumber }.map(String.init))
            }
            if let id = element["id"] { ids.insert(id) }
        }
        givenIDs = ids
        replacements = Replacements(taken: words)
        fillers = FillerText(taken: Set(words.filter { $0.utf8.count > 1 }.map { $0.lowercased() }))
    }

    /// Returns the file, and what was replaced.
    mutating func file() -> (bytes: [UInt8], replacements: Replacements) {
        let isNeeded = needed()
        var steps: [(element: XMLElement, depth: Int, isEnd: Bool)] = [(root, 0, false)]
        while let (element, depth, isEnd) = steps.popLast() {
            let name = name(of: element)
            let indentation = String(repeating: "    ", count: min(depth, 16))
            if isEnd {
                output += "\(indentation)</\(name)>\n"
                continue
            }
            let children = element.children.filter { isNeeded[$0.index] }
            replacements.note(.other, count: element.children.count { !isNeeded[$0.index] })
            output += "\(indentation)<\(name)"
            attributes(of: element)
            let text = self.text(of: element)
            guard !children.isEmpty || !text.isEmpty else {
                output += "/>\n"
                continue
            }
            if children.isEmpty {
                output += ">\(AnonymizedInterface.escaped(text))</\(name)>\n"
                continue
            }
            // Beside other elements the text goes where the reader finds it too.
            output += ">\(AnonymizedInterface.escaped(text))\n"
            steps.append((element, depth, true))
            steps.append(contentsOf: children.reversed().map { ($0, depth + 1, false) })
        }
        return (Array(output.utf8), replacements)
    }

    // MARK: Elements

    /// Returns for each element whether it bears on a layout, or contains one that does.
    private func needed() -> [Bool] {
        var all: [XMLElement] = []
        var stack = [root]
        while let element = stack.popLast() {
            all.append(element)
            stack.append(contentsOf: element.children)
        }
        var isNeeded = Array(repeating: false, count: all.count)
        // Each element comes after the one that it is in.
        for element in all.reversed() {
            if !isNeeded[element.index] { isNeeded[element.index] = AnonymizedInterface.bears(element) }
            if isNeeded[element.index], let parent = element.parent { isNeeded[parent.index] = true }
        }
        // An outlet or a segue to an object that is left out would lead nowhere, which is a finding.
        let remaining = Set(all.filter { isNeeded[$0.index] }.compactMap { $0["id"] })
        for element in all where element.parent?.name == "connections" {
            if let object = element["destination"], givenIDs.contains(object), !remaining.contains(object) { isNeeded[element.index] = false }
        }
        return isNeeded
    }

    /// Returns whether the readers look for an element.
    private static func bears(_ element: XMLElement) -> Bool {
        if InterfaceVocabulary.structure.contains(element.name) || IBSceneFinder.isView(element) { return true }
        if element["id"] != nil, element.name.hasSuffix("ontroller") || element.name.hasSuffix("Guide") { return true }
        if let parent = element.parent?.name, ["customSpacing", "visibilityPriorities"].contains(parent) { return true }
        if element.name == "outlet", let owner = element.parent?.parent {
            return owner.name.hasSuffix("ontroller") || owner["placeholderIdentifier"] != nil || IBSceneFinder.isView(owner)
        }
        return element["key"].map(InterfaceVocabulary.keys.contains) ?? false
    }

    private func name(of element: XMLElement) -> String {
        InterfaceVocabulary.element(element.name, isView: IBSceneFinder.isView(element))
    }

    /// Returns the replacement of the text in an element, in base64 if the original is.
    private mutating func text(of element: XMLElement) -> String {
        guard !element.text.isEmpty, let key = element["key"], InterfaceVocabulary.form(of: key, in: element.name) == .text else { return "" }
        let text = filler(for: IBText.string(element))
        return element["base64-UTF8"] == "YES" ? Base64.encode(Array(text.utf8)) : text
    }

    // MARK: Attributes

    private mutating func attributes(of element: XMLElement) {
        for (name, value) in element.attributes {
            guard let new = attribute(name, value, of: element) else {
                replacements.note(.other)
                continue
            }
            output += " \(name)=\"\(AnonymizedInterface.escaped(new, isAttribute: true))\""
        }
    }

    private mutating func attribute(_ name: String, _ value: String, of element: XMLElement) -> String? {
        if name == "base64-UTF8" { return value == "YES" ? value : nil }
        switch InterfaceVocabulary.form(of: name, in: element.name) {
        case nil: return nil
        case .number: return InterfaceVocabulary.number(value)
        case .word: return value.isEmpty ? value : InterfaceVocabulary.word(value, of: name)
        case .id: return id(value)
        case .text: return filler(for: value)
        case .className: return replacements.className(value)
        case .name: return element.name == "outlet" && InterfaceVocabulary.isCommonOutlet(value) ? value : replacements.identifier(value)
        case .image: return image(value)
        case .font: return font(value)
        }
    }

    private mutating func filler(for text: String) -> String {
        let (filler, isNew) = fillers.filler(for: text)
        if isNew, !text.isEmpty { replacements.note(.text) }
        return filler
    }

    /// Returns the replacement of an id, in the form of Interface Builder's: `i00-00-001`. Those of the placeholders stay.
    private mutating func id(_ id: String) -> String {
        if id.isEmpty || ["-1", "-2", "-3"].contains(id) || isOfUnnamed(id) { return id }
        if let known = ids[id] { return known }
        var new = ""
        repeat {
            replacements.note(.id)
            new = AnonymizedInterface.id(replacements.count(.id) - 1)
        } while givenIDs.contains(new)
        // An id with a dot is never that of a constraint that is not installed.
        if id.contains(".") { new += ".a" }
        ids[id] = new
        return new
    }

    /// Returns whether the reader may give this id to an element without one, such as `view~1`.
    private func isOfUnnamed(_ id: String) -> Bool {
        let parts = id.split(separator: "~", omittingEmptySubsequences: false)
        return parts.count == 2 && InterfaceVocabulary.element(String(parts[0]), isView: true) == String(parts[0])
            && !parts[1].isEmpty && parts[1].utf8.allSatisfy(\.isDigit)
    }

    private static func id(_ number: Int) -> String {
        let digits = String(10_000_000 + number).dropFirst()
        return "i\(digits.prefix(2))-\(digits.dropFirst(2).prefix(2))-\(digits.dropFirst(4))"
    }

    /// The images of AppKit whose alignment rectangles are known.
    private static let systemImages: Set<String> = ["NSAddTemplate", "NSRemoveTemplate", "NSRefreshFreestandingTemplate"]

    /// Returns the replacement of an image's name. The system's images, whose names do not stay, are still the system's.
    private mutating func image(_ name: String) -> String {
        if AnonymizedInterface.systemImages.contains(name) { return name }
        if let known = images[name] { return known }
        let new = replacements.id(name)
        images[name] = name.hasPrefix("NS") && name.hasSuffix("Template") ? "NS\(new)Template" : new
        return images[name] ?? new
    }

    /// Returns the replacement of a font's or family's name, which shows whether it is bold and whether it is the system's.
    private mutating func font(_ name: String) -> String {
        if name.hasPrefix(".SF") || name.hasPrefix(".AppleSystemUIFont") { return name.contains("Bold") ? ".SFNS-Bold" : ".AppleSystemUIFont" }
        return replacements.id(name) + (name.contains("Bold") ? "-Bold" : "")
    }

    // MARK: Writing

    private static func escaped(_ text: String, isAttribute: Bool = false) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"" where isAttribute: result += "&quot;"
            case "\n" where isAttribute, "\t" where isAttribute: result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
