internal import XML

/// Replaces the views of composed classes in a document by the content of their files.
///
/// Such a view, the placeholder, keeps its id, frame and constraints. The content of the file's root view becomes its content, with
/// the placeholder's id and `/` before each id: `hea-00-001/tit-00-001`.
struct IBComposer {
    let composition: InterfaceBuilderComposition
    private var composer = XMLComposer()
    private var steps: [Step] = []
    /// The parts that the document uses.
    private(set) var used: Set<Int> = []
    /// The parts in the document with the ids of their elements, for what their files say of single elements.
    private(set) var renamings: [(part: InterfaceBuilderComposition.Part, context: Context)] = []
    private var unnamed = 0
    private let isMac: Bool
    private let limits: ImportLimits
    /// The number of steps, and the bytes of what the parts say of single elements.
    private var (count, furtherBytes) = (0, 0)

    /// The maximum number of bytes of memory for a document with the content of its placeholders, by its elements and their attributes. Parts
    /// in parts multiply, and each id has those of all placeholders around it.
    private static let mostBytes = 64 << 20

    /// The name of the child that has the size in which the content of a composed view is drawn.
    static let drawnSize = "composedSize"

    /// The file that an element comes from, and what its ids become.
    struct Context {
        var part: InterfaceBuilderComposition.Part?
        /// The id of the view that has the content.
        var placeholder = ""
        /// The placeholder's guides that take the place of the root view's.
        var guides: [String: String] = [:]

        var file: String? { part?.file }

        func renamed(_ id: String) -> String {
            guard let part, part.ids.contains(id) else { return id }
            if id == part.root["id"] { return placeholder }
            return guides[id] ?? "\(placeholder)/\(id)"
        }
    }

    private enum Step {
        case visit(XMLElement, Context)
        case begin(XMLElement, String, [(name: String, value: String)], String?)
        case end
    }

    private init(_ composition: InterfaceBuilderComposition, root: XMLElement, _ limits: ImportLimits) {
        self.composition = composition
        self.limits = limits
        isMac = IBFileReader.platform(of: root) == .macOS
    }

    /// Returns the document with the content of its placeholders, or nil if it has none.
    static func composed(
        _ document: XMLDocument, _ composition: InterfaceBuilderComposition, _ limits: ImportLimits
    ) throws(ImportError) -> (document: XMLDocument, composer: IBComposer)? {
        guard !composition.isEmpty, document.root.descendants.contains(where: { isPlaceholder($0) && composition.number(of: $0) != nil }) else {
            return nil
        }
        var composer = IBComposer(composition, root: document.root, limits)
        composer.steps = [.visit(document.root, Context())]
        while let step = composer.steps.popLast() { try composer.take(step) }
        return composer.composer.document.map { ($0, composer) }
    }

    /// Returns whether an element is a view within a layout. The top-level views of a xib are not, since one of them may be the
    /// content itself.
    private static func isPlaceholder(_ element: XMLElement) -> Bool {
        IBSceneFinder.isView(element) && !(element.parent?.name == "objects" && element.parent?.parent?.name == "document")
    }

    private mutating func take(_ step: Step) throws(ImportError) {
        count += 1
        try limits.checkInterest(count)
        switch step {
        case .end: composer.end()
        case .begin(let element, let name, let attributes, let file): try begin(element, name, attributes, file)
        case .visit(let element, let context):
            if let number = composition.number(of: element), IBComposer.isPlaceholder(element) {
                return try compose(element, context, composition.parts[number], number)
            }
            try begin(element, element.name, renamed(element, context), context.file)
            steps.append(.end)
            steps += element.children.map { Step.visit($0, context) }.reversed()
        }
    }

    private mutating func begin(
        _ element: XMLElement, _ name: String, _ attributes: [(name: String, value: String)], _ file: String?
    ) throws(ImportError) {
        func tooLarge(_ message: String) -> ImportError {
            ImportError(
                .tooLarge, code: "too-large", "after composing the views, \(message)\(file.map { " (in \($0))" } ?? "")",
                line: file == nil ? element.line : nil, column: file == nil ? element.column : nil)
        }
        do throws(XMLError) { try composer.begin(element, as: name, attributes, file: file) } catch { throw tooLarge(error.message) }
        if composer.bytes + furtherBytes > IBComposer.mostBytes {
            throw tooLarge("the file takes more than \(IBComposer.mostBytes >> 20) MiB of memory, which is the limit")
        }
    }

    /// The attributes that are or name an id.
    private static let references: Set<String> = ["id", "firstItem", "secondItem", "destination", "reference"]

    private func renamed(_ element: XMLElement, _ context: Context) -> [(name: String, value: String)] {
        guard context.part != nil else { return element.attributes }
        return element.attributes.map { ($0.name, IBComposer.references.contains($0.name) ? context.renamed($0.value) : $0.value) }
    }

    // MARK: Placeholders

    /// The attributes of a root view that do not apply to the view that contains its content.
    private static let ownAttributes: Set<String> = [
        "id", "key", "customClass", "customModule", "customModuleProvider", "userLabel", "fixedFrame", "misplaced", "ambiguous", "hidden",
        "verifyAmbiguity", "translatesAutoresizingMaskIntoConstraints", "placeholderIntrinsicWidth", "placeholderIntrinsicHeight",
        "horizontalHuggingPriority", "verticalHuggingPriority", "horizontalCompressionResistancePriority", "verticalCompressionResistancePriority",
    ]

