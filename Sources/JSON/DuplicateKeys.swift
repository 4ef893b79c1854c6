/// A search for a duplicate key in an object.
///
/// Many keys are compared by sorting instead of hashing, so that no choice of keys makes it slow.
enum DuplicateKeys {
    /// The second of two equal keys.
    struct Finding {
        let root: JSONValue
        /// The key, on the tape.
        let key: JSONValue

        func error(in bytes: [UInt8]) -> JSONError {
            let name = key.string ?? ""
            return JSONError(
                .duplicateKey, "the key \"\(name)\" is given twice", offset: sourceOffset(in: bytes), in: bytes,
                pointer: JSONPointer.text(of: key.index, under: root))
        }

        /// Returns the key's offset in the text. Strings are on the tape in the order of the text, so it counts the strings
        /// before the key in both.
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

    /// The findings of one pass over the tape.
    struct Survey {
        var hasDuplicate = false
        /// Whether arrays and objects are nested beyond the limit. simdjson itself accepts an empty one that is one level too
        /// deep.
        var isTooDeep = false
    }

    /// A key of an open object: its index on the tape, and its first eight bytes, by which most keys differ.
    private struct Mark {
        var head: UInt64
        var key: Int
    }

    /// An open array or object.
    private struct Level {
        /// Its index on the tape.
        var value: Int
        /// The number of marks before an object's keys; -1 for an array.
        var start: Int
        /// A Bloom filter of the keys so far: a key with a new bit is no duplicate.
        var seen: UInt64 = 0
    }

    /// Checks every key and every level in one pass; `first(in:)` then finds the duplicate key.
    static func survey(_ root: JSONValue, depthLimit: Int) -> Survey {
        var survey = Survey()
        var marks = Stack<Mark>()
        var open = Stack<Level>()
        var level = Level(value: root.index, start: -1)
        let tape = root.tape
        let last = root.end
        var index = root.index
        while index < last {
            var tag = UInt8(truncatingIfNeeded: tape[index] >> 56)
            if tag == UInt8(ascii: "}") || tag == UInt8(ascii: "]") {
                if level.start >= 0 {
                    if marks.count - level.start > few, sortedDuplicate(in: root.at(level.value), last: index) != nil {
                        survey.hasDuplicate = true
                    }
                    marks.count = level.start
                }
                level = open.removeLast()
                index += 1
                continue
            }
            if level.start >= 0 {
                let head = root.head(at: index)
                let bit: UInt64 = 1 << ((head &* 0x9E37_79B9_7F4A_7C15) >> 58)
                if level.seen & bit != 0, marks.count - level.start <= few {
                    for place in level.start..<marks.count where marks[place].head == head && isEqual(root.at(marks[place].key), root.at(index)) {
                        survey.hasDuplicate = true
                    }
                }
                level.seen |= bit
                marks.append(Mark(head: head, key: index))
                index += 1
                tag = UInt8(truncatingIfNeeded: tape[index] >> 56)
            }
            switch tag {
            case JSONValue.Kind.object.rawValue, JSONValue.Kind.array.rawValue:
                open.append(level)
                level = Level(value: index, start: tag == JSONValue.Kind.object.rawValue ? marks.count : -1)
                if open.count > depthLimit { survey.isTooDeep = true }
                index += 1
            case JSONValue.Kind.integer.rawValue, JSONValue.Kind.unsigned.rawValue, JSONValue.Kind.double.rawValue: index += 2
            default: index += 1
            }
        }
        return survey
    }

    /// Returns the first duplicate, in outer objects before inner ones.
    static func first(in root: JSONValue) -> Finding? {
        let last = root.end
        var element = root
        while element.index < last {
            if element.tag == JSONValue.Kind.object.rawValue, let key = duplicate(in: element) { return Finding(root: root, key: key) }
            element = element.following
        }
        return nil
    }

    /// The maximum number of keys that are compared pairwise.
    private static let few = 16

    private static func duplicate(in object: JSONValue) -> JSONValue? {
        let last = object.end - 1
        var keys = 0
        // The tape's own count saturates at 2^24 - 1, which is large enough here.
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

    /// Orders shorter keys first, then by bytes, then by index.
    private static func isOrdered(_ one: JSONValue, _ two: JSONValue) -> Bool {
        guard let a = one.utf8, let b = two.utf8 else { return false }
        if a.count != b.count { return a.count < b.count }
        for index in 0..<a.count where a[index] != b[index] { return a[index] < b[index] }
        return one.index < two.index
    }
}

extension JSONValue {
    /// The next element on the tape: the first element inside an array or object.
    var following: JSONValue {
        switch tag {
        case Kind.integer.rawValue, Kind.unsigned.rawValue, Kind.double.rawValue: at(index + 2)
        default: at(index + 1)
        }
    }

    /// The next key of the same object, if this is a key.
    fileprivate var nextKey: JSONValue { at(at(index + 1).end) }

    func at(_ index: Int) -> JSONValue {
        JSONValue(tape: tape, strings: strings, index: index)
    }
}

/// A stack of plain values with its own memory. Indices are not checked.
private struct Stack<Element: BitwiseCopyable>: ~Copyable {
    private var base: UnsafeMutablePointer<Element>
    private var capacity = 64
    var count = 0

    init() {
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
    }

    subscript(place: Int) -> Element { base[place] }

    mutating func append(_ element: Element) {
        if count == capacity {
            let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
            larger.moveInitialize(from: base, count: count)
            base.deallocate()
            base = larger
            capacity *= 2
        }
        (base + count).initialize(to: element)
        count += 1
    }

    mutating func removeLast() -> Element {
        count -= 1
        return base[count]
    }
}
