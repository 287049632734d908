import CommandLineKit
import ScrollModel
import Simulation
import TextKit
import TraceImport
import TraceStore

/// The roles of the `--with` files relative to the imported file.
struct CompanionRoles {
  /// Files that the same reader needs: descriptions of devices, a second table.
  private(set) var parts: [String] = []
  /// A scene, whose first layout is added to the new trace.
  private(set) var scene: String?
  /// Separate captures, each with its own companion files.
  private(set) var captures: [(path: String, parts: [String])] = []

  /// The files that are combined with the imported one afterwards.
  var joins: [String] { captures.map(\.path) + (scene.map { [$0] } ?? []) }

  /// Determines the roles from the contents; `stated` is the format given by the user.
  init(
    _ companions: [String], beside file: String, as stated: CaptureFormat?,
    open: (String) throws -> ByteSource
  ) throws {
    guard !companions.isEmpty else { return }
    // A pipe can be read only once; its companion is read with it.
    let format =
      try stated ?? (isPipe(file) ? nil : Self.format(of: FormatHead(of: try open(file))))
    var others: [(path: String, format: CaptureFormat, isDescription: Bool)] = []
    for companion in companions {
      guard !isPipe(companion) else {
        throw Failure(
          .usage,
          "'\(companion)' is a pipe, which cannot be read twice; write what comes to a file first")
      }
      let source = try open(companion)
      let head = FormatHead(of: source)
      let other = Self.format(of: head)
      if let other, format != nil, !Self.areOneRecording(format, other) {
        others.append((companion, other, other.isDeviceDescription(head)))
      } else if other == nil, try Self.isScene(source, companion) {
        guard scene == nil else {
          throw Failure(.usage, "'\(companion)' is a second scene; a trace gets one layout")
        }
        scene = companion
      } else {
        parts.append(companion)
      }
    }
    // The description of another companion's device is read with that companion.
    for other in others {
      let belongs = others.filter {
        $0.isDescription && Self.areOneRecording(other.format, $0.format)
      }
      if !other.isDescription {
        captures.append((other.path, belongs.map(\.path)))
      } else if !others.contains(where: {
        !$0.isDescription && Self.areOneRecording($0.format, other.format)
      }) {
        captures.append((other.path, []))
      }
    }
  }

  private static func format(of head: FormatHead) -> CaptureFormat? {
    CaptureFormat.recognize(head)?.format
  }

  /// Whether one reader reads both files together.
  private static func areOneRecording(_ format: CaptureFormat?, _ other: CaptureFormat) -> Bool {
    let devices: Set<CaptureFormat> = [.getevent, .evemu, .libinputRecord, .libinputDebugEvents]
    guard let format else { return false }
    return (format == .csv && other == .csv)
      || (devices.contains(format) && devices.contains(other))
  }

  private static func isScene(_ source: ByteSource, _ path: String) throws -> Bool {
    let head = source.head(64)
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    guard text.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return false }
    do {
      _ = try SceneFile(json: try wholeFile(path, limit: 64 << 20), name: fileName(path))
      return true
    } catch let error as SceneError {
      throw Failure(.badData, "\(path): it is no known capture, and as a scene: \(error)")
    }
  }
}

extension ImportCommand {
  /// Combines an imported file with the files that contain its missing data, on one clock.
  func join(
    _ roles: CompanionRoles, to result: inout ImportResult, in store: TraceStore,
    _ console: inout Console
  ) throws {
    guard !roles.joins.isEmpty || container != nil, let capture = result.outcome?.captureID
    else { return }
    let own = try CaptureContent(of: capture, in: store)
    var attach = AttachCommand()
    attach.layout = roles.scene
    attach.container = container
    attach.database = database
    guard var base = own.offsets ?? own.most(\.gestureSamples) else {
      throw Failure(
        .badData, "it was imported, but has neither offsets nor a finger to be joined with")
    }
    for (path, parts) in roles.captures {
      let other = try CaptureContent(
        of: try imported(path, with: parts, store, &console), in: store)
      if own.offsets == nil, attach.gestures == nil, let offsets = other.offsets {
        attach.gestures = String(base.id)
        base = offsets
      } else if own.offsets != nil, own.gestureSamples(of: base) == 0,
        attach.gestures == nil, let finger = other.most(\.gestureSamples)
      {
        attach.gestures = String(finger.id)
      } else if attach.gestures == nil, Self.isThrottled(base),
        let finger = own.most(\.gestureSamples), let offsets = other.offsets,
        !Self.isThrottled(offsets), other.gestureSamples(of: offsets) == 0
      {
        attach.gestures = String(finger.id)
        base = offsets
      } else {
        throw Failure(
          .badData,
          "it was imported, but '\(path)' has no finger and no offsets that it lacks; "
            + "'attach' replaces what a trace has")
      }
    }
    attach.trace = String(base.id)
    result.joined = try attach.join(in: store, &console)
  }

  /// Whether the offsets of a trace are throttled, so that another file may have exact ones.
  private static func isThrottled(_ trace: TraceRecord) -> Bool {
    if case .throttled? = trace.information.qualities[.offset] { return true }
    return false
  }

  /// Imports a companion as a separate capture, if it is new; returns its id.
  private func imported(
    _ path: String, with parts: [String], _ store: TraceStore, _ console: inout Console
  ) throws -> Int64 {
    var importer = ImportCommand()
    importer.companions = parts
    (importer.screen, importer.panel, importer.maxInput) = (screen, panel, maxInput)
    let entry = CaptureFiles.Entry(path: path, isFromFolder: false)
    let result = try importer.importing(entry, into: store, "", &console)
    if let failure = result.failure { throw failure }
    guard let capture = result.outcome?.captureID else {
      throw Failure(.internalError, "'\(path)' is not in the store")
    }
    return capture
  }
}

extension TraceStore.ImportOutcome {
  /// The capture with the bytes, new or known.
  var captureID: Int64 {
    switch self {
    case .added(let id), .known(let id): id
    }
  }
}
