#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Symbolic links, which SQLite resolves before it derives the names of the files next to a
/// database.
public enum FileLink {
  /// The maximum number of links that are followed, as in the operating systems.
  private static let deepest = 40

  /// Returns the path to which a path's last component resolves, whether or not a file exists.
  ///
  /// Links in its folders are kept: they do not change the identity of a file next to the result.
  public static func end(of path: String) -> String {
    var path = path
    for _ in 0..<deepest {
      guard let target = target(of: path) else { return path }
      if target.utf8.first == slash {
        path = target
      } else {
        let folder = path.utf8.lastIndex(of: slash).map { String(path[...$0]) } ?? ""
        path = folder + target
      }
    }
    return path
  }

  private static let slash = UInt8(ascii: "/")

  /// The target of a symbolic link; nil for any other file.
  private static func target(of path: String) -> String? {
    // The maximum length of a path in the operating systems.
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
