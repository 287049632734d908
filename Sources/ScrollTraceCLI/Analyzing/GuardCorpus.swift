import Analysis
import CommandLineKit
import Diagnosis
import Replay
import ScrollModel
import Simulation
import TextKit
import TraceStore
import Triage

/// The traces on which a fix is replayed: those of a store, of a folder of captures, or the
/// gallery's variants without their defect.
final class GuardCorpus {
  private var check: GuardCheck

  /// Opens the corpus at a path; nil is the gallery.
  init(
    _ path: String?, _ registry: BehaviorRegistry, options: FindingOptions,
    _ console: inout Console
  ) throws {
    var unread: [GuardResult.Trace] = []
    let store: TraceStore
    if let path, isDatabase(path) {
      store = try StorePath.openToRead(path, skipsCheck: false, &console)
    } else {
      store = try TemporaryStore.filled { made in
        unread =
          try path.map { try Self.importAll($0, into: made, &console) }
          ?? Self.addGallery(to: made)
      }
    }
    var guarded: [(name: String, outcome: Outcome)] = []
    for trace in try store.traces() {
      guarded.append((trace.information.name, Outcome(of: trace, in: store)))
    }
    if let path, guarded.isEmpty {
      let reason = unread.first.map { ": \($0.name): \($0.text)" } ?? ""
      throw Failure(.noInput, "--guard '\(path)' has no trace that can be read\(reason)")
    }
    check = GuardCheck(guarded, unread: unread, registry, options: options)
  }

  /// Replays the fix of a cause on every trace.
  func result(of cause: DiagnosedCause, _ fix: DiagnosisFix) throws -> GuardResult {
    try check.check(from: cause.configuration, to: fix.configuration)
  }

  /// Imports a folder; returns the files that could not be read completely.
  private static func importAll(
    _ path: String, into store: TraceStore, _ console: inout Console
  ) throws -> [GuardResult.Trace] {
    let importer = ImportCommand()
    var unread: [GuardResult.Trace] = []
    for file in CaptureFiles.list([path]) {
      let result = try importer.importing(file, into: store, "", &console)
      if let failure = result.failure {
        unread.append(.init(name: fileName(file.path), text: failure.description))
      } else if let reason = result.skipped {
        unread.append(.init(name: fileName(file.path), text: reason))
      }
    }
    return unread
  }

  /// Simulates the variant without the defect of every case of the gallery.
  private static func addGallery(to store: TraceStore) throws -> [GuardResult.Trace] {
    var unread: [GuardResult.Trace] = []
    let source = CaptureSource(
      format: "simulation", name: nil, toolVersion: Tool.version, unixMilliseconds: 0)
    _ = try store.importCapture(source) { writer in
      for example in GalleryCase.all {
        let run: GalleryRun
        do {
          run = try GalleryRun(example, example.near)
        } catch {
          unread.append(.init(name: example.name, text: "\(error)"))
          continue
        }
        try run.send(to: &writer)
      }
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    return unread
  }
}
