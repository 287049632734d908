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

/// A store for captures that are looked at once; it is replaced by an empty one after some captures.
///
/// To make a store takes as long as to judge a short capture.
public final class ScratchStore {
  /// How many captures one file gets: more of them take more room on the disk.
  private static let capacity = 100

  private let folder: String
  private var store: TraceStore?
  private var count = 0
  private var number = 0

  /// Creates a store in a folder, in which nothing of it is left behind.
  public init(in folder: String) { self.folder = folder }

  deinit { discard() }

  /// Returns the store that gets the next capture.
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

  /// Puts a trace into the store; nil if the source has none.
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
