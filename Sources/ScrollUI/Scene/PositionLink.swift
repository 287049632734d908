import Foundation
import ScrollEngine
import ScrollModel

/// What connects a bound position with the engine, in both directions.
protocol PositionLink {
  /// What is bound when a run starts.
  mutating func start(_ table: IdentifierTable) -> PositionBinding

  /// What the program asked for since the last look; nil if it left what is bound alone.
  mutating func request(_ table: IdentifierTable) -> PositionRequest?

  /// Writes what the engine reports, unless the program has written something else meanwhile.
  mutating func report(_ engine: ScrollEngine, _ table: IdentifierTable)
}

/// What a program put into a binding.
struct PositionRequest {
  /// What takes the place of the bound value before anything scrolls.
  var replacement: PositionValue?
  /// The scroll that is asked for.
  var command: Command?
  /// What is called when the scroll has ended.
  var completions: [Completion] = []
}

extension PositionRequest {
  /// Nil for a request that asks for nothing.
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
      // An id brings its type along.
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
    // Nothing is asked for, and what was bound before no longer is.
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
    // A binding may refuse: what it holds now is no request.
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
    // A binding may refuse: what it holds now is no request.
    last = binding.wrappedValue
  }
}
