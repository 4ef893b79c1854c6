internal import JSON

/// A place in a JSON document; its pointer is made only when it is needed.
struct Place {
    enum Base {
        case document
        case view(Int)
        /// Two halves, so that it takes no more room than the others.
        case textSize(view: Int32, Int32)
        case constraint(Int)
        case assertion(Int)
        case suppression(Int)
    }

    private var base: Base
    /// Up to two keys below it. A pointer takes half of the room of a `StaticString`, and places are passed on for every value.
    private var outer: UnsafePointer<UInt8>?
    private var inner: UnsafePointer<UInt8>?

    static var document: Place { Place(base: .document) }

    static func view(_ index: Int) -> Place { Place(base: .view(index)) }
    static func textSize(view: Int, _ index: Int) -> Place { Place(base: .textSize(view: Int32(clamping: view), Int32(clamping: index))) }
    static func constraint(_ index: Int) -> Place { Place(base: .constraint(index)) }
    static func assertion(_ index: Int) -> Place { Place(base: .assertion(index)) }
    static func suppression(_ index: Int) -> Place { Place(base: .suppression(index)) }

    private init(base: Base) {
        self.base = base
    }

    /// The place of a key; two levels below the base there is nothing in documents that needs a deeper one.
    @inline(__always)
    func key(_ name: StaticString) -> Place {
        var place = self
        if outer == nil { place.outer = name.utf8Start } else { place.inner = name.utf8Start }
        return place
    }

    var pointer: String {
        var text =
            switch base {
            case .document: ""
            case .view(let index): "/views/\(index)"
            case .textSize(let view, let index): "/views/\(view)/textSizes/\(index)"
            case .constraint(let index): "/constraints/\(index)"
            case .assertion(let index): "/assert/\(index)"
            case .suppression(let index): "/suppress/\(index)"
            }
        // The words of a program end with a 0.
        if let outer { text += "/" + String(cString: outer) }
        if let inner { text += "/" + String(cString: inner) }
        return text
    }

    func pointer(toKey name: String) -> String { pointer + "/" + JSONPointer.escaped(name) }

    func invalid(_ code: String, _ message: String) -> ImportError {
        ImportError(.invalid, code: code, message, pointer: pointer)
    }

    func expected(_ what: String, found value: JSONValue) -> ImportError {
        invalid("wrong-type", "expected \(what), found \(value.kind.name)")
    }
}
