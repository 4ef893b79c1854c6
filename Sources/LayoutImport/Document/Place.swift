internal import JSON

/// A place in a JSON document. Its pointer is created only if needed.
struct Place {
    enum Base {
        case document
        case view(Int)
        /// Two 32-bit halves, so that this case is no larger than the others.
        case textSize(view: Int32, Int32)
        case height(view: Int32, Int32)
        case constraint(Int)
        case assertion(Int)
        case suppression(Int)
    }

    private var base: Base
    /// Up to two keys below the base. A pointer is half as large as a `StaticString`, and places are passed for every value.
    private var outer: UnsafePointer<UInt8>?
    private var inner: UnsafePointer<UInt8>?

    static var document: Place { Place(base: .document) }

    static func view(_ index: Int) -> Place { Place(base: .view(index)) }
    static func textSize(view: Int, _ index: Int) -> Place { Place(base: .textSize(view: Int32(clamping: view), Int32(clamping: index))) }
    static func height(view: Int, _ index: Int) -> Place { Place(base: .height(view: Int32(clamping: view), Int32(clamping: index))) }
    static func constraint(_ index: Int) -> Place { Place(base: .constraint(index)) }
    static func assertion(_ index: Int) -> Place { Place(base: .assertion(index)) }
    static func suppression(_ index: Int) -> Place { Place(base: .suppression(index)) }

    private init(base: Base) {
        self.base = base
    }

    /// Returns the place of a key. Documents need at most two levels below the base.
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
            case .height(let view, let index): "/views/\(view)/heightsByWidth/\(index)"
            case .constraint(let index): "/constraints/\(index)"
            case .assertion(let index): "/assert/\(index)"
            case .suppression(let index): "/suppress/\(index)"
            }
        // String literals are null-terminated.
        if let outer { text += "/" + String(cString: outer) }
        if let inner { text += "/" + String(cString: inner) }
        return text
    }

    func pointer(toKey name: String) -> String { pointer + "/" + JSONPointer.escaped(name) }

    func invalid(_ code: String, _ message: String) -> ImportError {
        ImportError(.invalid, code: code, message, pointer: pointer)
    }

    func expected(_ what: String, found value: JSONValue) -> ImportError {
        invalid("wrong-type", "expected \(what)\(ValueShape.hint(at: pointer)), but found \(value.kind.name)")
    }
}
