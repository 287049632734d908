#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Symbolic links, which SQLite follows before it names the files beside a database.
public enum FileLink {
  /// How many links are followed; as many as the systems follow.
  private static let deepest = 40

  /// Returns the path that a path's last part leads to, whether or not anything is there.
  ///
  /// Links among its folders stay as they are: a file beside the end of the path is the same one
  /// whatever its folder is called.
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

  /// What a symbolic link says; nil for anything else.
  private static func target(of path: String) -> String? {
    // As long as the systems let a path be.
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
