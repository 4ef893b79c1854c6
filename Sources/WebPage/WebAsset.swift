/// A file of the web page, as it is built into the program.
public struct WebAsset: Sendable {
    /// Its name in `/assets/`, such as `app.js`.
    public let name: String
    public let bytes: [UInt8]

    /// What a browser is told that it is, by the ending of its name.
    public var mediaType: String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}

/// The files of the web page.
public enum WebPage {
    /// What a browser may do with the page: run and show what this service gives, and nothing else. Neither scripts nor styles may stand in
    /// the markup, so that text that ended up there could do nothing.
    public static let contentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"

    /// The same for every address of the page: a script reads the address and draws what is asked for.
    public static var shell: WebAsset { WebAsset(name: "index.html", bytes: PackageResources.index_html) }
}
