/// A file of the web page, compiled into the program.
public struct WebAsset: Sendable {
    /// The name below `/assets/`, such as `app.js`.
    public let name: String
    public let bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// The media type, by the extension.
    public var mediaType: String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}

/// The web page: its source files, and the bundles that browsers load.
public enum WebPage {
    /// The content security policy: the page may load and run only what this service serves. Scripts and styles in the markup are
    /// forbidden, so that injected text has no effect.
    public static let contentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"
}
