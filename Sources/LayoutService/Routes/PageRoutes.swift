internal import Compression
internal import Digest
internal import HTTP
internal import WebPage

// The web page: one shell for all its addresses, and the files that it loads.

extension LayoutApplication {
    static func pageRoutes(_ sessions: SessionService) -> [Route] {
        [
            Route(method: .get, pattern: "/", cost: .cheap, access: .page) { request, _ in PageFile.start.answer(to: request) },
            Route(method: .get, pattern: "/sessions/{id}", cost: .read, access: .page) { request, context in
                // If the store fails, the page reports it: its own requests fail. A client without the token learns nothing.
                let isThere = context.match.isUnauthenticated || (try? sessions.contains(context.parameters["id"] ?? "")) ?? true
                return PageFile.session.answer(to: request, status: isThere ? .ok : .notFound)
            },
            Route(method: .get, pattern: "/assets/{name}", cost: .cheap, access: .page) { request, context throws(ProblemDetails) in
                let name = context.parameters["name"] ?? ""
                guard let file = PageFile.assets[name] else { throw .notFound("There is no asset '\(name.quotable)'.") }
                return file.answer(to: request)
            },
        ]
    }
}

/// A file of the page with its compressed form, which is computed once.
struct PageFile: Sendable {
    static let start = PageFile(WebPage.shell(.start))
    static let session = PageFile(WebPage.shell(.session))
    static let assets = Dictionary((WebPage.served + [ManualPages.index]).map { ($0.name, PageFile($0)) }, uniquingKeysWith: { first, _ in first })

    private let asset: WebAsset
    private let packed: [UInt8]?
    /// A weak entity tag, as the compressed form has the same.
    private let tag: String

    init(_ asset: WebAsset) {
        self.asset = asset
        packed = Gzip.pack(asset.bytes)
        tag = "W/\"" + SHA256.hex(of: asset.bytes).prefix(32) + "\""
    }

    func answer(to request: HTTPRequest, status: HTTPStatus = .ok) -> HTTPResponse {
        var response = HTTPResponse(
            status: status,
            fields: HTTPFields([
                ("ETag", tag), ("Cache-Control", "no-cache"), ("Vary", "Accept-Encoding"),
                ("Content-Security-Policy", WebPage.contentSecurityPolicy),
            ]))
        if status == .ok, request.fields.tokens("If-None-Match").contains(where: { $0 == "*" || $0.isSameTag(as: tag) }) {
            response.status = .notModified
            return response
        }
        response.fields.append("Content-Type", asset.mediaType)
        if let packed, HTTPResponse.takesGzip(request.fields.tokens("Accept-Encoding")) {
            response.fields.append("Content-Encoding", "gzip")
            response.body = packed
        } else {
            response.body = asset.bytes
        }
        return response
    }
}

extension String {
    /// Compares entity tags like If-None-Match: weak and strong ones are equal (RFC 9110 section 13.1.2).
    fileprivate func isSameTag(as other: String) -> Bool {
        func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") || tag.hasPrefix("w/") ? tag.dropFirst(2) : tag[...] }
        return opaque(self).lowercased() == opaque(other).lowercased()
    }
}
