import Analysis
import ScrollModel

/// Lists hypotheses about an app, with all numbers solved from the rests.
struct HypothesisList {
  var all: [Hypothesis] = []
  let base: Configuration
  let isDeclared: Bool
  let scene: KnownLengths
  let rests: [Double]
  let solver: LatticeSolver
  let hasTargets: Bool
  let start: Double
  let decisions: [RestDecision]
  let layouts: [LayoutSpans]
  let releases: [ProbedRelease]
  let drags: DragRatio
  let crossRests: CrossRests
  /// Whether UIKit's deceleration rates are relevant: other systems have other curves.
  let isOfApple: Bool
  /// The toolkits by whose rules the app may scroll.
  let toolkits: [PeerPhysics]

  /// Prepares hypotheses around a declared configuration, or one without a behavior.
  init(
    _ base: Configuration, isDeclared: Bool, _ collected: RestDecisionAnalysis,
    _ releases: [ProbedRelease],
    hasTargets: Bool, of information: TraceInformation
  ) {
    isOfApple = information.isOfApple
    toolkits = information.possibleToolkits
    let page = information.pagePhysics
    scene = collected.scene
    decisions = collected.decisions
    layouts = collected.layouts
    drags = collected.drags
    crossRests = collected.crossRests
    self.releases = releases
    let tolerance = collected.tolerance
    self.isDeclared = isDeclared
    self.base = base
    self.hasTargets = hasTargets
    // The ends of the range are resting positions under every behavior.
    rests = decisions.filter { !$0.isAtEnd(within: tolerance) }.map(\.rest)
    solver = LatticeSolver(uncertainty: collected.uncertainty)
    start = -(scene.axis?.start ?? 0)
    addDeclared()
    if page != nil, !isDeclared || isPage {
      addPageBehaviors()
      if isDeclared { addReadings() }
      return
    }
    addBuiltIn()
    addIntervals()
    addListedOffsets()
    addTruncatedPlaces()
    addWithoutMargins()
    addRules()
    addDecelerations()
    addLooseThresholds()
    addVelocityFactors()
    addPeers()
    addReadings()
  }

  /// Whether the declaration leaves open that flings end by Android's rules; pages turn alike by all.
  var isToolkitOpen: Bool {
    isDeclared && !isOfApple && base.releasePhysics == .uikit && base.behavior != .paging
      && toolkits.contains(.android)
  }

  // MARK: Built-in behaviors

  private mutating func addDeclared() {
    guard isDeclared else { return }
    let isInterval = if case .interval = base.behavior { true } else { false }
    let start = start
    add(declaredClass, base, 0, parameter: pageParameter(base)) {
      $0.isDeclared = true
      $0.hasDeclaredBehavior = true
      if isInterval { $0.origin = start }
    }
  }

  private mutating func addBuiltIn() {
    add(.none, with(.none), 2)
    if isPage {
      // In a browser, view alignment is equivalent to scroll snap.
      addSnaps()
    } else {
      addPaging()
      if hasTargets { addAlignments() }
    }
  }

  /// Whether the declared behavior runs in a browser.
  var isPage: Bool {
    if case .scrollSnap = base.behavior { return true }
    return [.css, .chromium].contains(base.releasePhysics)
  }

  private mutating func addPaging() {
    var page = with(.paging)
    page.switches.pageLength = .container
    page.switches.maximumPages = .one
    add(.paging, page, 3, parameter: pageParameter(page))
    var many = page
    many.switches.maximumPages = .unlimited
    add(.paging, many, 7, parameter: pageParameter(many))
    guard let axis = scene.axis, axis.inner != axis.frame else { return }
    page.switches.pageLength = .frame
    add(.paging, page, 5, parameter: pageParameter(page))
  }

  private func pageParameter(_ configuration: Configuration) -> CauseParameter? {
    switch configuration.behavior {
    case .paging:
      let isFrame = configuration.switches.pageLength == .frame
      return scene.axis.map {
        CauseParameter(name: "page", value: isFrame ? $0.frame : $0.inner, unit: "pt")
      }
    case .interval(let length): return CauseParameter(name: "interval", value: length, unit: "pt")
    default: return nil
    }
  }

  private mutating func addAlignments() {
    let isVertical = scene.axis?.axis != .horizontal
    let edges: [(UnitPoint?, Double)] = [
      (nil, 0), (UnitPoint(x: 0.5, y: 0.5), 1.5),
      (UnitPoint(x: isVertical ? 0.5 : 1, y: isVertical ? 1 : 0.5), 2),
    ]
    for (anchor, price) in edges {
      for (limit, extra) in [(ViewAlignedLimit.never, 0.0), (.alwaysByOne, 1), (.alwaysByFew, 3)] {
        let aligned = with(.viewAligned(limit: limit, anchor: anchor)) { $0.hasTargetLayout = true }
        let kind = alignmentClass(limit, anchor)
        // Another limit of the declared behavior assumes less than another behavior.
        let base = kind == .limit ? 1.5 : 3.0
        add(
          kind, aligned, base + price + extra,
          parameter: limit == .alwaysByOne
            ? CauseParameter(name: "limit", value: 1, unit: scene.item) : nil)
      }
    }
  }

