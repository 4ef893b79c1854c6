extension Finding {
    private static let unlistedPrefix = "m1:rest:"

    /// Returns the fingerprint of a finding that counts others that are not listed. It has the number, so that a baseline hides no more of them.
    public static func fingerprint(ofUnlisted count: Int) -> String { "\(unlistedPrefix)\(count)" }

    /// Returns the number of findings that are not listed, from the fingerprint of the one that counts them; nil for any other.
    public static func unlisted(by fingerprint: String) -> Int? {
        fingerprint.hasPrefix(unlistedPrefix) ? Int(fingerprint.dropFirst(unlistedPrefix.utf8.count)) : nil
    }
}
