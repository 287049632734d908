import Observation

/// Read and write access to a value stored elsewhere.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void
  private let note: WriteNote

  /// Creates a binding from two closures.
  ///
  /// The transaction of a write is available if the write uses this binding, a `State` or an
  /// observable model.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.init(read: get, write: set, note: WriteNote())
  }

  init(_ storage: StateStorage<Value>) {
    self.init(read: { storage.value }, write: { storage.value = $0 }, note: storage.note)
  }

  private init(
    read: @escaping () -> Value, write: @escaping (Value) -> Void, note: WriteNote
  ) {
    self.read = read
    self.write = write
    self.note = note
  }

  /// Returns a binding whose value never changes.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(get: { value }, set: { _ in })
  }

  /// The value.
  public var wrappedValue: Value {
    get { read() }
    nonmutating set {
      note.take(.current)
      write(newValue)
    }
  }

  /// The binding itself.
  public var projectedValue: Binding<Value> { self }

  /// A binding to a part of the value.
  public subscript<Part>(
    dynamicMember path: WritableKeyPath<Value, Part>
  ) -> Binding<Part> {
    Binding<Part>(
      read: { read()[keyPath: path] },
      write: { part in
        var value = read()
        value[keyPath: path] = part
        write(value)
      }, note: note)
  }

  /// Returns the binding with the animation of every write.
  public func animation(_ animation: Animation? = .default) -> Binding<Value> {
    transaction(Transaction(animation: animation))
  }

  /// Returns the binding with the transaction of every write.
  public func transaction(_ transaction: Transaction) -> Binding<Value> {
    Binding(
      read: read,
      write: { value in
        withTransaction(transaction) {
          note.take(.current)
          write(value)
        }
      }, note: note)
  }
}

extension Binding {
  /// Returns the transaction of the last write and resets it.
  func takeTransaction() -> Transaction { note.give() }

  /// The value, observed for writes to an observable model that bypass the binding.
  var watchedValue: Value {
    note.isBound = true
    guard !note.isWatching else { return read() }
    note.isWatching = true
    let note = note
    return withObservationTracking(read) {
      note.isWatching = false
      note.take(.current)
    }
  }
}

/// A binding to the properties of an observable model.
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value: AnyObject & Observable> {
  /// The model.
  public var wrappedValue: Value

  /// Creates bindings to a model.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Creates bindings to a model.
  public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// The bindings.
  public var projectedValue: Bindable<Value> { self }

  /// A binding to a property of the model.
  public subscript<Part>(
    dynamicMember path: ReferenceWritableKeyPath<Value, Part>
  ) -> Binding<Part> {
    let model = wrappedValue
    return Binding(get: { model[keyPath: path] }, set: { model[keyPath: path] = $0 })
  }
}

/// A value to which a scene is bound by `$name`.
@propertyWrapper
public struct State<Value> {
  private let storage: StateStorage<Value>

  /// Creates a state with its first value.
  public init(wrappedValue: Value) { storage = StateStorage(wrappedValue) }

  /// Creates a state with its first value.
  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  /// The value.
  public var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> { Binding(storage) }
}

/// The value of a state, shared by its bindings.
final class StateStorage<Value> {
  var value: Value { didSet { note.take(.current) } }
  let note = WriteNote()

  init(_ value: Value) { self.value = value }
}

/// The transaction of the last write to a value.
///
/// Unchecked, because the closure that Observation calls before a change must be sendable. One
/// thread runs a scene and writes its bindings and models.
final class WriteNote: @unchecked Sendable {
  private var transaction = Transaction()
  /// Whether a scene scrolls when the value changes.
  var isBound = false
  /// Whether the next change of an observable model is recorded.
  var isWatching = false

  func take(_ new: Transaction) {
    guard isBound else { return transaction = new }
    for completion in new.completions { completion.begin() }
    for completion in transaction.completions { completion.end() }
    transaction = new
  }

  func give() -> Transaction {
    defer { transaction = Transaction() }
    return transaction
  }
}
