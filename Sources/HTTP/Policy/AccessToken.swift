internal import StandardAdditions

/// A secret that requests must present: as `Authorization: Bearer`, or, for browsers, as the password of `Basic` with any name.
public struct AccessToken: Sendable {
    /// The reason why a text is not usable as a token.
    public struct Unusable: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// The valid lengths in characters: shorter ones could be guessed, longer ones do not fit in a request's fields.
    private static let lengths = 16...1024

    private let secret: [UInt8]

    /// - Parameter text: visible ASCII characters, as in the Authorization field.
    public init(_ text: String) throws(Unusable) {
        let bytes = Array(text.utf8)
        guard AccessToken.lengths.contains(bytes.count) else {
            throw Unusable(
                description:
                    "a token must have \(AccessToken.lengths.lowerBound) to \(AccessToken.lengths.upperBound) characters, but this one has "
                    + "\(bytes.count)"
            )
        }
        guard bytes.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw Unusable(description: "a token must consist of visible ASCII characters, without spaces")
        }
        secret = bytes
    }

    /// Returns the response to a request without the right token, or nil if it has it.
    func refusal(for head: RequestHead) -> HTTPResponse? {
        let values = head.fields.values("Authorization")
        if values.count == 1, let value = values.first, shows(value) { return nil }
        let problem = ProblemDetails(
            status: .unauthorized, code: values.isEmpty ? "token-missing" : "token-wrong",
            detail: "This service requires an access token: send it as 'Authorization: Bearer TOKEN'.")
        var response = problem.response
        response.fields.append("WWW-Authenticate", "Bearer realm=\"plumbline\"")
        response.fields.append("WWW-Authenticate", "Basic realm=\"plumbline\", charset=\"UTF-8\"")
        return response
    }

    private func shows(_ value: String) -> Bool {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return false }
        let credentials = Array(parts[1].utf8.drop { $0 == ASCII.space })
        switch asciiLowercased(String(parts[0])) {
        case "bearer": return isSecret(credentials[...])
        case "basic":
            guard let decoded = Base64.decode(credentials), let colon = decoded.firstIndex(of: ASCII.colon) else { return false }
            return isSecret(decoded[(colon + 1)...])
        default: return false
        }
    }

    /// Compares in time that depends on the length alone, so that it does not reveal how much of the text was right.
    private func isSecret(_ given: ArraySlice<UInt8>) -> Bool {
        var difference: UInt8 = given.count == secret.count ? 0 : 1
        for (offset, byte) in given.enumerated() { difference |= byte ^ secret[offset % secret.count] }
        return difference == 0
    }
}
