/// The policy that restricts a service on the user's own machine to requests of programs and of its own pages, and excludes those
/// that a foreign page makes the user's browser send.
///
/// - `Host`: a foreign page whose name is made to resolve to 127.0.0.1 (DNS rebinding) is same-origin for the browser, but its
///   requests carry the foreign name. If the service is bound to a loopback address, only `localhost`, loopback addresses and the
///   extra hosts are accepted. If it is bound elsewhere, addresses are accepted too, and any name unless extra hosts are given.
/// - `Origin`: must be the host and port of the request itself.
/// - `Sec-Fetch-Site`: must be `same-origin` or `none` (typed or bookmarked); `same-site` is another port of this machine. A link
///   to the service's own pages may be followed from anywhere: no other page can read what opens in a window of its own, and it
///   changes nothing.
public struct LocalPolicy: Hashable, Sendable {
    /// An extra host that is not a host with an optional port.
    public struct InvalidHost: Error, Hashable, Sendable {
        public let text: String
    }

    private let isLoopback: Bool
    private let extraHosts: [Authority]

    /// - Parameters:
    ///   - address: the address or name that the service listens on.
    ///   - extraHosts: further accepted values of `Host`, as `name` (any port) or `name:port`.
    public init(boundTo address: String, extraHosts: [String] = []) throws(InvalidHost) {
        isLoopback = LocalPolicy.isLoopback(address)
        var hosts: [Authority] = []
        for text in extraHosts {
            guard let host = Authority(text) else { throw InvalidHost(text: text) }
            hosts.append(host)
        }
        self.extraHosts = hosts
    }

    /// Returns whether an address or name that a service listens on is reachable from this machine alone.
    public static func isLoopback(_ address: String) -> Bool {
        (Authority(address) ?? Authority("[\(address)]"))?.isLoopback ?? false
    }

    /// Returns the response to a rejected request, or nil if it is accepted.
    ///
    /// - Parameter isPage: whether it is for one of the service's own pages, which contain no stored data.
    public func refusal(for head: RequestHead, isPage: Bool = false) -> HTTPResponse? {
        // HTTP/1.0 without Host does not come from a browser.
        if let authority = head.authority, !isLetIn(authority) {
            return ProblemDetails(
                status: .misdirectedRequest, code: "foreign-host",
                detail: "The service does not answer requests for this host. If it should, name the host when you start it (--allow-host)."
            ).response
        }
        for origin in head.fields.values("Origin") where !isSame(origin, as: head.authority) {
            return ProblemDetails(
                status: .forbidden, code: "foreign-origin",
                detail: "The request comes from a page of another origin; only the service's own pages may send requests."
            ).response
        }
        let isFollowedLink = isPage && LocalPolicy.opensWindow(head)
        for site in head.fields.values("Sec-Fetch-Site") where !["same-origin", "none"].contains(asciiLowercased(site)) && !isFollowedLink {
            return ProblemDetails(
                status: .forbidden, code: "foreign-site",
                detail: "The request comes from a page of another site; only the service's own pages may send requests."
            ).response
        }
        return nil
    }

    /// Returns whether a browser navigates its whole window to the resource, not a frame or a script of another page.
    private static func opensWindow(_ head: RequestHead) -> Bool {
        head.fields.values("Sec-Fetch-Mode").map(asciiLowercased) == ["navigate"]
            && head.fields.values("Sec-Fetch-Dest").map(asciiLowercased) == ["document"]
    }

    private func isLetIn(_ authority: Authority) -> Bool {
        if authority.isLoopback { return true }
        if extraHosts.contains(where: { $0.host == authority.host && ($0.port == nil || $0.port == authority.port ?? 80) }) { return true }
        if isLoopback { return false }
        // An address cannot be rebound: the browser took it from the page's own URL.
        if case .name = authority.host { return extraHosts.isEmpty }
        return true
    }

    private func isSame(_ origin: String, as authority: Authority?) -> Bool {
        for (scheme, port) in [("http://", 80), ("https://", 443)] where origin.hasPrefix(scheme) {
            // Behind an https proxy the port of Host may be absent and mean 443.
            guard let authority, let named = Authority(String(origin.dropFirst(scheme.count))) else { return false }
            return named.matches(authority, defaultPort: port)
        }
        return false
    }
}
