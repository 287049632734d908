import Foundation

/// The results of one run as they are stored in `Benchmarks/results`.
struct Report: Encodable {
  private struct Entry: Encodable {
    let name: String
    let value: Double?
    let unit: String
    let goal: String
    let isMet: Bool
    let detail: String
  }

  private let machine: String
  private let amount: String
  private let results: [Entry]

  init(_ measures: [Measure], _ settings: Settings) {
    machine = Self.machineClass
    amount = settings.isFull ? "full" : "quick"
    results = measures.map { measure in
      Entry(
        name: measure.name, value: measure.value.isNaN ? nil : measure.value, unit: measure.unit,
        goal: measure.goal.text, isMet: measure.isMet, detail: measure.detail)
    }
  }

  /// System, processor and number of cores, such as `linux-x86_64-2`.
  static var machineClass: String {
    #if os(macOS)
      let system = "macos"
    #else
      let system = "linux"
    #endif
    #if arch(arm64)
      let processor = "arm64"
    #else
      let processor = "x86_64"
    #endif
    return "\(system)-\(processor)-\(ProcessInfo.processInfo.activeProcessorCount)"
  }

  /// Writes the results; into a folder under the name of the machine class.
  func write(to path: String) throws {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let file = exists && isFolder.boolValue ? "\(path)/\(machine).json" : path
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: URL(fileURLWithPath: file), options: .atomic)
  }
}
