/// Readable forms of class names.
public enum ClassName {
    /// Returns the class without its module and mangling: `ColumnView` for `Shop.ColumnView`, for `_TtC4Shop10ColumnView` and for
    /// `NSKVONotifying_Shop.ColumnView`. A name that cannot be demangled is returned unchanged.
    /// One that is far too long for a class is only shortened.
    public static func short(_ name: String) -> String {
        guard name.utf8.count <= longestName else { return name.shortened() }
        var rest = name[...]
        while rest.hasPrefix(observed), rest.count > observed.count { rest = rest.dropFirst(observed.count) }
        if rest.hasPrefix("_Tt") || rest.hasPrefix("Tt") {
            var mangled = MangledName(rest)
            if let read = mangled.className() { return withArguments(read.name, read.arguments) }
        }
        return readable(rest)
    }

    /// The prefix of the subclasses that key-value observing substitutes.
    private static let observed = "NSKVONotifying_"
    /// The length of a generic argument, in characters, beyond which it is abbreviated.
    private static let longestArguments = 24
    private static let longestRead = 200
    /// The length of a name, in bytes, up to which it is demangled.
    private static let longestName = 4000

    /// Returns `Box<Item>` for `Shop.Box<Shop.Item>`, and the text after the last dot for `Shop.(unknown context at $10a).Box`.
    private static func readable(_ name: Substring) -> String {
        guard let open = name.firstIndex(of: "<"), name.hasSuffix(">"), open != name.startIndex else { return withoutModule(name) }
        let inner = name[name.index(after: open)...].dropLast()
        guard inner.utf8.count <= longestRead else { return withArguments(withoutModule(name[..<open]), ["…"]) }
        var arguments: [String] = []
        var depth = 0
        var argument = inner.startIndex
        for place in inner.indices {
            switch inner[place] {
            case "<", "(": depth += 1
            case ">", ")": depth -= 1
            case "," where depth == 0:
                arguments.append(readable(trimmed(inner[argument..<place])))
                argument = inner.index(after: place)
            default: break
            }
        }
        arguments.append(readable(trimmed(inner[argument...])))
        return withArguments(withoutModule(name[..<open]), arguments)
    }

    private static func withArguments(_ name: String, _ arguments: [String]) -> String {
        let text = arguments.joined(separator: ", ")
        return text.isEmpty ? name : "\(name)<\(text.count > longestArguments ? "…" : text)>"
    }

    private static func trimmed(_ text: Substring) -> Substring {
        text.drop(while: \.isWhitespace)
    }

    /// Returns the text after the last dot outside of brackets.
    private static func withoutModule(_ name: Substring) -> String {
        var depth = 0
        var start = name.startIndex
        for place in name.indices {
            switch name[place] {
            case "<", "(": depth += 1
            case ">", ")": depth -= 1
            case "." where depth == 0: start = name.index(after: place)
            default: break
            }
        }
        return String(start == name.endIndex ? name : name[start...])
    }
}

/// Demangles a class name in Swift's Objective-C mangling, such as `_TtC4Shop10ColumnView`.
private struct MangledName {
    private var rest: Substring.UTF8View

    /// - Parameter name: a name that begins with `_Tt`, or with `Tt` if a text format has removed the underscores as emphasis.
    init(_ name: Substring) {
        rest = name.drop { $0 == "_" }.dropFirst(2).utf8
    }

    /// Returns the class and its generic arguments, or nil if the name is not mangled so.
    mutating func className() -> (name: String, arguments: [String])? {
        guard let byte = rest.first else { return nil }
        if byte == UInt8(ascii: "G") {
            rest = rest.dropFirst()
            guard let name = nominal() else { return nil }
            var arguments: [String] = []
            while let next = rest.first, next != UInt8(ascii: "_") {
                // After an argument that cannot be parsed, the others cannot be found.
                guard let argument = nominal() else { return (name, ["…"]) }
                arguments.append(argument)
            }
            return (name, arguments)
        }
        return nominal().map { ($0, []) }
    }

    /// Parses a nominal type, such as `C4Shop10ColumnView`, or `CC4Shop5Outer5Inner` for a nested one. Returns the innermost
    /// name.
    private mutating func nominal() -> String? {
        var depth = 0
        while let kind = rest.first, kind == UInt8(ascii: "C") || kind == UInt8(ascii: "V") || kind == UInt8(ascii: "O") {
            rest = rest.dropFirst()
            depth += 1
        }
        guard depth > 0, module() else { return nil }
        var name: String?
        for _ in 0..<depth {
            name = identifier()
            if name == nil { return nil }
        }
        return name
    }

    /// Skips a module: a name, as `4Shop`, or a substitution, as `s` for the standard library and `S_`.
    private mutating func module() -> Bool {
        guard let byte = rest.first else { return false }
        if byte == UInt8(ascii: "s") {
            rest = rest.dropFirst()
            return true
        }
        guard byte == UInt8(ascii: "S") else { return plain() != nil }
        rest = rest.dropFirst().drop { $0 != UInt8(ascii: "_") }.dropFirst()
        return true
    }

    /// Parses an identifier. A private name follows its file's discriminator:
    /// `P33_DDE14AA6B49FCAFC5A54255A118E1D8713ButtonWrapper`.
    private mutating func identifier() -> String? {
        if rest.first == UInt8(ascii: "P") {
            rest = rest.dropFirst()
            guard var length = number(), length > 0 else { return nil }
            // The underscore in `P33_…` is a character of the discriminator.
            if rest.first != UInt8(ascii: "_") { length -= 1 }
            guard rest.count > length else { return nil }
            rest = rest.dropFirst(length)
        }
        return plain()
    }

    private mutating func plain() -> String? {
        guard let length = number(), length > 0, rest.count >= length else { return nil }
        let name = String(rest.prefix(length))
        rest = rest.dropFirst(length)
        return name
    }

    private mutating func number() -> Int? {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(digits.count)
        return String(digits).flatMap { Int($0) }
    }
}
