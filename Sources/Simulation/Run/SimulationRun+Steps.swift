import ScrollModel

extension SimulationRun {
  /// Adds the events of a step and advances the time.
  mutating func perform(_ action: GestureScript.Action) throws(ScriptError) {
    switch action {
    case .stroke(let from, let to, let duration, let easing):
      try touch(from, to, duration, easing)
    case .flick(let direction, let speed): try flick(direction, speed)
    case .path(let samples): try path(samples)
    case .hold(let point, let duration): try touch(point, point, duration, .linear)
    case .tap(let point): try tap(point)
    case .wheel(let delta, let count, let every): try wheel(delta, count, every)
    case .trackpad(let delta, let duration, let momentum):
      try trackpad(delta, duration, momentum)
    case .command(let command): try emit(.input(.command(command)))
    case .rotate(let size):
      let old = arrangement.container
      try resize(to: size ?? Size(width: old.height, height: old.width))
    case .resize(let size): try resize(to: size)
    case .insets(let insets):
      arrangement.insets = insets
      arrangement.forgetHidden()
      try emit(.input(.container(ContainerChange(insets: insets))))
      try reportLayout()
    case .disable(let isDisabled):
      try emit(.input(.container(ContainerChange(isScrollDisabled: isDisabled))))
    case .insert, .remove, .move, .grow, .append, .measure: try edit(action)
    case .note(let kind, let text):
      try emit(.observation(.annotation(Annotation(kind: kind, text: text))))
    case .wait(let duration): try pass(duration)
    case .until(let time):
      let (rest, _) = time.subtractingReportingOverflow(now.nanoseconds)
      guard rest >= 0 else {
        throw failure(
          "\(ScriptNumbers.milliseconds(time)) has passed: the steps before end at "
            + "\(ScriptNumbers.milliseconds(now.nanoseconds)); use 'wait' or a later time")
      }
      try pass(rest)
    case .delayed(let delay, let action):
      try perform(action)
      try postpone(by: delay)
    case .repeated: return
    }
  }

  // MARK: Fingers

  private mutating func touch(
    _ from: Point, _ to: Point, _ duration: Int64, _ easing: Easing
  ) throws(ScriptError) {
    for timed in sampler.samples(from: from, to: to, duration: duration, easing: easing) {
      try emit(.input(.touch(timed.sample)), after: timed.time)
    }
    try pass(duration)
  }

  /// Adds recorded samples, without rounding and noise.
  private mutating func path(_ samples: [GestureScript.PathSample]) throws(ScriptError) {
    for (index, timed) in samples.enumerated() {
      let isStill = index > 0 && samples[index - 1].point == timed.point
      let phase: TouchPhase =
        index == 0 ? .began : index == samples.count - 1 ? .ended : isStill ? .stationary : .moved
      let sample = TouchSample(pointer: 0, phase: phase, position: timed.point)
      try emit(.input(.touch(sample)), after: timed.time)
    }
    try pass(samples.last?.time ?? 0)
  }

  /// The duration of a tap: within people's usual 70 to 100 ms.
  private static var tapDuration: Int64 { 80_000_000 }

  private mutating func tap(_ point: Point) throws(ScriptError) {
    let place = Point(x: TouchSampler.rounded(point.x), y: TouchSampler.rounded(point.y))
    for (phase, delay) in [(TouchPhase.began, 0), (.ended, Self.tapDuration)] {
      let sample = TouchSample(pointer: 0, phase: phase, position: place)
      try emit(.input(.touch(sample)), after: delay)
    }
    try pass(Self.tapDuration)
  }

  /// Adds a fling from the middle of the container, long enough for ten samples.
  ///
  /// The finger may leave the container, like real ones.
  private mutating func flick(
    _ direction: GestureScript.Direction, _ speed: Double
  ) throws(ScriptError) {
    let duration = max(160_000_000, sampler.time(ofSample: 10))
    let way = speed * (Double(duration) / 1e9) / Easing.flingRelease
    let middle = Point(x: arrangement.container.width / 2, y: arrangement.container.height / 2)
    let end =
      switch direction {
      case .up: Point(x: middle.x, y: middle.y - way)
      case .down: Point(x: middle.x, y: middle.y + way)
      case .left: Point(x: middle.x - way, y: middle.y)
      case .right: Point(x: middle.x + way, y: middle.y)
      }
    try touch(middle, end, duration, .fling)
  }

  // MARK: Wheels and pads

  private mutating func wheel(
    _ delta: Vector, _ count: Int, _ every: Int64
  ) throws(ScriptError) {
    for index in 0..<count {
      let (delay, _) = every.multipliedReportingOverflow(by: Int64(index))
      try emit(.input(.wheel(WheelSample(delta: delta))), after: delay)
    }
    let (duration, _) = every.multipliedReportingOverflow(by: Int64(count))
    try pass(duration)
  }

  /// Adds a two-finger scroll on a trackpad, and the system's momentum.
  ///
  /// The momentum starts at the velocity of the fingers and decelerates along a cubic.
  private mutating func trackpad(
    _ delta: Vector, _ duration: Int64, _ momentum: Int64?
  ) throws(ScriptError) {
    try swipe(delta, duration, momentum == nil ? .inOut : .fling) { phase, step in
      WheelSample(delta: step, phase: phase, isPrecise: true)
    }
    guard let momentum else { return }
    // The initial slope of the cubic is three times its mean.
    let ratio = Easing.flingRelease * Double(momentum) / Double(duration) / 3
    let rest = Vector(dx: delta.dx * ratio, dy: delta.dy * ratio)
    try swipe(rest, momentum, .out) { phase, step in
      WheelSample(delta: step, momentumPhase: phase, isPrecise: true)
    }
  }

  /// Emits a phased scroll whose deltas add up to the total distance, rounded once.
  private mutating func swipe(
    _ way: Vector, _ duration: Int64, _ easing: Easing,
    _ sample: (WheelPhase, Vector) -> WheelSample
  ) throws(ScriptError) {
    let count = max(1, Int((Double(duration) / sampler.period).rounded()))
    var done = Vector.zero
    for index in 0..<count {
      let progress = easing.progress(at: Double(index + 1) / Double(count))
      let sum = Vector(
        dx: TouchSampler.rounded(way.dx * progress), dy: TouchSampler.rounded(way.dy * progress))
      let step = Vector(dx: sum.dx - done.dx, dy: sum.dy - done.dy)
      done = sum
      let time = min(sampler.time(ofSample: index), duration)
      try emit(.input(.wheel(sample(index == 0 ? .began : .changed, step))), after: time)
    }
    try emit(.input(.wheel(sample(.ended, .zero))), after: duration)
    try pass(duration)
  }

  // MARK: The container

  private mutating func resize(to size: Size) throws(ScriptError) {
    arrangement.container = size
    arrangement.forgetHidden()
    try emit(.input(.container(ContainerChange(size: size))))
    try reportLayout()
  }

  /// Emits the layout if it changed.
  mutating func reportLayout() throws(ScriptError) {
    let layout = arrangement.layout()
    guard layout != reported else { return }
    try emit(.input(.layout(layout)))
    reported = layout
  }
}
