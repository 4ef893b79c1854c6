/// Finds a key that an object has twice.
///
/// Many keys are compared by sorting and not by hashing, so that no choice of keys makes it slow.
enum DuplicateKeys {
    /// The second of two equal keys.
    struct Finding {
        let root: JSONValue
        /// The key's place on the tape.
        let key: JSONValue

        func error(in bytes: [UInt8]) -> JSONError {
            let name = key.string ?? ""
            return JSONError(
                .duplicateKey, "the key \"\(name)\" stands here for the second time", offset: sourceOffset(in: bytes), in: bytes,
                pointer: JSONPointer.text(of: key.index, under: root))
        }

        /// Strings stand on the tape in the order of the text: counts the strings before the key, in both.
        private func sourceOffset(in bytes: [UInt8]) -> Int {
            var before = 0
            var element = root
            while element.index < key.index {
                if element.tag == JSONValue.Kind.string.rawValue { before += 1 }
                element = element.following
            }
            var offset = 0
            while offset < bytes.count {
                if bytes[offset] == UInt8(ascii: "\"") {
                    if before == 0 { return offset }
                    before -= 1
                    offset += 1
                    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
                        offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
                    }
                }
                offset += 1
            }
            return 0
        }
    }

    /// The first duplicate in the order of objects' ends.
    static func first(in root: JSONValue) -> Finding? {
        let last = root.end
        var element = root
        while element.index < last {
            if element.tag == JSONValue.Kind.object.rawValue, let key = duplicate(in: element) { return Finding(root: root, key: key) }
            element = element.following
        }
        return nil
    }

    /// Up to this many keys each is compared with each.
    private static let few = 16

    private static func duplicate(in object: JSONValue) -> JSONValue? {
        let last = object.end - 1
        var keys = 0
        // The tape's own count saturates at 2^24 - 1, which is many.
        let count = object.payload >> 32
        if count > few { return sortedDuplicate(in: object, last: last) }
        var key = object.following
        while key.index < last {
            var earlier = object.following
            for _ in 0..<keys {
                if isEqual(earlier, key) { return key }
                earlier = earlier.nextKey
            }
            keys += 1
            key = key.nextKey
        }
        return nil
    }

    private static func sortedDuplicate(in object: JSONValue, last: Int) -> JSONValue? {
        var keys: [JSONValue] = []
        var key = object.following
        while key.index < last {
            keys.append(key)
            key = key.nextKey
        }
        keys.sort { isOrdered($0, $1) }
        var found: JSONValue?
        for (one, two) in zip(keys, keys.dropFirst()) where isEqual(one, two) && two.index < found?.index ?? .max { found = two }
        return found
    }

    private static func isEqual(_ one: JSONValue, _ two: JSONValue) -> Bool {
        guard let a = one.utf8, let b = two.utf8, a.count == b.count else { return false }
        for index in 0..<a.count where a[index] != b[index] { return false }
        return true
    }

    /// Shorter keys first, then by bytes, then by place.
    private static func isOrdered(_ one: JSONValue, _ two: JSONValue) -> Bool {
        guard let a = one.utf8, let b = two.utf8 else { return false }
        if a.count != b.count { return a.count < b.count }
        for index in 0..<a.count where a[index] != b[index] { return a[index] < b[index] }
        return one.index < two.index
    }
}

extension JSONValue {
    /// The element behind this one on the tape: of an array or object the first inside.
    var following: JSONValue {
        switch tag {
        case Kind.integer.rawValue, Kind.unsigned.rawValue, Kind.double.rawValue: at(index + 2)
        default: at(index + 1)
        }
    }

    /// From a key to the next key of the same object.
    fileprivate var nextKey: JSONValue { at(at(index + 1).end) }

    /// Whether arrays and objects are nested beyond a limit. simdjson itself lets an empty one pass one level too deep.
    func isDeeper(than limit: Int) -> Bool {
        var depth = 0
        var element = self
        let last = end
        while element.index < last {
            switch element.tag {
            case Kind.object.rawValue, Kind.array.rawValue:
                depth += 1
                if depth > limit { return true }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            element = element.following
        }
        return false
    }

    func at(_ index: Int) -> JSONValue {
        JSONValue(tape: tape, strings: strings, index: index)
    }
}
