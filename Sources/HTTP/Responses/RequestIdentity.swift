extension HTTPResponse {
    /// Returns the response with the request's id from the log: as a field, and as the member `request` of a problem.
    public func identified(by request: String) -> HTTPResponse {
        var response = self
        response.fields.append("X-Request-Id", request)
        let end = Array("}\n".utf8)
        if fields["Content-Type"] == "application/problem+json", fields["Content-Encoding"] == nil, body.suffix(2).elementsEqual(end) {
            response.body.removeLast(2)
            response.body += Array(",\"request\":\"\(request)\"}\n".utf8)
        }
        return response
    }
}
