internal import JSON
internal import LayoutModel

/// A constraint that comes into a document, read beside nothing but the views that it may name and those around them.
///
/// What makes a constraint mean something to the rest is left to reading the whole document: content areas, visual formats, ids with a dot.
struct LoneConstraint {
    let constraint: LayoutConstraint

    /// - Parameter named: the constraint with an id that the document does not have.
    /// - Returns: nil where only the whole document tells what it means, or whether it may come.
    init?(_ named: JSONTree, in document: LayoutDocument, _ limits: ImportLimits) {
        let hasDot: (String) -> Bool = { $0.utf8.contains(UInt8(ascii: ".")) }
        guard !document.isFragment, named["visual"] == nil, let id = named["id"]?.string, !hasDot(id),
            !document.views.indices.contains(where: { document.views[$0].kind == .scroll || document.views[$0].kind == .content }),
            !document.constraints.indices.contains(where: { hasDot(document.constraints[$0].id) })
        else { return nil }
        let views = LoneConstraint.views(of: document, namedIn: named.texts.map { Array($0.utf8) })
        var places: [Int: Int] = [:]
        for (place, view) in views.enumerated() { places[view] = place }
        guard let root = places[document.root] else { return nil }
        var small = document
        small.views = views.map { document.views[$0] }
        for place in small.views.indices { small.views[place].parent = small.views[place].parent.flatMap { places[$0] } }
        small.root = root
        small.constraints = []
        small.assertions = []
        small.suppressions = []
        guard let read = try? DocumentImporter(limits: limits).read(json: CanonicalDocument.json(small, adding: named, isView: false)),
            read.views == small.views, read.root == small.root, read.warnings.isEmpty, read.constraints.count == 1,
            var found = read.constraints.first,
            found.id == id
        else { return nil }
        found.first.item = views[found.first.item]
        if let second = found.second { found.second?.item = views[second.item] }
        constraint = found
    }

    /// The root, the views whose ids stand in some text, and those that these lie in, ascending.
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
    /// All texts in it, but for keys.
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
