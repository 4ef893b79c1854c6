internal import LayoutCheck
internal import Foundation
internal import Glibc
internal import LayoutModel
internal import Reporting

/// `plumbline render FILE -o OUT.svg`: draws layouts to scale, or their verdicts at all sizes in a range, as SVG or PNG.
struct RenderCommand {
    private enum Format: String, CaseIterable {
        case svg, png
    }

    /// Formats of pictures that are never written, also not with `--format`.
    private static let otherPictures: Set = ["jpg", "jpeg", "gif", "webp", "pdf", "tif", "tiff", "bmp", "heic"]

    private let path: String
    private let output: String
    private let format: Format
    private let scale: Int
    private let scene: SceneChoice
    private let reader: InputReader
    private let composed: ComposedFiles
    private let canvases: SceneCanvases

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("'render' takes one file ('-' is standard input)")
        }
        self.path = path
        output = arguments.text("--output") ?? "-"
        let given = try arguments.word("--format", Format.self)
        let named = Format(rawValue: output.fileExtension)
        if let given, let named, given != named {
            throw arguments.usage("'--format \(given.rawValue)' and '-o \(output.terminalSafe())' contradict each other")
        }
        let isOther = given == nil ? !["", "svg", "png"].contains(output.fileExtension) : RenderCommand.otherPictures.contains(output.fileExtension)
        if isOther, !output.hasSuffix("/"), !InputFiles(byteLimit: 1).isFolder(output) {
            let stem = output.dropLast(output.fileExtension.utf8.count)
            throw arguments.usage(
                "drawings are SVG or PNG, not .\(output.fileExtension): '-o \(stem)svg' or '-o \(stem)png'".terminalSafe())
        }
        format = given ?? named ?? .svg
        scale = try arguments.integer("--scale", in: 1...16) ?? 2
        if arguments.has("--scale"), format == .svg {
            Console.message("plumbline: warning: '--scale' has no effect: it is for PNG ('--format png'), but this drawing is SVG")
        }
        scene = SceneChoice(arguments.text("--scene"))
        reader = InputReader(files: try arguments.inputFiles(), analyzer: try arguments.sourceAnalyzer())
        composed = ComposedFiles(arguments, files: reader.files)
        canvases = SceneCanvases(arguments)
    }

    func run() throws -> ExitStatus {
        let guarding = OutputGuard(inputs: [path], reader.files)
        if !isFolder, output != "-" { try guarding.expectReplaceable(output) }
        let layouts = try reader.layouts(path)
        try composed.check(layouts, of: [path])
        try canvases.check(layouts, of: [path])
        if isFolder { return try writeEach(try scene.layouts(of: layouts, in: path), guarding) }
        let purpose = "'render' draws one layout to one file, or each to a folder whose name ends in '/'"
        let layout = try scene.onlyLayout(of: layouts, in: path, purpose: purpose)
        guard var drawing = try drawing(of: layout) else { return .findings }
        if format == .svg, output == "-" || OutputFile.mayBeShown(output) {
            drawing = Data(RunnerCommands.markup.breaking(String(decoding: drawing, as: UTF8.self)).utf8)
        }
        if output == "-" {
            try Console.write(Array(drawing), to: STDOUT_FILENO)
        } else {
            try OutputFile.write(drawing, to: output)
        }
        return status(of: [layout])
    }

    /// Returns the exit status. Parts that were not proven may be missing in a drawing, so they count as in a check.
    private func status(of layouts: [AnalyzedLayout]) -> ExitStatus {
        layouts.allSatisfy(\.analysis.inconclusive.isEmpty) ? .success : .findings
    }

    private var isFolder: Bool {
        var isDirectory: ObjCBool = false
        return output.hasSuffix("/") || (FileManager.default.fileExists(atPath: output, isDirectory: &isDirectory) && isDirectory.boolValue)
    }

    /// Writes one picture per layout. File names are numbered, as `01-SignIn.svg`, so that they are unique.
    private func writeEach(_ layouts: [AnalyzedLayout], _ guarding: OutputGuard) throws -> ExitStatus {
        try LinkReach.check(output: InputFiles.trimmed(output) + "/drawing")
        do {
            try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure.input("\(output.terminalSafe()) cannot be created")
        }
        let digits = max(2, String(layouts.count).count)
        let paths = layouts.enumerated().map { number, layout in
            let count = String(number + 1)
            let name = String(repeating: "0", count: max(0, digits - count.count)) + count + RenderCommand.fileName(layout.document.name)
            return "\(output.hasSuffix("/") ? output : output + "/")\(name).\(format.rawValue)"
        }
        for path in paths {
            try OutputFile.expectNoLink(path)
            try guarding.expectReplaceable(path)
        }
        for (layout, path) in zip(layouts, paths) {
            guard let drawing = try drawing(of: layout) else { continue }
            try OutputFile.write(drawing, to: path, isChosen: false)
        }
        return status(of: layouts)
    }

    /// Returns a name as part of a file name: letters, digits and `._-`, with `-` for all other characters.
    private static func fileName(_ name: String?) -> String {
        let words = (name ?? "").split { !($0.isLetter || $0.isNumber || "._-".contains($0)) }
        var text = ""
        // A character may be a letter with any number of marks.
        for character in words.joined(separator: "-").prefix(60) {
            guard text.utf8.count + character.utf8.count <= nameBytes else { break }
            text.append(character)
        }
        return text.isEmpty ? "" : "-" + text
    }

    /// The maximum number of bytes of a layout's name in a file name. File systems limit the whole name, with number and
    /// extension, to 255 bytes.
    private static let nameBytes = 200

    /// Draws a layout and prints what is not proven. Returns nil if no frame is proven.
    private func drawing(of layout: AnalyzedLayout) throws -> Data? {
        if layout.document.isFragment {
            throw CommandFailure.input("a console log shows only part of a layout and has no frames, so there is nothing to draw")
        }
        let name = InputReader.name(of: path).terminalSafe() + (layout.document.name.map { " (\($0.terminalSafe()))" } ?? "")
        for entry in layout.analysis.inconclusive {
            Console.message("plumbline: \(name): not proven: \("\(entry.subject): \(entry.reason)".terminalSafe())")
        }
        if layout.sizeChart == nil, layout.analysis.frames.isEmpty {
            Console.message("plumbline: \(name): no layout could be proven, so there is nothing to draw")
            return nil
        }
        let svg = layout.sizeChart ?? layout.diagram
        return switch format {
        case .svg: Data(svg)
        case .png: try PNGConverter().png(of: svg, scale: scale)
        }
    }
}
