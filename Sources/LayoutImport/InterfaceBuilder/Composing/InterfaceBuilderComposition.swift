internal import XML

/// The classes of reusable views whose content is in an Interface Builder file of its own, and these files.
///
/// A view of such a class in another file is judged together with the content.
public struct InterfaceBuilderComposition: Sendable, Hashable {
    /// A class, and the xib with the content of its views.
    public struct Part: Sendable, Hashable {
        public let className: String
        /// The file's name in places and messages.
        public let file: String
        public let bytes: [UInt8]
        let xml: XMLDocument
        let root: XMLElement
        /// The ids of the root view and everything in it.
        let ids: Set<String>
        /// The sizes that the file states for its own views, by their ids.
        let designables: [(id: String, size: IBSize)]

        public static func == (a: Part, b: Part) -> Bool { a.className == b.className && a.file == b.file && a.bytes == b.bytes }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(className)
            hasher.combine(file)
            hasher.combine(bytes)
        }
    }

    /// The parts in the order in which they were added.
    public private(set) var parts: [Part] = []
    /// Part numbers by class.
    private var numbers: [String: Int] = [:]

    public init() {}

    public var isEmpty: Bool { parts.isEmpty }

    /// Adds the xib of a class.
    ///
    /// - Throws: `ImportError` whose message names the file and line.
    public mutating func add(_ className: String, file: String, _ bytes: [UInt8]) throws(ImportError) {
        guard numbers[className] == nil else {
            throw CompositionError.make("the class \(className) already has a file; give one file for each class")
        }
        numbers[className] = parts.count
        parts.append(try InterfaceBuilderComposition.part(className, file: file, bytes))
    }

    /// Checks that no file contains itself, directly or through other files. Call this after the last `add`.
    ///
    /// - Throws: `ImportError` that names the files and lines of the cycle.
    public func checkCycles() throws(ImportError) {
        // The classes that each file uses, with the line of the first view of each.
        let uses = parts.map { part in
            var lines: [Int: Int] = [:]
            for element in part.root.descendants where IBSceneFinder.isView(element) {
                if let used = number(of: element), lines[used] == nil { lines[used] = element.line }
            }
            return lines
        }
        for first in parts.indices {
            if let cycle = InterfaceBuilderComposition.cycle(of: first, uses) {
                let steps = zip(cycle, cycle.dropFirst() + [first]).map { from, to in
                    "\(parts[from].file) contains a view of the class \(parts[to].className) in line \(uses[from][to] ?? 1)"
                }
                throw CompositionError.make(
                    "\(steps.joined(separator: ", and ")), so it would contain itself endlessly; remove that view from the file, or do not compose "
                        + parts[cycle.last ?? first].className)
            }
        }
    }

    /// Returns the parts on the shortest way of uses from a part to itself, that part first, or nil if there is none.
    private static func cycle(of from: Int, _ uses: [[Int: Int]]) -> [Int]? {
        var before: [Int: Int] = [:]
        var waiting = [from]
        while !waiting.isEmpty {
            let part = waiting.removeFirst()
            for next in uses[part].keys.sorted() {
                if next == from {
                    var way = [part]
                    while let last = way.first, last != from, let earlier = before[last] { way.insert(earlier, at: 0) }
                    return way
                }
                if before[next] == nil {
                    before[next] = part
                    waiting.append(next)
                }
            }
        }
        return nil
    }

    /// Returns the number of the part for the class of an element.
    func number(of element: XMLElement) -> Int? {
        guard let name = element["customClass"] else { return nil }
        return numbers[name] ?? element["customModule"].flatMap { numbers["\($0).\(name)"] }
    }

    private static func part(_ className: String, file: String, _ bytes: [UInt8]) throws(ImportError) -> Part {
        let xml: XMLDocument
        do throws(XMLError) { xml = try XMLReader().read(bytes) } catch {
            throw CompositionError.make("\(file), line \(error.line): \(error.message)")
        }
        do throws(ImportError) { try IBFileReader.checkFormat(xml.root) } catch {
            throw CompositionError.make("\(file): \(error.message)")
        }
        guard xml.root.child("scenes") == nil else {
            throw CompositionError.make("\(file) is a storyboard; give the xib with the content of \(className)")
        }
        let views = (xml.root.child("objects")?.children.filter { IBSceneFinder.isView($0) } ?? [])
        guard let root = views.first(where: { $0["customClass"] == className }) ?? views.first else {
            throw CompositionError.make("\(file) contains no view; give the xib whose first view is the content of \(className)")
        }
        guard !cells.contains(root.name) else {
            throw CompositionError.make(
                "the first view of \(file) is a cell, which no other view contains: it is checked with the file itself; do not compose \(className)")
        }
        let ids = Set(([root] + root.descendants).compactMap { $0["id"] })
        let designables = IBFileReader.designables(in: xml.root).filter { ids.contains($0.id) }
        return Part(className: className, file: file, bytes: bytes, xml: xml, root: root, ids: ids, designables: designables)
    }

    /// The kinds of views that a table or collection creates.
    static let cells: Set<String> = ["tableViewCell", "collectionViewCell", "collectionReusableView", "tableViewHeaderFooterView"]
}

enum CompositionError {
    static func make(_ message: String, line: Int? = nil, column: Int? = nil) -> ImportError {
        ImportError(.invalid, code: "composition", message, line: line, column: column)
    }
}

extension XMLElement {
    /// All elements within the element, each before those within it.
    var descendants: [XMLElement] {
        var found: [XMLElement] = []
        var stack = Array(children.reversed())
        while let element = stack.popLast() {
            found.append(element)
            stack.append(contentsOf: element.children.reversed())
        }
        return found
    }
}
