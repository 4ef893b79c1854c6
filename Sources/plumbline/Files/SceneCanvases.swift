internal import LayoutCheck
internal import LayoutModel
internal import Reporting

/// The scenes to which the command line gives a canvas of their own (`--canvas Login=320x568`).
struct SceneCanvases {
    private let scenes: [String]

    init(_ arguments: ParsedArguments) {
        scenes = arguments.sceneNames
    }

    /// Returns the scenes that are not among those found.
    func missing(from found: [String?]) -> [String] {
        scenes.filter { !found.contains($0) }
    }

    /// Checks that the layouts have all scenes.
    ///
    /// - Throws: `CommandFailure` with the next step.
    func check(_ layouts: [AnalyzedLayout], of paths: [String]) throws(CommandFailure) {
        guard let first = missing(from: layouts.map { $0.analysis.source?.ownCanvas }).first else { return }
        let names = paths.map { InputReader.name(of: $0) }.joined(separator: " and ")
        let start = "\(names) \(paths.count > 1 ? "have" : "has") no scene"
        throw .input(SceneCanvases.sentence(first, start, among: layouts.compactMap(\.document.name), SceneChoice.list(layouts)))
    }

    /// Returns what to do about a scene that does not exist.
    ///
    /// - Parameters:
    ///   - known: the names of the scenes that exist.
    ///   - list: the scenes that exist, for the message.
    static func sentence(_ scene: String, _ start: String, among known: [String], _ list: String = "") -> String {
        let all = list.isEmpty ? "" : ": \(list)"
        return "\(start) '\(scene)'\(NearWord.hint(scene, among: known))\(all); '--canvas' takes a scene by its name, its root's id or its number"
            .terminalSafe()
    }
}
