/// A failure of a byte source, with the offset up to which its bytes are valid.
public struct InputError: Error, Equatable, Sendable {
  /// The file as the user named it.
  public let name: String
  /// The number of bytes delivered before the failure, after decompression.
  public let offset: Int64
  /// The number of bytes read from the file itself before the failure.
  public let rawOffset: Int64
  /// The kind of failure.
  public let kind: Kind

  /// The ways in which a source can fail.
  public enum Kind: Equatable, Sendable {
    /// A system call failed; the error has the call and the reason.
    case system(FileError)
    /// The name is that of a directory.
    case directory
    /// A gzip stream stops before its end.
    case truncatedGzip
    /// A gzip stream is invalid; the text is zlib's reason.
    case corruptGzip(String)
    /// The source has more bytes than the limit allows.
    case tooLarge(limit: Int64)
  }
}

extension InputError: CustomStringConvertible {
  /// The failure in one line: the problem, the file, and a remedy if there is one.
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
