/// Class names as people say them.
public enum ClassName {
    /// The class without its module and mangling: `ColumnView` of `Shop.ColumnView`, of `_TtC4Shop10ColumnView` and of
    /// `NSKVONotifying_Shop.ColumnView`. What cannot be read stays as it is.
    public static func short(_ name: String) -> String {
        var rest = name[...]
        while rest.hasPrefix(observed), rest.count > observed.count { rest = rest.dropFirst(observed.count) }
        if rest.hasPrefix("_Tt") || rest.hasPrefix("Tt") {
            var mangled = MangledName(rest)
            if let read = mangled.className() { return withArguments(read.name, read.arguments) }
        }
        return readable(rest)
    }

    /// Key-value observing puts a class of its own in the place of a view's.
    private static let observed = "NSKVONotifying_"
    /// Longer arguments of a generic class say less than they take room.
    private static let longestArguments = 24
    private static let longestRead = 200

    /// `Box<Item>` of `Shop.Box<Shop.Item>`, of `Shop.(unknown context at $10a).Box` what follows the last dot.
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

    /// What follows the last dot that is in no brackets.
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

/// A class name as Swift writes it for Objective-C: `_TtC4Shop10ColumnView`.
private struct MangledName {
    private var rest: Substring.UTF8View

    /// - Parameter name: begins with `_Tt`, or with `Tt` where a carrier took the underscores for emphasis.
    init(_ name: Substring) {
        rest = name.drop { $0 == "_" }.dropFirst(2).utf8
    }

    /// nil if it is not such a name.
    mutating func className() -> (name: String, arguments: [String])? {
        guard let byte = rest.first else { return nil }
        if byte == UInt8(ascii: "G") {
            rest = rest.dropFirst()
            guard let name = nominal() else { return nil }
            var arguments: [String] = []
            while let next = rest.first, next != UInt8(ascii: "_") {
                // One that cannot be read leaves the others unread.
                guard let argument = nominal() else { return (name, ["…"]) }
                arguments.append(argument)
            }
            return (name, arguments)
        }
        return nominal().map { ($0, []) }
    }

    /// `C4Shop10ColumnView`, a nested one `CC4Shop5Outer5Inner`: the innermost name.
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

    /// A module by name, or one that was named before: `4Shop`, `s` for Swift's own, `S_`.
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

    /// A private name stands behind the file that it is private to: `P33_DDE14AA6B49FCAFC5A54255A118E1D8713ButtonWrapper`.
    private mutating func identifier() -> String? {
        if rest.first == UInt8(ascii: "P") {
            rest = rest.dropFirst()
            guard var length = number(), length > 0 else { return nil }
            // Of `P33_…` the underscore is a character of the file's.
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
