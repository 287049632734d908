import TextKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder for one test, removed with everything in it when the test releases it.
public final class TemporaryDirectory: Sendable {
  /// The path of the folder.
  public let path: String

  /// Creates a folder in the system's folder for temporary files.
  public init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/scrolltrace-test-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap(mkdtemp).map { String(cString: $0) }
    }
    guard let made else { throw SystemFailure(call: "mkdtemp", code: errno) }
    path = made
  }

  deinit { Files.remove(path) }

  /// Returns the path of a file in the folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of everything in the folder, sorted.
  public var names: [String] { Files.names(in: path) }

  /// Whether the folder contains a name.
  public func exists(_ name: String) -> Bool { Files.exists(file(name)) }

  /// Returns the bytes of a file of the folder.
  public func bytes(of name: String) throws -> [UInt8] { try Files.read(file(name)) }

  /// Writes a file of the folder, replacing an existing one.
  public func write(_ bytes: [UInt8], to name: String) throws {
    try Files.write(bytes, to: file(name))
  }
}

/// A system call that failed in a test.
public struct SystemFailure: Error {
  /// The call.
  public let call: String
  /// Its `errno`.
  public let code: Int32
}

/// Reading and writing whole files, for tests.
public enum Files {
  /// Returns the bytes of a file on disk.
  public static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFailure(call: "open \(path)", code: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { Self.read(descriptor, $0) }
      guard count >= 0 else { throw SystemFailure(call: "read \(path)", code: errno) }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  /// Returns the bytes of a file, or nil if it cannot be read.
  public static func contents(_ path: String) -> [UInt8]? { try? read(path) }

  /// Returns the text of a file.
  public static func text(_ path: String) throws -> String {
    String(decoding: try read(path), as: UTF8.self)
  }

  /// Writes a file, replacing an existing one.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    let file = fopen(path, "wb")
    guard let file else { throw SystemFailure(call: "fopen \(path)", code: errno) }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw SystemFailure(call: "fwrite \(path)", code: errno)
    }
  }

  /// Removes a file, or a folder with everything in it; files that cannot be removed stay.
  public static func remove(_ path: String) {
    // A link itself is removed, never its target.
    guard unlink(path) != 0 else { return }
    for name in names(in: path) { remove("\(path)/\(name)") }
    rmdir(path)
  }

  /// Whether a file or folder exists at a path.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns the names in a folder, sorted, without `.` and `..`.
  public static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Returns the bytes compressed with gzip, using a file in a folder.
  public static func gzip(_ bytes: [UInt8], in directory: TemporaryDirectory) throws -> [UInt8] {
    let path = directory.file("packed.gz")
    let sink = try OutputSink(path: path)
    try sink.write(bytes)
    try sink.finish()
    return try read(path)
  }
}