  /// The class of an alignment; next to a declared one, it is a change of edge or limit.
  private func alignmentClass(_ limit: ViewAlignedLimit, _ anchor: UnitPoint?) -> CauseClass {
    guard isDeclared, base.hasTargetLayout, case .viewAligned(_, let declared) = base.behavior
    else {
      return .viewAligned
    }
    func fraction(_ anchor: UnitPoint?) -> Double {
      let point = anchor ?? UnitPoint(x: 0, y: 0)
      return scene.axis?.axis == .horizontal ? point.x : point.y
    }
    return fraction(anchor) != fraction(declared) ? .anchor : .limit
  }

  // MARK: Solved numbers

  mutating func addIntervals() {
    for length in scene.lengths.map(\.value) where length >= 16 {
      for step in [length, length / 2, length * 2] { addKnownInterval(step) }
    }
    // With few visited positions, the start of the content is one of them.
    let places = solver.distinct(rests).count
    // One rest is no grid; only a length of the layout may lead to it.
    if rests.count >= 2 {
      for lattice in solver.lattices(places < 3 ? rests + [start] : rests) { addSolved(lattice) }
    }
    addIntervalsOfOthers()
  }

  /// Intervals of the rests that are not at items: one of two behaviors may have chosen these.
  private mutating func addIntervalsOfOthers() {
    guard hasTargets, let axis = scene.axis, let layout = layouts.last else { return }
    let items = PlaceLine(.lists([layout.places(anchor: 0, axis).sorted()]), layout: 0)
    let others = rests.filter {
      (items.place(items.nearest(to: $0)) - $0).magnitude > solver.tolerance
    }
    guard others.count >= 2, others.count * 3 < rests.count * 2 else { return }
    for length in scene.lengths.map(\.value) where length >= 16 && length < axis.frame * 3 {
      let near = others.count {
        LatticeSolver.miss($0, length, start).magnitude <= solver.tolerance
      }
      guard near * 3 >= others.count * 2 else { continue }
      addInterval(length, scene.attributions(of: length, within: 0.01))
    }
  }

  /// A length of the scene, if most rests are its multiples.
  private mutating func addKnownInterval(_ step: Double) {
    guard step >= 16, let axis = scene.axis, step < axis.frame * 3, !rests.isEmpty else { return }
    let near = rests.count {
      LatticeSolver.miss($0, step, start).magnitude <= solver.tolerance
    }
    guard near * 3 >= rests.count * 2 else { return }
    addInterval(step, scene.attributions(of: step, within: 0.01))
  }

  private mutating func addInterval(_ step: Double, _ symbols: [Attribution]) {
    guard !followsFromNotches(step) else { return }
    let length = (step * 1000).rounded() / 1000
    let start = start
    add(
      .interval, with(.interval(length)), 4 + (symbols.first?.bits ?? freeStepBits),
      parameter: CauseParameter(name: "interval", value: length, unit: "pt")
    ) {
      $0.symbols = symbols
      $0.origin = start
    }
  }

  /// Whether every notch of a wheel moves content by whole steps, so that it rests on the grid without
  /// any behavior.
  private func followsFromNotches(_ step: Double) -> Bool {
    decisions.allSatisfy {
      $0.turn != 0 && LatticeSolver.miss($0.turn, step, 0).magnitude <= solver.tolerance
    }
  }

  /// A solved grid: an interval if it starts with the content, else listed offsets.
  private mutating func addSolved(_ lattice: Lattice) {
    if let anchored = solver.anchored(lattice, rests, at: start) {
      let symbols = scene.attributions(of: anchored.step, within: anchored.stepError + 0.02)
      let step = symbols.first?.value ?? rounded(anchored.step, within: anchored.stepError / 2)
      return addInterval(step, symbols)
    }
    addParts(of: lattice)
    let symbols = scene.attributions(of: lattice.step, within: lattice.stepError + 0.02)
    let step = symbols.first?.value ?? rounded(lattice.step, within: lattice.stepError / 2)
    guard let (origin, count) = solver.origin(of: rests, step: step), count >= 3 else { return }
    addGrid(step, from: origin, symbols)
  }

  /// A finer grid that starts with the content, of which the rests may be a subset.
  private mutating func addParts(of lattice: Lattice) {
    for number in 2...6 {
      var part = lattice
      part.step /= Double(number)
      part.stepError /= Double(number)
      guard part.step >= 16 else { return }
      guard let anchored = solver.anchored(part, rests, at: start) else { continue }
      let symbols = scene.attributions(of: anchored.step, within: anchored.stepError + 0.02)
      let step = symbols.first?.value ?? rounded(anchored.step, within: anchored.stepError / 2)
      return addInterval(step, symbols)
    }
  }

