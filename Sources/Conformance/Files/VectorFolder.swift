import TextKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The vector files of a folder.
public enum VectorFolder {
  /// The maximum size of a file.
  static let fileLimit: Int64 = 64 << 20

  /// Whether a folder can be listed.
  public static func exists(_ path: String) -> Bool {
    guard let stream = opendir(path) else { return false }
    closedir(stream)
    return true
  }

  /// Returns the paths of the `.json` files of a folder, sorted by name.
  public static func files(in path: String) throws(VectorError) -> [String] {
    guard let stream = opendir(path) else {
      throw VectorError(
        "\(DisplayText.escaped(path)): the folder cannot be listed; give a folder of vector files",
        isMissing: true)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".json"), !name.hasPrefix(".") { names.append(name) }
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    return names.sorted().map { folder + $0 }
  }

  /// Reads one file.
  public static func family(at path: String) throws(VectorError) -> VectorFamily {
    let name = DisplayText.escaped(path)
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try ByteSource(path: path, limit: fileLimit).restOfText()
    } catch {
      throw VectorError("\(error)", isMissing: true)
    }
    return try VectorFamily(json: bytes, name: name)
  }
}
