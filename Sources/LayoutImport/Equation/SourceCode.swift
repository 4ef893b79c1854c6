internal import LayoutModel

/// Recognizes source code that was pasted in place of constraints. The error message explains what to paste instead.
enum SourceCode {
    /// Returns the error for a text that is source code, or nil if it is not.
    static func error(for text: String) -> ImportError? {
        let first = text.split(separator: "\n", maxSplits: 2000, omittingEmptySubsequences: false).prefix(2000)
        let lines = first.enumerated().filter { $1.utf8.count < 2000 }
        if let (number, line) = lines.first(where: { !$1.trimmed.isEmpty }), isOfDebugger(line) {
            return ImportError(
                .unsupported, code: "no-constraints",
                "this is the output of a debugger, but it contains no constraint. Paste what it prints for 'po view.constraints', or for "
                    + "'po [[UIWindow keyWindow] _autolayoutTrace]'", line: number + 1)
        }
        if let (number, _) = lines.first(where: { isOfConsole($1) }) {
            return ImportError(.invalid, code: "no-constraints", textWithoutConstraints, line: number + 1)
        }
        for (number, line) in lines {
            guard let language = language(of: line) else { continue }
            return error(language, line: number + 1, equation: lines.lazy.compactMap { anchors($1.trimmed) }.first)
        }
        return nil
    }

    /// Returns the error for a text without any line that could be an equation or a visual format, such as a letter or a script; nil for
    /// others.
    static func errorWithoutConstraints(for text: String) -> ImportError? {
        let begin = String(decoding: text.utf8.prefix(1 << 16), as: UTF8.self)
        let lines = begin.split(separator: "\n").filter { !$0.trimmed.isEmpty }
        return lines.isEmpty || lines.contains(where: isAttempt) ? nil : ImportError(.invalid, code: "no-constraints", otherText)
    }

    /// The message about a text of another kind, such as a letter, a list or a script.
    private static let otherText =
        "the text has no constraints that plumbline recognizes: no equation (title.leading == root.leading + 16), no visual format "
        + "(H:|-[title]-|), and no message of a console or a debugger"

    /// Returns whether somebody may have meant the line as an equation or a visual format.
    private static func isAttempt(_ line: Substring) -> Bool {
        if line.contains(where: { "[]|\u{2264}\u{2265}".contains($0) }) || ["==", "<=", ">="].contains(where: line.contains) { return true }
        if let sign = line.firstIndex(of: "="), line[..<sign].contains(".") { return true }
        return line.split(whereSeparator: { !$0.isLetter }).contains { LayoutAttribute(name: String($0)) != nil }
    }

    /// Returns whether a line is a debugger's prompt, or an object as one prints it: `<UITabBar: 0x7f80; frame = …>`.
    private static func isOfDebugger(_ line: Substring) -> Bool {
        let line = line.trimmed
        if line.hasPrefix("(lldb) ") || line.hasPrefix("(gdb) ") { return true }
        guard line.hasPrefix("<"), let colon = line.firstIndex(of: ":") else { return false }
        return line[colon...].hasPrefix(": 0x") && line[..<colon].dropFirst().allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    }

    /// The message about a log that says nothing of constraints.
    static let textWithoutConstraints =
        "the text contains no message about constraints. Paste what the console prints from \"Unable to simultaneously satisfy constraints\" on, "
        + "or what the debugger prints for 'po view.constraints'"

