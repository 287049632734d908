/// A source of bytes that could not go on, with the place up to which its bytes were good.
public struct InputError: Error, Equatable, Sendable {
  /// The file as the user named it.
  public let name: String
  /// The number of bytes delivered before the failure, after unpacking.
  public let offset: Int64
  /// The number of bytes of the file itself that were used up to the failure.
  public let rawOffset: Int64
  /// What happened.
  public let kind: Kind

  /// The ways in which a source can fail.
  public enum Kind: Equatable, Sendable {
    /// The system refused; the error says what and why.
    case system(FileError)
    /// The name leads to a directory.
    case directory
    /// A gzip stream stops before its end.
    case truncatedGzip
    /// A gzip stream breaks its format; zlib's reason.
    case corruptGzip(String)
    /// More bytes than the limit allows.
    case tooLarge(limit: Int64)
  }
}

extension InputError: CustomStringConvertible {
  /// The failure in one line: what, where, and what to do where something can be done.
  public var description: String {
    let file = "'\(DisplayText.escaped(name))'"
    switch kind {
    case .system(let error): return error.description
    case .directory: return "cannot read \(file): it is a directory; name a file in it"
    case .truncatedGzip:
      return "\(file) ends inside its gzip data after \(offset) unpacked bytes"
    case .corruptGzip(let reason):
      return "\(file) has damaged gzip data after \(offset) unpacked bytes"
        + " (near byte \(rawOffset) of the file): \(reason)"
    case .tooLarge(let limit):
      return "\(file) holds more than \(limit) bytes after unpacking; raise --max-input to read it"
    }
  }
}
