import Foundation
import TestSupport
import Testing

/// Approved output in a file next to the tests.
enum Golden {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("Golden")

  /// Compares the text with the file, or writes the file when golden files are recorded.
  static func check(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appendingPathComponent(name)
    if isRecordingGolden {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let approved = try String(contentsOf: file, encoding: .utf8)
    #expect(text == approved, "\(name) differs", sourceLocation: sourceLocation)
  }
}
