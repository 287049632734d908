public import ScrollModel

/// A script running in a scene, one event at a time.
///
/// The first two events are the container and the layout at time 0. Times never decrease. Between
/// two calls of `next`, the caller can drive an engine with the event.
public struct SimulationRun: Sendable {
  /// One event and its time.
  public typealias Moment = (time: TraceTime, event: TraceEvent)

  /// The current time of the script: after the last event and its waits.
  public private(set) var now = TraceTime.zero

  var arrangement: Arrangement
  var maker: ItemMaker
  var sampler: TouchSampler
  /// The last reported layout.
  var reported: Layout?
  /// Remaining events of the current step, the next one last.
  private var waiting: [Moment] = []
  private var made: [Moment] = []
  /// Events that come while later steps go on, in order of their times.
  private var postponed: [Moment] = []
  private var blocks: [Block]
  private var budget: Int
  private(set) var line = 1

  /// Steps in progress, and their remaining repetitions.
  private struct Block {
    let steps: [GestureScript.Step]
    var next = 0
    var rest: Int
  }

  init(_ scene: SceneFile, _ script: GestureScript, _ options: SimulationOptions) {
    maker = ItemMaker(scene, seed: options.seed)
    arrangement = Arrangement(scene, maker: &maker)
    sampler = TouchSampler(options)
    blocks = [Block(steps: script.steps, rest: 1)]
    budget = options.eventLimit
    let change = ContainerChange(
      size: scene.container, insets: scene.insets, layoutDirection: scene.direction,
      scale: scene.scale, refreshRate: scene.refreshRate, refreshOrigin: .zero)
    let layout = arrangement.layout()
    reported = layout
    waiting = [(.zero, .input(.layout(layout))), (.zero, .input(.container(change)))]
  }

  /// Returns the next event; nil at the end of the script.
  public mutating func next() throws(ScriptError) -> Moment? {
    while true {
      if let first = postponed.first, first.time <= waiting.last?.time ?? now {
        return postponed.removeFirst()
      }
      if let moment = waiting.popLast() { return moment }
      guard let step = nextStep() else {
        guard let last = postponed.first else { return nil }
        now = last.time
        continue
      }
      line = step.line
      try charge(1)
      try perform(step.action)
      waiting = made.reversed()
      made.removeAll(keepingCapacity: true)
    }
  }

  /// Runs the script to its end and returns its steps without waits and repeats, each with its
  /// start time.
  public mutating func timedSteps() throws(ScriptError) -> [TimedStep] {
    var steps: [TimedStep] = []
    while let step = nextStep() {
      line = step.line
      let start = now
      try perform(step.action)
      made.removeAll(keepingCapacity: true)
      guard !step.action.isWait else { continue }
      steps.append(TimedStep(time: start, text: step.action.text, isContact: step.action.isContact))
    }
    return steps
  }

  /// Returns the next step that is no repeat.
  private mutating func nextStep() -> GestureScript.Step? {
    while var block = blocks.popLast() {
      if block.next == block.steps.count {
        block.rest -= 1
        block.next = 0
        if block.rest > 0 { blocks.append(block) }
        continue
      }
      let step = block.steps[block.next]
      block.next += 1
      blocks.append(block)
      guard case .repeated(let count, let steps) = step.action else { return step }
      blocks.append(Block(steps: steps, rest: count))
    }
    return nil
  }

  // MARK: For the view

  /// Whether the view measures visible items.
  var measuresShown: Bool { arrangement.measuresShown }

  /// Returns the layout after the view has shown some items; nil if it is unchanged.
  mutating func layout(showing ids: Set<TargetID>) -> Layout? {
    guard arrangement.measure(shown: ids) else { return nil }
    let layout = arrangement.layout()
    reported = layout
    return layout
  }

  // MARK: For the steps

  /// Adds an event after a delay from the start of the step.
  mutating func emit(_ event: TraceEvent, after delay: Int64 = 0) throws(ScriptError) {
    var cost = 1
    if case .input(.layout(let layout)) = event { cost += layout.targets.count }
    try charge(cost)
    let time = now.advanced(byNanoseconds: delay)
    if let problem = ModelLimits.problem(with: event, at: time) {
      throw failure("the step cannot be made into an event: \(problem)")
    }
    made.append((time, event))
  }

  /// Lets the events of the current step come so many nanoseconds later, while other steps go on.
  mutating func postpone(by delay: Int64) throws(ScriptError) {
    let time = now.advanced(byNanoseconds: delay)
    guard time.nanoseconds <= ModelLimits.time else {
      throw failure("the script lasts longer than a trace can")
    }
    let place = postponed.partitioningIndex { $0.time > time }
    postponed.insert(contentsOf: made.map { (time: time, event: $0.event) }, at: place)
    made.removeAll(keepingCapacity: true)
  }

  /// Lets time pass.
  mutating func pass(_ nanoseconds: Int64) throws(ScriptError) {
    let time = now.advanced(byNanoseconds: nanoseconds)
    guard time.nanoseconds <= ModelLimits.time else {
      throw failure("the script lasts longer than a trace can")
    }
    now = time
  }

  /// Returns an error of the current step.
  func failure(_ message: String) -> ScriptError {
    ScriptError(line: line, message: message)
  }

  private mutating func charge(_ cost: Int) throws(ScriptError) {
    budget -= cost
    guard budget >= 0 else {
      throw failure("the trace grows beyond its limit of events; shorten it or raise the limit")
    }
  }
}
