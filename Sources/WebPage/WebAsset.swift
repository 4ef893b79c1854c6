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

/// The web page: its files, and what browsers get of them.
public enum WebPage {
    /// What a browser may do with the page: run and show what this service gives, and nothing else. Neither scripts nor styles may stand in
    /// the markup, so that text that ended up there could do nothing.
    public static let contentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"
}
