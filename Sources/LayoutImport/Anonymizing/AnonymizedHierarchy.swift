internal import Compression
internal import JSON

/// Rewrites an exported view hierarchy with other names and texts. Whatever the reader of layouts does not need is left out, such
/// as pictures.
struct AnonymizedHierarchy {
    private var replacements: Replacements

    init(_ replacements: Replacements) {
        self.replacements = replacements
    }

    private static let folder = "App.viewhierarchy/"
    /// The maximum depth of a response's JSON, as of the reader.
    private static let depth = 2048

    /// Returns a zip archive of the export, and what was replaced.
    mutating func archive(_ bytes: [UInt8], limits: ImportLimits) throws(ImportError) -> (bytes: [UInt8], replacements: Replacements) {
        let files = try HierarchyFiles(zip: bytes)
        var writer = ZipWriter()
        let list = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>DocumentVersion</key><string>1</string><key>RunnableDisplayName</key><string>App</string></dict></plist>

            """
        writer.add(AnonymizedHierarchy.folder + "metadata", Array(list.utf8))
        var left = limits.unpackedBytes
        for response in files.responses {
            let json = try files.contents(of: response, limit: left)
            left -= json.count
            let tree: JSONTree
            do throws(JSONError) { tree = try JSONTree(parsing: json, depthLimit: AnonymizedHierarchy.depth) } catch {
                throw ImportError(.malformed, code: "malformed-json", "\(response.name) is not valid JSON: \(error)")
            }
            var output = JSONWriter()
            output.tree(self.response(tree))
            writer.add("\(AnonymizedHierarchy.folder)RequestResponses/\(response.name)", Gzip.pack(output.bytes) ?? output.bytes)
        }
        return (writer.bytes, replacements)
    }

    // MARK: Responses

    private mutating func response(_ tree: JSONTree) -> JSONTree {
        var members: [JSONTree.Member] = []
        for member in tree.members ?? [] {
            switch member.key {
            case "version": if let value = AnonymizedHierarchy.number(member.value) { members.append(JSONTree.Member(key: "version", value: value)) }
            case "topLevelGroups":
                let groups = (member.value.members ?? []).map { JSONTree.Member(key: AnonymizedHierarchy.group($0.key), value: group($0.value)) }
                members.append(JSONTree.Member(key: member.key, value: .object(AnonymizedHierarchy.unique(groups))))
            case "topLevelPropertyDescriptions":
                let descriptions = (member.value.members ?? []).compactMap { description($0) }
                members.append(JSONTree.Member(key: member.key, value: .object(AnonymizedHierarchy.unique(descriptions))))
            case "classInformation": members.append(JSONTree.Member(key: member.key, value: classes(member.value)))
            default: replacements.note(.other)
            }
        }
        return .object(members)
    }

    /// Returns members without repeated keys, of which the first stays.
    private static func unique(_ members: [JSONTree.Member]) -> [JSONTree.Member] {
        var seen: Set<String> = []
        return members.filter { seen.insert($0.key).inserted }
    }

    /// The known groups by the last part of their names.
    private static let groups: Set<String> = [
        "NSLayoutConstraint", "UILayoutGuide", "NSLayoutGuide", "UIViewController", "NSViewController", "UIView", "NSView", "UIWindow", "NSWindow",
        "UIScreen", "NSScreen", "UIApplication", "NSApplication", "UIWindowScene",
    ]

    private static func group(_ id: String) -> String {
        let last = id.split(separator: ".").last.map(String.init) ?? ""
        return groups.contains(last) ? "com.apple.\(id.contains("AppKit") ? "AppKit" : "UIKit").\(last)" : "other"
    }

    private mutating func group(_ tree: JSONTree) -> JSONTree {
        let id = tree["groupingID"]?.string
        let objects = (tree["debugHierarchyObjects"]?.elements ?? []).map { object($0) }
        var members = id.map { [JSONTree.Member(key: "groupingID", value: .string(AnonymizedHierarchy.group($0)))] } ?? []
        members.append(JSONTree.Member(key: "debugHierarchyObjects", value: .array(objects)))
        return .object(members)
    }

    private mutating func object(_ tree: JSONTree) -> JSONTree {
        var members: [JSONTree.Member] = []
        for member in tree.members ?? [] {
            let value: JSONTree?
            switch member.key {
            case "objectID": value = member.value.string.map { .string(replacements.address($0)) }
            case "className": value = member.value.string.map { .string(replacements.className($0)) }
            case "visibility": value = AnonymizedHierarchy.number(member.value)
            case "properties": value = .array((member.value.elements ?? []).compactMap { property($0, name: $0["propertyName"]?.string) })
            case "childGroup": value = group(member.value)
            case "additionalGroups":
                let groups = (member.value.elements ?? []).filter { $0["groupingID"]?.string?.hasSuffix("CALayer") != true }
                value = .array(groups.map { group($0) })
            default: value = nil
            }
            if let value { members.append(JSONTree.Member(key: member.key, value: value)) } else { replacements.note(.other) }
        }
        return .object(members)
    }

    private mutating func classes(_ tree: JSONTree) -> JSONTree {
        if let elements = tree.elements { return .array(elements.map { classes($0) }) }
        var members: [JSONTree.Member] = []
        for member in tree.members ?? [] {
            switch member.key {
            case "className", "name":
                if let name = member.value.string { members.append(.init(key: member.key, value: .string(replacements.className(name)))) }
            case "subclasses": members.append(.init(key: member.key, value: classes(member.value)))
            default:
                // A dictionary by name.
                guard member.value.members != nil || member.value.elements != nil else { continue }
                members.append(.init(key: replacements.className(member.key), value: classes(member.value)))
            }
        }
        return .object(AnonymizedHierarchy.unique(members))
    }

    // MARK: Properties

    private mutating func description(_ member: JSONTree.Member) -> JSONTree.Member? {
        guard let dot = member.key.firstIndex(of: "."), let value = property(member.value, name: String(member.key[member.key.index(after: dot)...]))
        else {
            replacements.note(.other)
            return nil
        }
        return JSONTree.Member(key: replacements.address(member.key[..<dot]) + member.key[dot...], value: value)
    }

    /// Words of the names of content priorities, whose order differs between versions.
    private static let priorityWords = ["content", "hugging", "compression", "resistance", "priority", "horizontal", "vertical", "foraxis", "for"]

    /// Returns whether a property bears on a layout, by a name that the system has.
    private static func isKnown(_ name: String) -> Bool {
        if HierarchyGraph.properties.contains(name) { return true }
        var rest = name.lowercased()[...]
        while let word = priorityWords.first(where: rest.hasPrefix) { rest = rest.dropFirst(word.count) }
        return rest.isEmpty && HierarchyGraph.isOfInterest(name[...])
    }

    private static let texts: Set<String> = ["currentTitle", "stringValue", "text", "title"]
    private static let identifiers: Set<String> = ["accessibilityIdentifier", "identifier"]
    private static let items: Set<String> = ["firstItem", "secondItem"]
    private static let lists: Set<String> = ["horizontalAffectingConstraints", "verticalAffectingConstraints"]

    /// Returns a property that bears on a layout, or nil for any other.
    private mutating func property(_ tree: JSONTree, name: String?) -> JSONTree? {
        guard let name, AnonymizedHierarchy.isKnown(name) else {
            replacements.note(.other)
            return nil
        }
        var members: [JSONTree.Member] = []
        for member in tree.members ?? [] {
            let value: JSONTree?
            switch member.key {
            case "propertyName": value = .string(name)
            case "propertyFormat": value = member.value.string.flatMap { AnonymizedHierarchy.format($0) }.map(JSONTree.string)
            case "propertyValue": value = self.value(member.value, of: name)
            case "fetchStatus", "propertyValueStatus": value = AnonymizedHierarchy.number(member.value)
            default: value = nil
            }
            if let value { members.append(JSONTree.Member(key: member.key, value: value)) }
        }
        return .object(members)
    }

    private static func format(_ text: String) -> String? {
        let known: Set<String> = ["CGf", "f", "d", "b", "integer", "uinteger", "ul", "ull", "ui", "public.plain-text", "objectInfo"]
        if known.contains(text) { return text }
        return text.split(whereSeparator: { $0 == "," || $0 == " " }).allSatisfy { known.contains(String($0)) } ? text : nil
    }

    private mutating func value(_ tree: JSONTree, of name: String) -> JSONTree? {
        if AnonymizedHierarchy.texts.contains(name) { return tree.string.map { .string(replacements.text($0)) } }
        if AnonymizedHierarchy.identifiers.contains(name) { return tree.string.map { .string(replacements.identifier($0)) } }
        if AnonymizedHierarchy.items.contains(name) {
            if let text = tree.string { return .string(text.isEmpty ? text : replacements.address(text)) }
            var members: [JSONTree.Member] = []
            if let name = tree["className"]?.string { members.append(.init(key: "className", value: .string(replacements.className(name)))) }
            if let address = tree["memoryAddress"]?.string {
                members.append(.init(key: "memoryAddress", value: .string(replacements.address(address))))
            }
            return members.isEmpty ? nil : .object(members)
        }
        if AnonymizedHierarchy.lists.contains(name) {
            if let elements = tree.elements { return .array(elements.compactMap { $0.string.map { .string(replacements.address($0)) } }) }
            let parts = tree.string?.split(whereSeparator: { $0 == "," || $0 == " " }) ?? []
            return .string(parts.map { replacements.address($0) }.joined(separator: ", "))
        }
        return AnonymizedHierarchy.number(tree)
    }

    /// Returns a number, also as text in any of the forms, or nil for anything else.
    private static func number(_ tree: JSONTree) -> JSONTree? {
        switch tree {
        case .null, .bool, .number: return tree
        case .string(let text):
            let parts = text.split(whereSeparator: { ", {}".contains($0) })
            let areNumbers = parts.allSatisfy { part in
                Double(part) != nil || UInt64(part.hasPrefix("0x") ? part.dropFirst(2) : part[...], radix: 16) != nil
                    || ["true", "false", "YES", "NO"].contains(part)
            }
            return areNumbers ? tree : nil
        case .array(let elements): return .array(elements.compactMap { number($0) })
        case .object: return nil
        }
    }
}
