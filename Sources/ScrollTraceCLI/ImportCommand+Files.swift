import CommandLineKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files of an import, including those in folders.
enum CaptureFiles {
  /// One file.
  struct Entry {
    let path: String
    /// Whether it was found in a folder rather than named.
    let isFromFolder: Bool
    /// The reason why it cannot be read, if already known.
    var problem: Failure?
  }

  /// The largest depth of nested folders.
  private static let depthLimit = 64

  /// Lists named files and everything in named folders, in the order of their names.
  ///
  /// Names that start with a period are skipped, as in a shell, and so are folders that a triage
  /// wrote.
  static func list(_ paths: [String]) -> [Entry] {
    var entries: [Entry] = []
    for path in paths {
      if path != "-", kind(of: path)?.isFolder == true {
        var seen: Set<FolderID> = []
        search(path, depth: 0, &seen, &entries)
      } else {
        entries.append(Entry(path: path, isFromFolder: false))
      }
    }
    return entries
  }

  private struct FolderID: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private static func search(
    _ folder: String, depth: Int, _ seen: inout Set<FolderID>, _ entries: inout [Entry]
  ) {
    // A link may lead to a parent folder.
    guard depth < depthLimit, let kind = kind(of: folder), seen.insert(kind.id).inserted else {
      return
    }
    guard let names = names(in: folder) else {
      return fail(folder, "cannot read the folder: \(String(cString: strerror(errno)))", &entries)
    }
    // A folder that is named is searched, whatever it contains.
    guard depth == 0 || !TriageFolder.isTriage(names) else { return }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    for name in names {
      let path = base + String(decoding: name, as: UTF8.self)
      guard path.utf8.elementsEqual(Array(base.utf8) + name) else {
        fail(path, "its name is not UTF-8; rename it to import it", &entries)
        continue
      }
      guard let kind = self.kind(of: path) else {
        fail(path, "cannot be examined: \(String(cString: strerror(errno)))", &entries)
        continue
      }
      if kind.isFolder {
        search(path, depth: depth + 1, &seen, &entries)
      } else if kind.isFile {
        entries.append(Entry(path: path, isFromFolder: true))
      }
    }
  }

  /// Adds an unreadable path, which fails like a bad file without stopping the others.
  private static func fail(_ path: String, _ reason: String, _ entries: inout [Entry]) {
    let problem = Failure(.noInput, "'\(path)': \(reason)")
    entries.append(Entry(path: path, isFromFolder: true, problem: problem))
  }

  /// The names in a folder as bytes, sorted; nil with `errno` set if it cannot be read.
  private static func names(in folder: String) -> [[UInt8]]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.first != UInt8(ascii: ".") { names.append(name) }
    }
    names.sort { $0.lexicographicallyPrecedes($1) }
    return names
  }

  private static func kind(of path: String) -> (isFolder: Bool, isFile: Bool, id: FolderID)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let id = FolderID(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino))
    let kind = status.st_mode & S_IFMT
    return (kind == S_IFDIR, kind == S_IFREG, id)
  }
}

/// Whether reading consumes the data, as with `<(gunzip -c x)`.
func isPipe(_ path: String) -> Bool {
  guard path != "-" else { return true }
  var status = stat()
  guard stat(path, &status) == 0 else { return false }
  return [S_IFIFO, S_IFSOCK, S_IFCHR].contains(status.st_mode & S_IFMT)
}

/// The identity of a file, to detect whether it was replaced.
struct FileStamp: Equatable {
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int64
  private let nanoseconds: Int64

  /// Reads the identity of a file; nil if it is no regular file.
  init?(_ path: String) {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    seconds = Int64(changed.tv_sec)
    nanoseconds = Int64(changed.tv_nsec)
  }
}

/// The path of a file without links; nil if it does not exist.
func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(validatingCString: resolved)
}
