#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Captures, vectors and schemas by others, which are not part of the repository.
///
/// Scripts find them with `Scripts/reference.sh`.
public enum Reference {
  /// The folder that `SCROLLTRACE_REFERENCE` names, or `shared` next to the repository.
  public static let folder = text(of: "SCROLLTRACE_REFERENCE") ?? Repository.path("../shared")

  /// Whether the reference material must exist: setting the variable demands zero skips.
  public static let isDemanded = text(of: "SCROLLTRACE_REFERENCE") != nil

  /// Returns the path of a file or folder of the reference material; without it, the check is
  /// counted as skipped.
  public static func path(_ name: String) -> String? {
    let path = "\(folder)/\(name)"
    if access(path, R_OK) == 0 { return path }
    count("the reference material has no \(name)")
    return nil
  }

  /// Counts a check that cannot run here; `make check` prints the number at its end.
  private static func count(_ reason: String) {
    print("skipped 1 check: \(reason)")
    guard let path = text(of: "SCROLLTRACE_SKIPS"), let file = fopen(path, "a") else { return }
    fputs("\(reason)\n", file)
    fclose(file)
  }

  private static func text(of variable: String) -> String? {
    guard let value = getenv(variable), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
