/// A document as a tree of elements: names, attributes, text and source positions. Comments and processing instructions are
/// omitted.
///
/// The elements are in one array in document order, so that a traversal is sequential in memory.
public struct XMLDocument: Sendable {
    let storage: Storage

    public var root: XMLElement { XMLElement(storage: storage, index: 0) }

    /// The number of elements.
    public var count: Int { storage.nodes.count }

    struct Node: Sendable {
        var name: Int32
        var parent: Int32
        var firstChild: Int32 = -1
        var nextSibling: Int32 = -1
        /// The range of the element's attributes in `Storage.attributes`.
        var attributes: Range<Int32>
        var line: Int32
        var column: Int32
        /// The index of its file in `Storage.files`, or -1 if the element is the document's own.
        var file: Int32 = -1
    }

    struct Attribute: Sendable {
        var name: Int32
        var value: String
    }

    /// The storage that all elements of a document share.
    final class Storage: Sendable {
        let nodes: [Node]
        let attributes: [Attribute]
        /// The distinct names of elements and attributes.
        let names: [String]
        let numbers: [String: Int32]
        /// The character data directly in an element, by the element's index, unless it is blank.
        let text: [Int32: String]
        /// The names of other files from which elements were copied.
        let files: [String]

        init(
            nodes: [Node], attributes: [Attribute], names: [String], numbers: [String: Int32], text: [Int32: String], files: [String] = []
        ) {
            self.nodes = nodes
            self.attributes = attributes
            self.names = names
            self.numbers = numbers
            self.text = text
            self.files = files
        }
    }
}

/// An element of a document.
public struct XMLElement: Sendable, Hashable {
    let storage: XMLDocument.Storage
    /// The index of the element in document order; the root's is 0.
    public let index: Int

    private var node: XMLDocument.Node { storage.nodes[index] }

    public var name: String { storage.names[Int(node.name)] }
    /// The line in which the element begins, from 1.
    public var line: Int { Int(node.line) }
    /// The column at which the element begins, from 1, in characters.
    public var column: Int { Int(node.column) }

    /// The name of the file from which the element was copied, or nil if it is the document's own.
    public var file: String? { node.file < 0 ? nil : storage.files[Int(node.file)] }

    public var parent: XMLElement? {
        node.parent < 0 ? nil : XMLElement(storage: storage, index: Int(node.parent))
    }

    public var children: Children { Children(storage: storage, first: node.firstChild) }

    /// The character data directly in the element; empty if it is blank.
    public var text: String { storage.text[Int32(truncatingIfNeeded: index)] ?? "" }

    /// The value of an attribute; nil if it is absent.
    public subscript(name: String) -> String? {
        let range = node.attributes
        guard !range.isEmpty, let number = storage.numbers[name] else { return nil }
        for place in range where storage.attributes[Int(place)].name == number { return storage.attributes[Int(place)].value }
        return nil
    }

    /// The names and values in document order.
    public var attributes: [(name: String, value: String)] {
        node.attributes.map { (storage.names[Int(storage.attributes[Int($0)].name)], storage.attributes[Int($0)].value) }
    }

    /// Returns the first child with that name.
    public func child(_ name: String) -> XMLElement? {
        children.first { $0.name == name }
    }

    /// Returns the first child with that value of the attribute `key`.
    public func child(key: String) -> XMLElement? {
        children.first { $0["key"] == key }
    }

    public static func == (a: XMLElement, b: XMLElement) -> Bool { a.storage === b.storage && a.index == b.index }

    public func hash(into hasher: inout Hasher) { hasher.combine(index) }

    /// The children of an element.
    public struct Children: Sequence, Sendable {
        let storage: XMLDocument.Storage
        let first: Int32

        public func makeIterator() -> Iterator { Iterator(storage: storage, upcoming: first) }

        public struct Iterator: IteratorProtocol {
            let storage: XMLDocument.Storage
            var upcoming: Int32

            public mutating func next() -> XMLElement? {
                guard upcoming >= 0 else { return nil }
                defer { upcoming = storage.nodes[Int(upcoming)].nextSibling }
                return XMLElement(storage: storage, index: Int(upcoming))
            }
        }
    }
}

extension [XMLDocument.Node] {
    /// Makes a node the last child of another.
    ///
    /// - Parameter lastChild: the last child so far, or a negative number if there is none.
    mutating func append(child: Int32, to parent: Int32, after lastChild: Int32) {
        if lastChild < 0 {
            self[Int(parent)].firstChild = child
        } else {
            self[Int(lastChild)].nextSibling = child
        }
    }
}
