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

/// A store for traces that are looked at once; it is replaced by an empty one after some traces.
public final class ScratchStore {
  /// How many traces one file gets.
  private static let capacity = 200

  private let make: () throws -> TraceStore
  private let discard: (TraceStore) -> Void
  private var store: TraceStore?
  private var count = 0

  /// Creates a store; `make` opens an empty one, and `discard` closes and removes it.
  public init(
    make: @escaping () throws -> TraceStore, discard: @escaping (TraceStore) -> Void
  ) {
    self.make = make
    self.discard = discard
  }

  /// Creates a store in a folder, in which nothing of it is left behind.
  public convenience init(in folder: String) {
    var number = 0
    self.init(
      make: {
        number += 1
        return try TraceStore(path: "\(folder)/scratch-\(number).sqlite", mode: .create)
      },
      discard: { store in
        try? store.close()
        for ending in ["", "-journal", "-wal", "-shm", ".lock"] { unlink(store.path + ending) }
      })
  }

  deinit {
    if let store { discard(store) }
  }

  /// Puts a trace into the store; nil if the source has none.
  public func put(_ source: some TraceSource) throws -> Outcome? {
    if let store, count == Self.capacity {
      discard(store)
      self.store = nil
      count = 0
    }
    let store = try self.store ?? make()
    self.store = store
    count += 1
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
