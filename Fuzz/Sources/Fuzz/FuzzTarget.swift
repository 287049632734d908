import Analysis
import ScrollModel
import TraceImport

/// A piece of code that reads bytes from outside.
enum FuzzTarget {
  /// The reader of a format.
  case reader(CaptureFormat)
  /// The recognition of formats, which every reader shares.
  case recognition
  /// Gzip and zip, which all readers use.
  case unpacking
  /// The text of a probe's expression.
  case probe
  /// The text form of a configuration.
  case configuration
  /// A database that another program made or changed.
  case store
  /// A scene, and a script behind a record separator.
  case scene
  /// Edits of a replay's inputs, one per line.
  case edits
  /// The inputs of a replay, as a page hands them to its engine.
  case inputs
  /// A row of a triage.
  case row
  /// A message to the server of tools.
  case message

  private static let others: [(name: String, target: FuzzTarget)] = [
    ("recognition", .recognition), ("unpacking", .unpacking), ("probe", .probe),
    ("configuration", .configuration), ("store", .store), ("scene", .scene), ("edits", .edits),
    ("replay-inputs", .inputs), ("triage-row", .row), ("rpc-message", .message),
  ]

  /// The names of all targets: the formats, then the others.
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

  /// Checks the target's laws; a violation ends the process.
  func test(_ bytes: [UInt8]) {
    switch self {
    case .reader(let format): ReaderLaws.check(format, bytes)
    case .recognition: Self.recognize(bytes)
    case .unpacking: UnpackingLaws.check(bytes)
    case .probe: Self.parseProbe(bytes)
    case .configuration: Self.parseConfiguration(bytes)
    case .store: StoreLaws.check(bytes)
    case .scene: SceneLaws.check(bytes)
    case .edits: WorkbenchLaws.check(edits: bytes)
    case .inputs: WorkbenchLaws.check(inputs: bytes)
    case .row: JSONLaws.check(row: bytes)
    case .message: JSONLaws.check(message: bytes)
    }
  }

  /// Every format may be tested against every file.
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

  /// An expression that parses can be evaluated, and parses to the same expression when printed.
  private static func parseProbe(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(ProbeError) {
      let expression = try ProbeExpression(text)
      guard try ProbeExpression(expression.text) == expression else {
        finding("an expression is not what its text says")
      }
    } catch {
      // A position after the end marks something that is missing.
      guard (1...(text.utf8.count + 1)).contains(error.column) else {
        finding("column \(error.column) of \(text.utf8.count) bytes: \(error.message)")
      }
    }
  }

  /// The printed form parses to an equal configuration, and prints the same.
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
