public import ScrollModel
public import TraceStore
public import Triage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A temporary store for captures that are examined once, replaced by an empty one periodically.
///
/// Creating a store takes as long as analyzing a short capture.
public final class ScratchStore {
  /// The number of captures per file, which limits the disk space.
  private static let capacity = 100

  private let folder: String
  private var store: TraceStore?
  private var count = 0
  private var number = 0

  /// Creates a store in a folder, and removes its files at the end.
  public init(in folder: String) { self.folder = folder }

  deinit { discard() }

  /// Returns the store for the next capture.
  public func next() throws -> TraceStore {
    if count == Self.capacity { discard() }
    count += 1
    if let store { return store }
    number += 1
    let made = try TraceStore(path: "\(folder)/scratch-\(number).sqlite", mode: .create)
    store = made
    return made
  }

  /// Removes the store; the next capture gets an empty one.
  public func discard() {
    count = 0
    guard let store else { return }
    self.store = nil
    try? store.close()
    for ending in ["", "-journal", "-wal", "-shm", ".lock"] { unlink(store.path + ending) }
  }

  /// Stores a trace; nil if the source has none.
  public func put(_ source: some TraceSource) throws -> Outcome? {
    let store = try next()
    let capture = CaptureSource(
      format: "simulation", name: nil, toolVersion: "reproduce", unixMilliseconds: 0)
    let outcome = try store.importCapture(capture) { writer in
      try source.send(to: &writer)
      return TraceStore.SourceEnd(fileHash: nil, byteCount: nil)
    }
    guard case .added(let id) = outcome, let trace = try store.traces(ofCapture: id).first else {
      return nil
    }
    return Outcome(of: trace, in: store)
  }
}

@available(*, unavailable) extension ScratchStore: Sendable {}
