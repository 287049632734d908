import CommandLineKit
import ScrollModel
import Simulation
import TextKit
import TraceImport
import TraceStore

/// What the files given with `--with` are to the file that is imported.
struct CompanionRoles {
  /// Files that the reader itself takes: descriptions of devices, a second table.
  private(set) var parts: [String] = []
  /// A scene, whose first layout the new trace gets.
  private(set) var scene: String?
  /// Captures of their own.
  private(set) var captures: [String] = []

  /// The files that are put together with the imported one afterwards.
  var joins: [String] { captures + (scene.map { [$0] } ?? []) }

  /// Tells the roles by what is in the files; `stated` is the format that the user said.
  init(
    _ companions: [String], beside file: String, as stated: CaptureFormat?,
    open: (String) throws -> ByteSource
  ) throws {
    guard !companions.isEmpty else { return }
    // A pipe can be looked at only once; what belongs to one is read with it.
    let format = try stated ?? (file == "-" ? nil : Self.format(of: try open(file)))
    for companion in companions {
      let source = try open(companion)
      let other = Self.format(of: source)
      if let other, format != nil, !Self.areOneRecording(format, other) {
        captures.append(companion)
      } else if other == nil, try Self.isScene(source, companion) {
        guard scene == nil else {
          throw Failure(.usage, "'\(companion)' is a second scene; a trace gets one layout")
        }
        scene = companion
      } else {
        parts.append(companion)
      }
    }
  }

  private static func format(of source: ByteSource) -> CaptureFormat? {
    CaptureFormat.recognize(FormatHead(of: source))?.format
  }

  /// Whether one reader takes both files together.
  private static func areOneRecording(_ format: CaptureFormat?, _ other: CaptureFormat) -> Bool {
    let devices: Set<CaptureFormat> = [.getevent, .evemu, .libinputRecord, .libinputDebugEvents]
    guard let format else { return false }
    return (format == .csv && other == .csv)
      || (devices.contains(format) && devices.contains(other))
  }

  private static func isScene(_ source: ByteSource, _ path: String) throws -> Bool {
    guard source.head(64).first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return false }
    do {
      _ = try SceneFile(json: try wholeFile(path, limit: 64 << 20), name: fileName(path))
      return true
    } catch let error as SceneError {
      throw Failure(.badData, "\(path): it is no known capture, and as a scene: \(error)")
    }
  }
}

extension ImportCommand {
  /// Puts a file that was imported on one clock with the files that have what it lacks.
  func join(
    _ roles: CompanionRoles, to result: inout ImportResult, in store: TraceStore,
    _ console: inout Console
  ) throws {
    guard !roles.joins.isEmpty, let capture = result.outcome?.captureID else { return }
    let own = try CaptureContent(of: capture, in: store)
    var attach = AttachCommand()
    attach.layout = roles.scene
    guard var base = own.most(\.frames) ?? own.most(\.gestureSamples) else {
      throw Failure(
        .badData, "it was imported, but has neither offsets nor a finger to be joined with")
    }
    for path in roles.captures {
      let other = try CaptureContent(of: try imported(path, store, &console), in: store)
      if own.most(\.frames) == nil, attach.gestures == nil, let offsets = other.most(\.frames) {
        attach.gestures = String(base.id)
        base = offsets
      } else if own.most(\.frames) != nil, own.gestureSamples(of: base) == 0,
        attach.gestures == nil, let finger = other.most(\.gestureSamples)
      {
        attach.gestures = String(finger.id)
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

  /// Imports a companion as a capture of its own, if it is not known; returns its number.
  private func imported(
    _ path: String, _ store: TraceStore, _ console: inout Console
  ) throws -> Int64 {
    var importer = ImportCommand()
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
  /// The capture that has the bytes, new or known before.
  var captureID: Int64 {
    switch self {
    case .added(let id), .known(let id): id
    }
  }
}
