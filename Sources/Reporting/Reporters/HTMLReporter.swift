internal import LayoutModel

/// Renders a self-contained HTML page: no scripts and no external resources.
public struct HTMLReporter: Reporter {
    public init() {}

    public func report(_ subjects: [CheckedSubject]) -> String {
        let findings = subjects.worstFirst
        let suppressed = subjects.flatMap(\.findings).filter { $0.suppression != nil }
        var text = HTMLReporter.beginning + HTMLReporter.style
        text += "<h1>Plumbline</h1>\n<p>\(MarkdownReporter.summary(findings)) in \(subjects.count) layout\(subjects.count == 1 ? "" : "s"), "
        text += "\(EngineVersion.text)</p>\n"
        var isDrawn: Set<Int> = []
        for (finding, subject) in subjects.worstFirstOfSubjects {
            // A layout is drawn once, at the first of its findings.
            let isNew = isDrawn.count < HTMLReporter.mostDrawings && isDrawn.insert(subject).inserted
            text += entry(finding, of: subjects[subject], isDrawn: isNew)
        }
        for subject in subjects {
            for picture in subject.sizes { text += drawn(picture, of: subject) }
        }
        if !suppressed.isEmpty {
            text += "<h2>Known and suppressed</h2>\n<ul>\n"
            for finding in suppressed {
                text +=
                    "<li><code>\(XMLText.escaped(finding.place.text))</code> \(XMLText.escaped(finding.headline)) "
                    + "<i>\(XMLText.escaped(finding.suppression?.reason ?? ""))</i></li>\n"
            }
            text += "</ul>\n"
        }
        let clean = subjects.filter { $0.findings.isEmpty }
        if !clean.isEmpty {
            text += "<h2>Nothing found</h2>\n<ul>\n" + clean.map { "<li><code>\(XMLText.escaped($0.title))</code></li>\n" }.joined() + "</ul>\n"
        }
        return text + "</body>\n</html>\n"
    }

    /// The maximum number of layouts that are drawn.
    private static let mostDrawings = 200

    /// Returns an SVG file without its XML declaration.
    private func inlined(_ svg: String) -> Substring {
        svg.split(separator: "\n", maxSplits: 1).last { $0.hasPrefix("<svg") } ?? ""
    }

    private func drawn(_ picture: CheckedSubject.SizePicture, of subject: CheckedSubject) -> String {
        let svg = inlined(picture.svg)
        let variant = picture.variant.isEmpty ? "" : ", \(picture.variant)"
        return "<h2>Sizes of <code>\(XMLText.escaped(subject.title + variant))</code></h2>\n\(svg)"
    }

    private func entry(_ finding: Finding, of subject: CheckedSubject, isDrawn: Bool) -> String {
        var text = "<section class=\"\(finding.severity.name)\">\n<h2><span>\(finding.severity.name)</span> \(XMLText.escaped(finding.message)) "
        text += "<code>\(XMLText.escaped(finding.cause ?? finding.kind.rawValue))</code></h2>\n"
        text += "<p><code>\(XMLText.escaped(finding.place.text))</code>\(subject.name.map { " " + XMLText.escaped($0) } ?? "")</p>\n"
        if isDrawn, let drawing = subject.drawing { text += "<figure>\n\(inlined(drawing))</figure>\n" }
        if !finding.variants.isEmpty { text += "<p>At \(XMLText.escaped(finding.places(atMost: .max)))</p>\n" }
        if !finding.parts.isEmpty {
            text += "<ul>\n"
            for part in finding.parts {
                let place = part.place.map { " <small>\(XMLText.escaped($0.text))</small>" } ?? ""
                text += "<li><code>\(XMLText.escaped(part.text))</code>\(place)</li>\n"
            }
            text += "</ul>\n"
        }
        if !finding.remedies.isEmpty {
            text +=
                "<p>To fix it\(finding.remedies.count > 1 ? ", one of" : ""):</p>\n<ul>\n"
                + finding.remedies.map { "<li>\(XMLText.escaped($0))</li>\n" }.joined() + "</ul>\n"
        }
        return text + "</section>\n"
    }

    /// The beginning of every report.
    static let beginning = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Plumbline report</title>

        """

    /// The content security policy under which the report is shown over HTTP. It allows no resources to be loaded.
    public static let contentSecurityPolicy =
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    private static let style = """
        <style>
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff }
        h2 { font-size: 1.1rem; margin: 0 0 .25rem }
        section { border-left: .3rem solid #777; padding: .1rem 0 .1rem 1rem; margin: 1.5rem 0 }
        section.error { border-color: #b3261e }
        section.warning { border-color: #9a6700 }
        svg { max-width: 100%; height: auto; background: #fff }
        figure { margin: .5rem 0 }
        section span { text-transform: uppercase; font-size: .8rem }
        @media (prefers-color-scheme: dark) { body { color: #eee; background: #161616 } }
        </style>
        </head>
        <body>

        """
}
