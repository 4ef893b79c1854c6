internal import CSimdjson

/// A parsed JSON text, validated strictly (RFC 8259): UTF-8 without a byte order mark, one value, no duplicate keys, no number
/// beyond a 64-bit integer or a finite double, and bounded nesting.
///
/// Values are read in place, without building a tree; they are valid inside `withRoot` only.
public final class JSONDocument: Sendable {
    /// The default limit of nested arrays and objects.
    public static let defaultDepthLimit = 512

    nonisolated(unsafe) private let handle: OpaquePointer

    /// Parses a text. If simdjson rejects it, `SyntaxScanner` scans it again to find the first error and its position.
    ///
    /// - Parameter valueLimit: the maximum number of values, as ``JSONValueCount`` counts them; a text with more is rejected
    ///   before it is parsed.
    public init(
        parsing bytes: [UInt8], depthLimit: Int = JSONDocument.defaultDepthLimit, valueLimit: Int = .max
    ) throws(JSONError) {
        // A text has no more values than bytes.
        if bytes.count > valueLimit, JSONValueCount.values(of: bytes) > valueLimit {
            throw JSONError(
                .tooManyValues, "the JSON has more than \(valueLimit) values, the limit for one request; send it in smaller parts", offset: 0,
                in: bytes)
        }
        var made: OpaquePointer?
        let code = bytes.withUnsafeBufferPointer { text in
            simdjson_shim_parse(text.baseAddress, text.count, max(bytes.capacity, text.count), max(depthLimit, 1), &made)
        }
        guard code == 0, let made else {
            var scanner = SyntaxScanner(bytes, depthLimit: max(depthLimit, 1))
            if let error = scanner.firstOffence() { throw error }
            throw JSONError(.resources, String(cString: simdjson_shim_message(code)), offset: 0, in: bytes)
        }
        handle = made
        let root = JSONValue(tape: simdjson_shim_tape(made), strings: simdjson_shim_strings(made), index: 1)
        let survey = DuplicateKeys.survey(root, depthLimit: depthLimit)
        if survey.hasDuplicate, let duplicate = DuplicateKeys.first(in: root) { throw duplicate.error(in: bytes) }
        if survey.isTooDeep {
            var scanner = SyntaxScanner(bytes, depthLimit: max(depthLimit, 1))
            if let error = scanner.firstOffence() { throw error }
        }
    }

    deinit {
        simdjson_shim_free(handle)
    }

    /// Lends the root value to `body`; it and all values under it must not escape.
    public func withRoot<Result: ~Copyable, Failure: Error>(_ body: (JSONValue) throws(Failure) -> Result) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(root)
    }

    private var root: JSONValue {
        JSONValue(tape: simdjson_shim_tape(handle), strings: simdjson_shim_strings(handle), index: 1)
    }
}
