import CommandLineKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files inside one folder; links that lead out of it are not followed.
struct ConfinedPaths {
  /// The folder, with links resolved.
  let root: String

  init(root: String) throws {
    guard let real = realPath(root), Self.kind(real) == S_IFDIR else {
      throw Failure(.noInput, "--root: '\(root)' is not a folder")
    }
    self.root = real
  }

  /// Returns the real path of a file inside the folder.
  func file(_ path: String) throws(ToolFailure) -> String {
    guard let real = realPath(absolute(path)), contains(real), Self.kind(real) == S_IFREG else {
      throw ToolFailure("'\(path)' is not a file below the root folder '\(root)'")
    }
    return real
  }

  /// Returns the real path of a file inside the folder that may not exist yet.
  func writableFile(_ path: String) throws(ToolFailure) -> String {
    let absolute = absolute(path)
    let cut = absolute.utf8.lastIndex(of: UInt8(ascii: "/")) ?? absolute.startIndex
    let name = String(absolute[absolute.utf8.index(after: cut)...])
    guard let folder = realPath(String(absolute[...cut])), contains(folder),
      !["", ".", ".."].contains(name)
    else {
      throw ToolFailure("'\(path)' is not below the root folder '\(root)'")
    }
    let real = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    // A link could lead out of the folder.
    guard let kind = Self.kind(real) else { return real }
    guard kind == S_IFREG else { throw ToolFailure("'\(path)' exists and is not a file") }
    return real
  }

  private func absolute(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : "\(root)/\(path)"
  }

  private func contains(_ real: String) -> Bool {
    root == "/" || real == root || real.utf8.starts(with: "\(root)/".utf8)
  }

  /// The kind of an existing file, without following a link.
  private static func kind(_ path: String) -> mode_t? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT
  }
}

/// The reason why a tool has no result; the client shows it, and the caller can correct the call.
struct ToolFailure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
