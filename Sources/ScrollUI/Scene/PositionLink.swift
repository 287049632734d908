import Foundation
import ScrollEngine
import ScrollModel

/// The connection of a bound position with the engine, in both directions.
protocol PositionLink {
  /// Returns the initial binding of a run.
  mutating func start(_ table: IdentifierTable) -> PositionBinding

  /// Returns the program's request since the last call; nil if the bound value is unchanged.
  mutating func request(_ table: IdentifierTable) -> PositionRequest?

  /// Writes the engine's position, unless the program has changed the value meanwhile.
  mutating func report(_ engine: ScrollEngine, _ table: IdentifierTable)
}

/// A program's change of a binding.
struct PositionRequest {
  /// The replacement of the bound value before any scroll.
  var replacement: PositionValue?
  /// The requested scroll.
  var command: Command?
  /// Callbacks at the end of the scroll.
  var completions: [Completion] = []
}

extension PositionRequest {
  /// Nil for an empty request.
  fileprivate var orNil: PositionRequest? {
    replacement == nil && command == nil && completions.isEmpty ? nil : self
  }
}

/// A bound `ScrollPosition`.
struct ValueLink: PositionLink {
  private let binding: Binding<ScrollPosition>
  private var last: ScrollPosition

  init(_ binding: Binding<ScrollPosition>) {
    self.binding = binding
    last = binding.wrappedValue
  }

  mutating func start(_ table: IdentifierTable) -> PositionBinding {
    last = binding.watchedValue
    return .value(last.value(in: table))
  }

  mutating func request(_ table: IdentifierTable) -> PositionRequest? {
    let now = binding.watchedValue
    let transaction = binding.takeTransaction()
    guard now != last else { return PositionRequest(completions: transaction.completions).orNil }
    let isRetyped = now.value.idType != last.value.idType
    last = now
    let animation = transaction.usedAnimation?.model ?? .none
    func scroll(
      _ destination: ScrollDestination, _ anchor: ScrollModel.UnitPoint? = nil
    ) -> PositionRequest {
      let command = Command.scroll(
        to: destination, anchor: anchor, animation: animation, route: .position,
        preservesVelocity: transaction.scrollPositionUpdatePreservesVelocity)
      var request = PositionRequest(command: command, completions: transaction.completions)
      // An id includes its type.
      if case .id = destination { return request }
      request.replacement = isRetyped ? PositionValue(idType: now.value.idType) : nil
      return request
    }
    let value = now.value(in: table)
    switch value.kind {
    case .id(let id, let anchor):
      return scroll(.id(id), anchor ?? transaction.scrollTargetAnchor?.model)
    case .edge(let edge): return scroll(.edge(edge))
    case .point(let point): return scroll(.point(point))
    case .x(let x): return scroll(.x(x))
    case .y(let y): return scroll(.y(y))
    // The request is empty, and the previous one no longer applies.
    case .automatic, .user:
      return PositionRequest(replacement: value, completions: transaction.completions)
    }
  }

  mutating func report(_ engine: ScrollEngine, _ table: IdentifierTable) {
    guard binding.wrappedValue == last else { return }
    var reported = last
    reported.report(engine.position, table)
    guard reported != last else { return }
    binding.wrappedValue = reported
    // A binding may ignore the write: its current value is not a request.
    last = binding.wrappedValue
  }
}

/// A bound id.
struct IDLink<ID: Hashable & Sendable>: PositionLink {
  private let binding: Binding<ID?>
  private var last: ID?

  init(_ binding: Binding<ID?>) {
    self.binding = binding
    last = binding.wrappedValue
  }

  mutating func start(_ table: IdentifierTable) -> PositionBinding {
    last = binding.watchedValue
    return .id(last.map { table.target(for: $0) }, type: IDType(for: ID.self))
  }

  mutating func request(_ table: IdentifierTable) -> PositionRequest? {
    let now = binding.watchedValue
    let transaction = binding.takeTransaction()
    guard now != last else { return PositionRequest(completions: transaction.completions).orNil }
    last = now
    return PositionRequest(
      command: .write(
        now.map { table.target(for: $0) }, anchor: transaction.scrollTargetAnchor?.model,
        animation: transaction.usedAnimation?.model ?? .none),
      completions: transaction.completions)
  }

  mutating func report(_ engine: ScrollEngine, _ table: IdentifierTable) {
    guard binding.wrappedValue == last, let target = engine.boundID,
      let id = table.identifier(of: target) as? ID, id != last
    else { return }
    binding.wrappedValue = id
    // A binding may ignore the write: its current value is not a request.
    last = binding.wrappedValue
  }
}