    /// Returns whether a line is of a crash or of the unified log, which has the process and the thread before the message:
    /// `2026-06-15 16:44:59.789 Shop[31128:347952] …`.
    private static func isOfConsole(_ line: Substring) -> Bool {
        let line = line.trimmed
        let signs = ["*** Terminating app due to", "*** First throw call stack", "*** Assertion failure in ", "libc++abi", "Fatal error: "]
        if signs.contains(where: line.contains) { return true }
        guard line.first?.isNumber == true, let open = line.firstIndex(of: "["), let close = line[open...].firstIndex(of: "]") else { return false }
        let numbers = line[open..<close].dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        return numbers.count == 2 && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isHexDigit) }
    }

    private enum Language {
        case swift, snapKit, masonry, objectiveC, swiftUI, pureLayout, cartography
        /// Another system of layout, which has no constraints.
        case reactNative, css
    }

    private static let signs: [(Language, [String])] = [
        (.snapKit, [".snp.", "import SnapKit", ".snp_"]),
        (.masonry, ["mas_makeConstraints", "mas_remakeConstraints", "mas_updateConstraints", ".mas_equalTo", "mas_equalTo("]),
        (.reactNative, ["StyleSheet.create(", "import React", "from 'react", "<View", "<Text", "flexDirection:"]),
        (.pureLayout, [".autoPin", ".autoSetDimension", ".autoAlignAxis", ".autoMatchDimension", ".autoCenterInSuperview"]),
        (.cartography, ["import Cartography", "constrain("]),
        (.swiftUI, ["import SwiftUI", ": some View", "VStack {", "HStack {", "VStack(", "HStack(", ".padding("]),
        (
            .objectiveC,
            [
                "constraintWithItem:", "constraintEqualTo", "constraintsWithVisualFormat:", "[NSLayoutConstraint ", "#import <UIKit",
                "@implementation ", " addConstraint:", " addConstraints:", " activateConstraints:", "@[", " = [[",
            ]
        ),
        (
            .swift,
            [
                ".constraint(", "NSLayoutConstraint", "translatesAutoresizingMaskIntoConstraints", "import UIKit", "import AppKit",
                ".isActive = true",
                "addSubview(", "withVisualFormat:", "UIView()", "UILabel()", "UIButton(", "UIStackView(", "class ", "func ", "override ", "let ",
                "var ",
            ]
        ),
    ]

    private static func language(of line: Substring) -> Language? {
        let line = String(line.trimmed)
        for (language, words) in signs {
            for word in words where line.contains(word) {
                // A keyword of the language must be at the beginning of the line.
                if !word.hasSuffix(" ") || word.hasPrefix("[") || word.hasPrefix("@") || line.hasPrefix(word) { return language }
            }
        }
        if line.contains("{"), let first = line.first, first == "." || first == "#" || first == "@",
            line.dropFirst().prefix(while: { $0 != "{" }).allSatisfy({ $0.isLetter || $0.isNumber || " -_.:,>()".contains($0) })
        {
            return .css
        }
        if line.hasPrefix("make."), line.contains(".equalTo") || line.contains("equalToSuperview") { return .snapKit }
        return nil
    }

    private static func error(_ language: Language, line number: Int, equation: String?) -> ImportError {
        let name =
            switch language {
            case .swift: "Swift code"
            case .snapKit: "Swift code with SnapKit"
            case .masonry: "Objective-C code with Masonry"
            case .objectiveC: "Objective-C code"
            case .swiftUI: "SwiftUI code"
            case .pureLayout: "code with PureLayout"
            case .cartography: "Swift code with Cartography"
            case .reactNative: "React Native code"
            case .css: "CSS"
            }
        if language == .swiftUI {
            return ImportError(
                .unsupported, code: "source-code",
                "this is SwiftUI code, and SwiftUI does not use constraints: plumbline checks Auto Layout of UIKit and AppKit", line: number)
        }
        if language == .reactNative || language == .css {
            return ImportError(
                .unsupported, code: "source-code", "this is \(name), which has no constraints: plumbline checks Auto Layout of UIKit and AppKit",
                line: number)
        }
        let example = equation.map { "the first constraint here is \($0)" } ?? "title.leading == root.leading + 16"
        return ImportError(
            .unsupported, code: "source-code",
            "this is \(name), which plumbline does not run. Paste what the app prints when it runs: the console's message from "
                + "\"Unable to simultaneously satisfy constraints\" on, or what the debugger prints for 'po view.constraints'. "
                + "Or write the constraints as equations, one on each line: \(example)", line: number)
    }

    /// Returns the equation of `a.topAnchor.constraint(equalTo: b.bottomAnchor, constant: 8)`, or nil if a line is anything else.
    private static func anchors(_ line: Substring) -> String? {
        guard let call = line.firstRange(of: ".constraint("), let first = side(line[..<call.lowerBound]) else { return nil }
        var depth = 1
        var arguments = line[call.upperBound...]
        guard
            let end = arguments.firstIndex(where: { character in
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                return depth == 0
            })
        else { return nil }
        arguments = arguments[..<end]
        var equation = ""
        var (multiplier, constant): (String?, String?)
        for argument in arguments.split(separator: ",") {
            let parts = argument.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            let value = parts[1].trimmed
            switch parts[0].trimmed {
            case "equalTo": equation = side(value).map { "\(first) == \($0)" } ?? ""
            case "greaterThanOrEqualTo": equation = side(value).map { "\(first) >= \($0)" } ?? ""
            case "lessThanOrEqualTo": equation = side(value).map { "\(first) <= \($0)" } ?? ""
            case "equalToConstant": equation = "\(first) == \(value)"
            case "greaterThanOrEqualToConstant": equation = "\(first) >= \(value)"
            case "lessThanOrEqualToConstant": equation = "\(first) <= \(value)"
            case "multiplier": multiplier = String(value)
            case "constant": constant = String(value)
            default: return nil
            }
        }
        if equation.isEmpty { return nil }
        if let multiplier { equation += " * \(multiplier)" }
        if let constant { equation += constant.hasPrefix("-") ? " - \(constant.dropFirst())" : " + \(constant)" }
        let text = Array(equation.utf8)
        // A constant may be a variable, whose value is unknown here.
        let isOne = text.withUnsafeBufferPointer { (try? EquationParser.parse($0, metrics: Metrics())) != nil }
        return isOne ? equation : nil
    }

    /// Returns `title.leading` for `self.title.leadingAnchor`, or nil for anything else.
    private static func side(_ text: Substring) -> String? {
        let word = text.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") }).last ?? ""
        let names = word.split(separator: ".")
        guard let anchor = names.last, anchor.hasSuffix("Anchor"), names.count > 1 else { return nil }
        let item = names[names.count - 2]
        let name = item == "safeAreaLayoutGuide" || item == "layoutMarginsGuide" || item == "view" || item == "self" ? "root" : String(item)
        return "\(name).\(anchor.dropLast("Anchor".count))"
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