  private mutating func addGrid(_ step: Double, from origin: Double, _ symbols: [Attribution]) {
    guard !followsFromNotches(step) else { return }
    guard let axis = scene.axis, let high = axis.high, high > axis.low,
      (high - axis.low) / step < 2000
    else { return }
    // Content that ignores its inset counts from 0.
    let fromZero = LatticeSolver.miss(0, step, origin).magnitude <= solver.tolerance
    let first = fromZero ? 0 : origin
    let before = ((axis.low - first) / step).rounded(.up)
    var offsets: [Double] = []
    var place = first + before * step
    while place <= high, offsets.count < 2000 {
      // Listed offsets count from the resting offset at the start.
      offsets.append(place + axis.start)
      place += step
    }
    guard !offsets.isEmpty else { return }
    let grid = with(.offsets(offsets, snapsToStart: true, snapsToEnd: true))
    add(
      fromZero && axis.start != 0 ? .insets : .offsets, grid,
      8 + (symbols.first?.bits ?? freeStepBits) + (fromZero ? 0 : 6),
      parameter: CauseParameter(name: "step", value: step, unit: "pt")
    ) {
      $0.symbols = symbols
      $0.origin = fromZero ? 0 : first + before * step
    }
  }

  /// The price of a step that equals no length: the number of distinguishable steps, in bits.
  private var freeStepBits: Double {
    guard let first = rests.min(), let last = rests.max() else { return 10 }
    return max(10, bits((last - first) / (2 * solver.tolerance)))
  }

  /// The simplest number within an error.
  func rounded(_ value: Double, within error: Double) -> Double {
    for unit in [1.0, 0.5, 0.25, 0.1] {
      let simple = (value / unit).rounded() * unit
      if (simple - value).magnitude <= error { return simple }
    }
    return value
  }

  mutating func addListedOffsets() {
    let places = solver.distinct(rests)
    guard places.count >= 2, places.count <= 8, rests.count >= places.count + 2,
      let axis = scene.axis
    else { return }
    var price = 6.0
    for place in places {
      let symbols = scene.attributions(of: place + axis.start, within: solver.tolerance)
      price += min(8, (symbols.first?.bits ?? 8) + 2)
    }
    let offsets = places.map { (($0 + axis.start) * 10).rounded() / 10 }
    add(
      .offsets, with(.offsets(offsets, snapsToStart: true, snapsToEnd: true)), price)
  }

  /// Each hypothesis so far with the other deceleration rate, and with the fitted rate.
  private mutating func addDecelerations() {
    guard base.releasePhysics == .uikit, isOfApple else { return }
    let axis = scene.axis?.axis ?? .vertical
    let rate = fittedRate
    // The curve of a page turn is not that of the deceleration.
    for hypothesis in all where hypothesis.configuration.effectiveBehavior != .paging {
      var other = hypothesis
      let isFast = hypothesis.configuration.fastDeceleration(axis)
      other.configuration.deceleration = isFast ? .normal : .fast
      other.price += 4
      other.isDeclared = false
      if hypothesis.isDeclared { other.cause = .deceleration }
      add(other)
      guard let rate else { continue }
      other.configuration.deceleration = .normal
      other.configuration.physics.normalDecay = rate
      other.price += 4
      add(other)
    }
  }

  // MARK: Adding

  private var declaredClass: CauseClass {
    switch base.effectiveBehavior {
    case .none, .custom: .none
    case .paging: .paging
    case .viewAligned: .viewAligned
    case .interval: .interval
    case .offsets: .offsets
    case .scrollSnap: .scrollSnap
    }
  }

  /// The base with another behavior and its usual deceleration.
  func with(
    _ behavior: ScrollBehavior, _ change: (inout Configuration) -> Void = { _ in }
  ) -> Configuration {
    var configuration = base
    configuration.behavior = behavior
    // Rates are searched for systems that have them; elsewhere the declared one is known.
    if isOfApple { configuration.deceleration = .automatic }
    change(&configuration)
    return configuration
  }

  mutating func add(
    _ cause: CauseClass, _ configuration: Configuration, _ price: Double,
    parameter: CauseParameter? = nil, _ change: (inout Hypothesis) -> Void = { _ in }
  ) {
    var hypothesis = Hypothesis(
      cause: cause, configuration: configuration, price: price, parameter: parameter)
    change(&hypothesis)
    hypothesis.isCheck = isDeclared
    // The declared configuration needs no assumption; any other one does.
    if isDeclared, !hypothesis.isDeclared { hypothesis.price += 4 }
    add(hypothesis)
  }

  /// Keeps the cheapest of equivalent hypotheses.
  mutating func add(_ hypothesis: Hypothesis) {
    let key = Key(
      configuration: hypothesis.configuration.canonical, rule: hypothesis.rule,
      reading: hypothesis.reading, velocityFactor: hypothesis.velocityFactor)
    guard let same = numbers[key] else {
      numbers[key] = all.count
      all.append(hypothesis)
      return
    }
    if hypothesis.price < all[same].price, !all[same].isDeclared { all[same] = hypothesis }
  }

  private struct Key: Hashable {
    var configuration: Configuration
    var rule: PlaceRule?
    var reading: Reading
    var velocityFactor: Double
  }

  private var numbers: [Key: Int] = [:]
}
