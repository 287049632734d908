public import ScrollModel
import TextKit
import TraceImport

/// The traces of a log file.
public struct LoggedTraces: TraceSource {
  private let path: String

  /// Names the file.
  public init(path: String) { self.path = path }

  /// Sends all traces of the file.
  public func send(to sink: inout some TraceSink) throws {
    _ = try NativeImport.read(ByteSource(path: path), into: &sink)
  }
}

/// A folder of recordings in `fixtures`.
public struct RecordedSet: CustomStringConvertible, Sendable {
  /// Its name in `fixtures/reports/graded.tsv`.
  public let name: String
  private let folder: String

  /// All folders.
  public static let all = [
    RecordedSet(name: "reports", folder: "reports"),
    RecordedSet(name: "chromium", folder: "chromium-snap"),
    RecordedSet(name: "random", folder: "chromium-random"),
    RecordedSet(name: "scripts", folder: "chromium-scripts"),
    RecordedSet(name: "wheels", folder: "chromium-wheels"),
    RecordedSet(name: "nested", folder: "chromium-nested"),
  ]

  /// The name.
  public var description: String { name }

  /// The name and the path of each recording, in the order of names.
  public func recordings() -> [(name: String, path: String)] {
    let all = Repository.path("fixtures/\(folder)")
    return Files.names(in: all).sorted().compactMap { file in
      if name == "reports" {
        let path = "\(all)/\(file)/capture.jsonl"
        return Files.exists(path) ? (file, path) : nil
      }
      guard file.hasSuffix(".jsonl.gz") else { return nil }
      return (String(file.dropLast(9)), "\(all)/\(file)")
    }
  }
}
