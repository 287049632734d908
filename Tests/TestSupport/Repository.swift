/// The paths of the files of the repository.
public enum Repository {
  /// The folder of `Package.swift`.
  public static let root: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/")
  }()

  /// Returns the path of a file of the repository.
  public static func path(_ name: String) -> String { "\(root)/\(name)" }
}
