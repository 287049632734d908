import Analysis
import ScrollModel
import TraceImport

/// One thing that takes bytes from outside.
enum FuzzTarget {
  /// The reader of a format.
  case reader(CaptureFormat)
  /// The first look at a file, which every reader shares.
  case recognition
  /// Gzip and zip below all readers.
  case unpacking
  /// The text of a probe's expression.
  case probe
  /// The text form of a configuration.
  case configuration
  /// A database that somebody else made or changed.
  case store

  private static let others: [(name: String, target: FuzzTarget)] = [
    ("recognition", .recognition), ("unpacking", .unpacking), ("probe", .probe),
    ("configuration", .configuration), ("store", .store),
  ]

  /// The names of all targets: those of the formats, then the rest.
  static var names: [String] { CaptureFormat.allCases.map(\.rawValue) + others.map(\.name) }

  init?(named name: String) {
    if let format = CaptureFormat(rawValue: name) {
      self = .reader(format)
    } else if let other = Self.others.first(where: { $0.name == name }) {
      self = other.target
    } else {
      return nil
    }
  }

  /// Holds what it tests to its laws; a broken one ends the process.
  func test(_ bytes: [UInt8]) {
    switch self {
    case .reader(let format): ReaderLaws.check(format, bytes)
    case .recognition: Self.recognize(bytes)
    case .unpacking: UnpackingLaws.check(bytes)
    case .probe: Self.parseProbe(bytes)
    case .configuration: Self.parseConfiguration(bytes)
    case .store: StoreLaws.check(bytes)
    }
  }

  /// Every format may look at every file.
  private static func recognize(_ bytes: [UInt8]) {
    for isWhole in [true, false] {
      let head = FormatHead(bytes, isWhole: isWhole)
      let first = CaptureFormat.recognize(head)
      let second = CaptureFormat.recognize(head)
      guard first?.format == second?.format, first?.why == second?.why else {
        finding("the same bytes are \(String(describing: first)) and \(String(describing: second))")
      }
    }
  }

  /// An expression that parses can be evaluated, and is the same when it is parsed again.
  private static func parseProbe(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(ProbeError) {
      let expression = try ProbeExpression(text)
      guard try ProbeExpression(expression.text) == expression else {
        finding("an expression is not what its text says")
      }
    } catch {
      // A place behind the end says where something is missing.
      guard (1...(text.utf8.count + 1)).contains(error.column) else {
        finding("column \(error.column) of \(text.utf8.count) bytes: \(error.message)")
      }
    }
  }

  /// The printed form reads back to an equal configuration, and prints the same.
  private static func parseConfiguration(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let configuration = try? Configuration(text: text) else { return }
    let printed = configuration.text
    guard let again = try? Configuration(text: printed) else {
      finding("the printed form is refused: \(printed)")
    }
    guard again == configuration, again.text == printed else {
      finding("the printed form reads back to another configuration: \(printed)")
    }
  }
}
