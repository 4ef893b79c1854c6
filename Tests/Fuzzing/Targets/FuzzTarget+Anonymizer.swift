internal import Compression
internal import LayoutImport
internal import LayoutModel

// Layouts with other names, which people send to others.

extension FuzzTarget {
    static func anonymize(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        // Inputs of earlier runs begin with other numbers.
        switch first == UInt8(ascii: "<") ? 3 : first % 3 {
        case 0: anonymize(document: rest)
        case 1: anonymize(log: String(decoding: rest, as: UTF8.self))
        case 3: anonymize(interface: bytes)
        default: anonymize(response: rest)
        }
    }

    /// A document reads back with the same numbers in the same places, and none of its texts.
    private static func anonymize(document bytes: [UInt8]) {
        guard let document = try? DocumentImporter(limits: limits).read(json: bytes) else { return }
        let output = Anonymizer(limits: limits).document(document).bytes
        let again: LayoutDocument
        do throws(ImportError) { again = try DocumentImporter(limits: limits).read(json: output) } catch {
            fatalError("an anonymized document cannot be read: \(error)\n\(String(decoding: output, as: UTF8.self))")
        }
        guard isSameLayout(document, again) else { fatalError("another layout: \(String(decoding: output, as: UTF8.self))") }
        let words = Set(again.views.compactMap(\.text))
        for text in document.views.compactMap(\.text) where text.count > 12 && words.contains(text) { fatalError("a text is still there: \(text)") }
    }

    /// A log has as many lines as before, without its addresses, and is the same every time.
    private static func anonymize(log text: String) {
        let anonymizer = Anonymizer(limits: limits)
        let output = String(decoding: anonymizer.log(text).bytes, as: UTF8.self)
        guard output == String(decoding: anonymizer.log(text).bytes, as: UTF8.self) else { fatalError("the same log is anonymized otherwise") }
        let written = addresses(in: output)
        if let address = addresses(in: text).first(where: written.contains) { fatalError("the address \(address) is still there:\n\(output)") }
        for message in (try? ConsoleLogImporter(limits: limits).read(output))?.messages ?? [] { Promises.check(fragment: message) }
    }

    /// Returns the words that only a pointer can be.
    private static func addresses(in text: String) -> Set<Substring> {
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return Set(words.filter { $0.hasPrefix("0x") && $0.count >= 11 && $0.dropFirst(2).allSatisfy(\.isHexDigit) })
    }

    /// An export that can be read can still be, with the same layouts.
    private static func anonymize(response: [UInt8]) {
        var writer = ZipWriter()
        writer.add("RequestResponses/Response_0", response)
        let limits = ImportLimits(views: 2000, constraints: 5000, depth: 100, unpackedBytes: 1 << 20)
        guard let before = try? ViewHierarchyImporter(limits: limits).read(zip: writer.bytes) else { return }
        let output: [UInt8]
        do throws(ImportError) { output = try Anonymizer(limits: limits).hierarchy(zip: writer.bytes).bytes } catch {
            fatalError("an export can be read, and cannot be anonymized: \(error)")
        }
        let after: [LayoutDocument]
        do throws(ImportError) { after = try ViewHierarchyImporter(limits: limits).read(zip: output) } catch {
            fatalError("an anonymized export cannot be read: \(error)")
        }
        guard before.count == after.count, zip(before, after).allSatisfy(isSameLayout) else { fatalError("other layouts than before") }
    }

    /// An Interface Builder file that can be read can still be, with the same constraints, and is the same every time.
    private static func anonymize(interface bytes: [UInt8]) {
        let importer = InterfaceBuilderImporter(limits: limits)
        guard let before = try? importer.read(bytes) else { return }
        let output: [UInt8]
        let after: [InterfaceBuilderLayout]
        do throws(ImportError) {
            output = try Anonymizer(limits: limits).interfaceBuilder(bytes).bytes
            guard try Anonymizer(limits: limits).interfaceBuilder(bytes).bytes == output else { fatalError("the same file is anonymized otherwise") }
            after = try importer.read(output)
        } catch {
            fatalError("a file can be read, and cannot be anonymized: \(error)")
        }
        guard before.count == after.count, zip(before, after).allSatisfy({ isSameFile($0.document, $1.document) }) else {
            fatalError("other layouts than before:\n\(String(decoding: output, as: UTF8.self))")
        }
    }

    /// Returns whether two layouts are the same up to the sizes of texts.
    private static func isSameFile(_ a: LayoutDocument, _ b: LayoutDocument) -> Bool {
        a.size == b.size && a.views.count == b.views.count && a.constraints.count == b.constraints.count
            && zip(a.views, b.views).allSatisfy { $0.parent == $1.parent && $0.kind == $1.kind }
            && zip(a.constraints, b.constraints).allSatisfy {
                $0.first == $1.first && $0.relation == $1.relation && $0.second == $1.second && $0.priority == $1.priority
                    && $0.isActive == $1.isActive
            }
    }

    private static func isSameLayout(_ a: LayoutDocument, _ b: LayoutDocument) -> Bool {
        a.views.count == b.views.count && a.constraints.count == b.constraints.count && a.size == b.size
            && zip(a.views, b.views).allSatisfy { $0.parent == $1.parent && $0.kind == $1.kind && $0.intrinsicContentSize == $1.intrinsicContentSize }
            && zip(a.constraints, b.constraints).allSatisfy {
                $0.first == $1.first && $0.relation == $1.relation && $0.second == $1.second && $0.multiplier == $1.multiplier
                    && $0.constant == $1.constant && $0.priority == $1.priority && $0.isActive == $1.isActive
            }
    }
}
