import CSQLite

extension Database {
  /// What may be done with the file.
  public enum Mode: Sendable {
    /// Read an existing file.
    case readOnly
    /// Read and write an existing file.
    case readWrite
    /// Read and write a file that is made if there is none.
    case create
    /// Read and write a database that lives in memory.
    case memory

    var flags: Int32 {
      // NOMUTEX: one thread at a time is our rule, so SQLite's lock would only cost time.
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

/// Returns a `file:` URI that means exactly the file `path`.
///
/// Everything but plain letters is percent-encoded, so a `?`, `#` or `%` in a name stays part of
/// the name and can not become a parameter such as `immutable=1`.
func fileURI(_ path: String) -> String {
  // Two slashes start a host name, three an absolute path. A file that is really called
  // ":memory:" needs a directory in front, for SQLite looks at the decoded name.
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
