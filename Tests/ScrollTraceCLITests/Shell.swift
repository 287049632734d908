import CommandLineKit
import Foundation
import TestSupport

/// Command lines as a user types them, with the tool that was built with these tests.
enum Shell {
  /// The folder of the built tool; nil if the build put it elsewhere.
  static let toolFolder: String? = {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") }
    guard let bundle, let end = bundle.range(of: "/", options: .backwards) else { return nil }
    // On macOS the bundle is a folder, and its executable is three folders below it.
    var folder = String(bundle[..<end.lowerBound])
    if let range = folder.range(of: "/[^/]*[.]xctest.*", options: .regularExpression) {
      folder = String(folder[..<range.lowerBound])
    }
    return Files.exists("\(folder)/scrolltrace") ? folder : nil
  }()

  /// Runs a line in a folder.
  static func run(_ line: String, in folder: String) throws -> Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = [
      "PATH": "\(toolFolder ?? ""):\(folder):/usr/bin:/bin", "HOME": folder, "LC_ALL": "C.UTF-8",
    ]
    process.standardInput = FileHandle.nullDevice
    // Files, not pipes: reading one pipe to its end may wait for the other forever.
    let outputs = ["stdout", "stderr"].map { "\(folder)/.\($0)" }
    for path in outputs { try Files.write([], to: path) }
    process.standardOutput = FileHandle(forWritingAtPath: outputs[0])
    process.standardError = FileHandle(forWritingAtPath: outputs[1])
    try process.run()
    process.waitUntilExit()
    return Run(
      output: try Files.text(outputs[0]), error: try Files.text(outputs[1]),
      code: .init(rawValue: process.terminationStatus))
  }
}
