import CSQLite

extension Database {
  /// The access to the file.
  public enum Mode: Sendable {
    /// Read an existing file.
    case readOnly
    /// Read and write an existing file.
    case readWrite
    /// Read and write a file, which is created if it does not exist.
    case create
    /// Read and write an in-memory database.
    case memory

    var flags: Int32 {
      // NOMUTEX: connections are confined to one thread at a time, so SQLite's lock has no use.
      let common = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      return switch self {
      case .readOnly: common | SQLITE_OPEN_READONLY
      case .readWrite: common | SQLITE_OPEN_READWRITE
      case .create: common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .memory: common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY
      }
    }
  }
}

/// Returns a `file:` URI for exactly the file `path`.
///
/// All but plain letters are percent-encoded. So a `?`, `#` or `%` stays part of the name and
/// cannot become a parameter such as `immutable=1`.
func fileURI(_ path: String) -> String {
  // Two slashes start a host name, three an absolute path. A file with the name ":memory:" needs a
  // directory prefix, since SQLite tests the decoded name.
  let prefix = path.hasPrefix("/") ? "file://" : path == ":memory:" ? "file:./" : "file:"
  let digits = Array("0123456789ABCDEF".unicodeScalars)
  var uri = prefix
  for byte in path.utf8 {
    let scalar = Unicode.Scalar(byte)
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "_", "-", "~":
      uri.unicodeScalars.append(scalar)
    default:
      uri += "%"
      uri.unicodeScalars.append(digits[Int(byte >> 4)])
      uri.unicodeScalars.append(digits[Int(byte & 15)])
    }
  }
  return uri
}
