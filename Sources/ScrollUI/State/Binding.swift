/// A value that lives elsewhere, to read and to write.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void
  /// The animation that the last write asked for.
  let animation: () -> Animation?

  /// Creates a binding from two closures.
  ///
  /// Writes that reach the value other than through this binding or a `State` are not animated.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    let note = AnimationNote()
    read = get
    write = {
      note.animation = Animation.current
      set($0)
    }
    animation = { note.animation }
  }

  init(_ storage: StateStorage<Value>) {
    read = { storage.value }
    write = { storage.value = $0 }
    animation = { storage.animation }
  }

  private init(
    read: @escaping () -> Value, write: @escaping (Value) -> Void,
    animation: @escaping () -> Animation?
  ) {
    self.read = read
    self.write = write
    self.animation = animation
  }

  /// Returns a binding whose value never changes.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(get: { value }, set: { _ in })
  }

  /// The value.
  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
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
      }, animation: animation)
  }
}

/// A value that a scene may be bound to by `$name`.
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
  var value: Value { didSet { animation = Animation.current } }
  private(set) var animation: Animation?

  init(_ value: Value) { self.value = value }
}

private final class AnimationNote {
  var animation: Animation?
}
