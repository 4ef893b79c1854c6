internal import JSON
internal import LayoutModel

/// Reads an added constraint or view in a document that contains only the views it may name and their ancestors.
///
/// Parts that affect others require reading the whole document: content areas, visual formats, ids with a dot.
struct ElementImporter {
    private let document: LayoutDocument
    private let limits: ImportLimits

    /// - Returns: nil if only the whole document determines the meaning of an added part.
    init?(comingInto document: LayoutDocument, _ limits: ImportLimits) {
        guard !document.isFragment,
            !document.views.indices.contains(where: { document.views[$0].kind == .scroll || document.views[$0].kind == .content }),
            !document.constraints.indices.contains(where: { ElementImporter.hasDot(document.constraints[$0].id) })
        else { return nil }
        self.document = document
        self.limits = limits
    }

    /// Returns the constraint, or nil if only the whole document determines its meaning or validity.
    ///
    /// - Parameter named: the constraint with an id that the document does not have.
    func constraint(_ named: JSONTree) -> LayoutConstraint? {
        guard named["visual"] == nil, let id = named["id"]?.string, !ElementImporter.hasDot(id), let (views, small) = surroundings(of: named),
            let read = read(named, into: small, isView: false),
            read.views == small.views, read.root == small.root, read.constraints.count == 1, var found = read.constraints.first,
            found.id == id
        else { return nil }
        found.first.item = views[found.first.item]
        if let second = found.second { found.second?.item = views[second.item] }
        return found
    }

    /// Returns the view, or nil if only the whole document determines its meaning or validity.
    func view(_ given: JSONTree) -> LayoutView? {
        guard let id = given["id"]?.string, let (views, small) = surroundings(of: given), let read = read(given, into: small, isView: true),
            read.views.count == small.views.count + 1, read.views.dropLast().elementsEqual(small.views), read.root == small.root,
            var found = read.views.last, found.id == id, found.kind != .scroll, let parent = found.parent, views.indices.contains(parent)
        else { return nil }
        found.parent = views[parent]
        return found
    }

    private static func hasDot(_ id: String) -> Bool { id.utf8.contains(UInt8(ascii: ".")) }

    private func read(_ part: JSONTree, into small: LayoutDocument, isView: Bool) -> LayoutDocument? {
        let json = CanonicalDocument.json(small, adding: part, isView: isView)
        guard let read = try? DocumentImporter(limits: limits).read(json: json), read.warnings.isEmpty else { return nil }
        return read
    }

    /// Returns the views that a part may name with their ancestors, ascending, and a document with only these.
    private func surroundings(of part: JSONTree) -> (views: [Int], small: LayoutDocument)? {
        let views = ElementImporter.views(of: document, namedIn: part.texts.map { Array($0.utf8) })
        var places: [Int: Int] = [:]
        for (place, view) in views.enumerated() { places[view] = place }
        guard let root = places[document.root] else { return nil }
        var small = document
        small.views = views.map { document.views[$0] }
        for place in small.views.indices {
            small.views[place].parent = small.views[place].parent.flatMap { places[$0] }
            // No document states it.
            if !small.views[place].hasNothingRare { small.views[place].design = nil }
        }
        small.root = root
        small.constraints = []
        small.assertions = []
        small.suppressions = []
        return (views, small)
    }

    /// Returns the root, the views whose ids occur in some text, and their ancestors, ascending.
    private static func views(of document: LayoutDocument, namedIn texts: [[UInt8]]) -> [Int] {
        var isNeeded = [Bool](repeating: false, count: document.views.count)
        isNeeded[document.root] = true
        for index in document.views.indices {
            let id = document.views[index].id
            guard texts.contains(where: { $0.contains(text: id) }) else { continue }
            var next: Int? = index
            while let view = next, !isNeeded[view] {
                isNeeded[view] = true
                next = document.views[view].parent
            }
        }
        return isNeeded.indices.filter { isNeeded[$0] }
    }
}

extension JSONTree {
    /// All texts in the value, except for keys.
    fileprivate var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(\.texts)
        case .object(let members): members.flatMap(\.value.texts)
        default: []
        }
    }
}

extension [UInt8] {
    fileprivate func contains(text: String) -> Bool {
        var text = text
        return text.withUTF8 { sought in
            guard let first = sought.first, sought.count <= count else { return false }
            return withUnsafeBufferPointer { own in
                var start = 0
                while start <= own.count - sought.count {
                    if own[start] == first, UnsafeBufferPointer(rebasing: own[start..<start + sought.count]).elementsEqual(sought) { return true }
                    start += 1
                }
                return false
            }
        }
    }
}
