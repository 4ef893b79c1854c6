public import LayoutModel
internal import LayoutLowering
internal import Simplex

extension Analyzer {
    /// Returns the document of the second pass: each text that wraps has the height for the width that the first pass gave it. Other
    /// documents are returned as they are.
    ///
    /// As in UIKit, the first pass is solved with the natural size of each text. A layout that is not clean has the frames that its
    /// report would state.
    public func secondPass(of document: LayoutDocument) -> LayoutDocument {
        let wrapping = document.wrappingViews
        if wrapping.isEmpty || document.isFragment {
            // An edit may have removed the last text that wraps.
            return document.passes == nil ? document : document.ofOnePass()
        }
        let first = document.firstPass()
        var second = first
        var passes = TextPasses()
        let frames = frames(ofFirstPass: first)
        for view in wrapping where frames.indices.contains(view) {
            let width = first.views[view].contentWidth(ofFrame: frames[view].width)
            guard let height = first.views[view].textHeight(inWidth: width) else { continue }
            second.views[view].intrinsicContentSize.height = height
            passes.entries.append(TextPasses.Entry(view: view, width: width, height: height))
        }
        second.passes = passes
        return second
    }

    /// The part of the deadline that the first pass may take.
    private static let firstPart = 0.4

    private func frames(ofFirstPass document: LayoutDocument) -> [LayoutFrame] {
        let end = SteadyClock.now() + options.deadline * Analyzer.firstPart
        let isWanted = options.interest.isWanted
        let budget = Budget { SteadyClock.now() > end || !isWanted() }
        if let solve = try? PlainSolve(LoweredSystem(lowering: document), budget: budget), solve.verdict == .clean { return solve.frames() }
        var options = options
        options.deadline *= Analyzer.firstPart
        options.sizes = []
        options.alternates = 0
        return Analyzer(options: options).analyze(document.ofOnePass()).frames
    }
}
