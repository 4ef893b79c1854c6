public import LayoutModel

extension Finding {
    /// Creates a finding from one about a source.
    ///
    /// - Parameter file: The file of the source.
    public init(of found: SourceFinding, file: String) {
        let subject = [found.name, found.view, found.constraint].compactMap(\.self).joined(separator: " ")
        let rule = Kind(rawValue: found.kind.rawValue) ?? .misplacedView
        self.init(
            kind: rule, severity: rule.severity, fingerprint: "d1:\(found.kind.rawValue) \(subject)", message: found.message,
            remedies: [found.remedy].compactMap(\.self),
            place: found.place.flatMap(FilePlace.init) ?? FilePlace(file: file, line: found.line, column: found.column), count: found.count,
            isFailure: false, views: [found.view].compactMap(\.self), constraints: [found.constraint].compactMap(\.self))
        isNotable = found.isNotable
    }
}