    private mutating func compose(
        _ element: XMLElement, _ context: Context, _ part: InterfaceBuilderComposition.Part, _ number: Int
    ) throws(ImportError) {
        let place = context.file.map { " (\($0), line \(element.line))" } ?? ""
        guard !InterfaceBuilderComposition.cells.contains(element.name) else {
            throw CompositionError.make(
                "this view of the class \(part.className)\(place) is a cell, which is registered with its table and cannot be composed; do not "
                    + "compose "
                    + part.className, line: context.part == nil ? element.line : nil, column: context.part == nil ? element.column : nil)
        }
        guard isMac == (IBFileReader.platform(of: part.xml.root) == .macOS) else {
            throw CompositionError.make(
                "\(part.file) is for \(isMac ? "UIKit" : "AppKit"), but this view of the class \(part.className)\(place) is in a file for "
                    + "\(isMac ? "AppKit" : "UIKit"); give the xib for the same system",
                line: context.part == nil ? element.line : nil, column: context.part == nil ? element.column : nil)
        }
        used.insert(number)
        var inner = Context(part: part)
        if let id = element["id"] {
            inner.placeholder = context.renamed(id)
        } else {
            unnamed += 1
            inner.placeholder = "\(part.className)~\(unnamed)"
        }
        let own = Dictionary(IBComposer.guides(of: element).map { ($0["key"], $0) }, uniquingKeysWith: { first, _ in first })
        for guide in IBComposer.guides(of: part.root) {
            if let id = guide["id"], let own = own[guide["key"]]?["id"] { inner.guides[id] = context.renamed(own) }
        }
        furtherBytes += MemoryLayout<Context>.stride + inner.placeholder.utf8.count
        for (id, new) in inner.guides { furtherBytes += 2 * MemoryLayout<String>.stride + id.utf8.count + new.utf8.count }
        for designable in part.designables {
            furtherBytes += MemoryLayout<String>.stride + MemoryLayout<IBSize>.stride + inner.renamed(designable.id).utf8.count
        }
        renamings.append((part, inner))
        try begin(
            element, ["view", "customView"].contains(element.name) ? part.root.name : element.name, attributes(element, context, inner), context.file)
        steps += content(of: element, context, inner).reversed()
    }

    private static func guides(of view: XMLElement) -> [XMLElement] { view.children.filter { $0.name == "viewLayoutGuide" } }

    /// Returns the placeholder's attributes, and the root view's where the placeholder has none. A size in place of the content
    /// is left out.
    private func attributes(_ element: XMLElement, _ context: Context, _ inner: Context) -> [(name: String, value: String)] {
        var own = renamed(element, context).filter { !$0.name.hasPrefix("placeholderIntrinsic") }
        if element["id"] == nil { own.append(("id", inner.placeholder)) }
        let names = Set(own.map(\.name))
        let further = inner.part?.root.attributes ?? []
        return own + further.filter { !names.contains($0.name) && !IBComposer.ownAttributes.contains($0.name) }
    }

    /// Returns the steps for the children of a placeholder and its end.
    private func content(of element: XMLElement, _ context: Context, _ inner: Context) -> [Step] {
        guard let part = inner.part else { return [.end] }
        var steps: [Step] = []
        let merged = ["subviews", "constraints"]
        for child in element.children where !merged.contains(child.name) { steps.append(.visit(child, context)) }
        let own = Set(element.children.map { "\($0.name) \($0["key"] ?? "")" })
        for child in part.root.children where !merged.contains(child.name) {
            switch child.name {
            case "rect" where child["key"] == "frame":
                steps += [.begin(child, IBComposer.drawnSize, child.attributes, part.file), .end]
            case "rect", "autoresizingMask", "point": break
            case "connections", "variation": steps.append(.visit(child, inner))
            default: if !own.contains("\(child.name) \(child["key"] ?? "")") { steps.append(.visit(child, inner)) }
            }
        }
        for name in merged {
            let (outside, inside) = (element.child(name), part.root.child(name))
            guard let list = outside ?? inside else { continue }
            steps.append(.begin(list, name, list.attributes, outside == nil ? part.file : context.file))
            // A size in place of the content is not needed beside the content itself.
            for child in outside?.children.filter({ !IBComposer.isPlaceholderSize($0, of: element) }) ?? [] { steps.append(.visit(child, context)) }
            for child in inside.map({ Array($0.children) }) ?? [] { steps.append(.visit(child, inner)) }
            steps.append(.end)
        }
        return steps + outlets(of: part, inner) + [.end]
    }

    private static func isPlaceholderSize(_ constraint: XMLElement, of view: XMLElement) -> Bool {
        constraint["placeholder"] == "YES" && constraint["secondItem"] == nil && constraint["secondAttribute"] == nil
            && (constraint["firstItem"] == nil || constraint["firstItem"] == view["id"])
    }

    /// Returns the steps for the outlets of the file's owner, which is the view that contains the content.
    private func outlets(of part: InterfaceBuilderComposition.Part, _ inner: Context) -> [Step] {
        let owner = part.xml.root.child("objects")?.children.first { $0["placeholderIdentifier"] == "IBFilesOwner" }
        guard let connections = owner?.child("connections") else { return [] }
        let outlets = connections.children.filter { outlet in
            outlet.name == "outlet" && outlet["destination"].map { part.ids.contains($0) && $0 != part.root["id"] } ?? false
        }
        if outlets.isEmpty { return [] }
        return [.begin(connections, "connections", [], part.file)] + outlets.map { .visit($0, inner) } + [.end]
    }
}
