public import ScrollModel

/// Movements in which the offset followed the content although nothing should have moved on the screen.
public struct OffsetMistakes: Sendable {
  /// A change of the layout that the offset made up for twice.
  public struct Repeated: Hashable, Sendable {
    /// The time of the second movement.
    public var time: TraceTime
    /// How far the layout moved what was in view.
    public var distance: Double
  }

  /// A target that was moved in the order, with the view after it.
  public struct Shift: Hashable, Sendable {
    /// The time of the frame.
    public var time: TraceTime
    /// The first target that was in view.
    public var id: TargetID
    /// How far the offset moved with it.
    public var distance: Double
  }

  /// Changes that the offset made up for twice.
  public private(set) var doubled: [Repeated] = []
  /// Targets that the view followed to another place in the order.
  public private(set) var moved: [Shift] = []
  private var last: (time: TraceTime, distance: Double)?
  private static let limit = 100
  private static let least = 20.0
  /// The longest time between the two movements: a few frames.
  private static let pause: Int64 = 60_000_000

  /// Creates an empty record.
  public init() {}

  mutating func take(
    _ step: GestureTracker.FrameDelta, _ shift: ShownTargets.Shift?, _ owner: MovementOwner,
    isMoving: Bool, _ viewState: borrowing ViewState
  ) {
    let before = last
    last = nil
    guard step.delta.magnitude > Self.least, owner != .program, !step.isAfterCommand else { return }
    if let shift, shift.isReordered {
      takeMove(step, shift, viewState)
    } else if step.finger != nil || isMoving {
      // A step of content in motion may be as long as a correction by chance.
      return
    } else if owner == .correction {
      last = (viewState.time, step.delta)
    } else if let content = shift?.movement.content, (step.delta - 2 * content).magnitude <= 1 {
      add(content, viewState)
    } else if shift == nil, let before, (step.delta - before.distance).magnitude <= 1,
      viewState.time.nanoseconds(since: before.time) <= Self.pause
    {
      add(step.delta, viewState)
    }
  }

  private mutating func takeMove(
    _ step: GestureTracker.FrameDelta, _ shift: ShownTargets.Shift, _ viewState: borrowing ViewState
  ) {
    guard let first = shift.first, first.onScreen.magnitude <= 1, !shift.keepsMost,
      moved.count < Self.limit
    else { return }
    let id = viewState.targets.id(of: first.handle)
    moved.append(Shift(time: viewState.time, id: id, distance: step.delta))
  }

  private mutating func add(_ distance: Double, _ viewState: borrowing ViewState) {
    guard doubled.count < Self.limit else { return }
    doubled.append(Repeated(time: viewState.time, distance: distance))
  }
}
