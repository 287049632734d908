import Analysis
import ScrollModel

/// What kind of cause explains a recording.
public enum CauseClass: String, CaseIterable, Hashable, Sendable {
  /// No behavior chooses: content rests where its deceleration ends.
  case none
  /// Pages.
  case paging
  /// Targets aligned with the container.
  case viewAligned = "view-aligned"
  /// Multiples of a length.
  case interval
  /// Listed offsets, or a grid from another origin.
  case offsets
  /// The scroll snap of a page.
  case scrollSnap = "scroll-snap"
  /// The declared behavior with another deceleration.
  case deceleration
  /// The declared alignment at another edge.
  case anchor
  /// The declared alignment with another limit for one gesture.
  case limit
  /// Insets that are counted twice or not at all.
  case insets
  /// Device pixels where points are declared.
  case units
  /// Something else than the default anchor keeps its place when sizes change.
  case sizeChange = "size-change"
  /// A programmatic scroll that ends elsewhere than it was sent.
  case scrollTo = "scroll-to"
  /// A reported id that is not the one at the anchor.
  case position
  /// Visibility that is not counted as declared.
  case visibility
  /// Declared numbers that do not fit the layout; the recording agrees with the declaration.
  case design
  /// Two owners move the content, or nobody asked for a movement.
  case ownership
  /// A custom behavior with a questionable answer.
  case customBehavior = "custom-behavior"
  /// The recorder lost or changed what it should have recorded.
  case recorder
}

/// The number that a cause depends on.
public struct CauseParameter: Hashable, Sendable {
  /// What the number is, such as `interval`.
  public var name: String
  /// The number.
  public var value: Double
  /// Its unit.
  public var unit: String
}

/// One assumption about what an app does: a configuration that can be replayed, and its price.
struct Hypothesis: Hashable, Sendable {
  var cause: CauseClass
  var configuration: Configuration
  /// How much has to be assumed, in bits.
  var price: Double
  var parameter: CauseParameter?
  /// The lengths of the scene that the parameter equals.
  var symbols: [Attribution] = []
  /// The first place of a grid, in offsets.
  var origin: Double?
  var isDeclared = false

  /// The behavior in the text form.
  var behaviorText: String {
    configuration.pairs.first { $0.key == "behavior" }?.value ?? "none"
  }
}

/// Lists what an app may do, with all numbers solved from the rests.
struct HypothesisList {
  private(set) var all: [Hypothesis] = []
  private let base: Configuration
  private let isDeclared: Bool
  private let scene: KnownLengths
  private let rests: [Double]
  private let solver: LatticeSolver
  private let hasTargets: Bool
  private let start: Double

  /// Prepares hypotheses around a declared configuration, or around none.
  init(
    _ declared: Configuration?, scene: KnownLengths, decisions: [RestDecision],
    uncertainty: Double, tolerance: Double, hasTargets: Bool
  ) {
    isDeclared = declared != nil
    base = declared ?? Configuration()
    self.scene = scene
    self.hasTargets = hasTargets
    // The ends of the range are places under every behavior.
    rests = decisions.filter { !$0.isAtEnd(within: tolerance) }.map(\.rest)
    solver = LatticeSolver(uncertainty: uncertainty)
    start = -(scene.axis?.start ?? 0)
    addBuiltIn()
    addIntervals()
    addListedOffsets()
    addDecelerations()
  }

  // MARK: Built-in behaviors

  private mutating func addBuiltIn() {
    if isDeclared {
      add(declaredClass, base, 0, parameter: pageParameter(base)) { $0.isDeclared = true }
    }
    add(.none, with(.none), 2)
    addPaging()
    if hasTargets { addAlignments() }
    addSnaps()
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
        add(alignmentClass(limit, anchor), aligned, 3 + price + extra)
      }
    }
  }

  /// An alignment beside a declared one is that with another edge or limit.
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

  /// Pages are snapped by the rules of the web only where the app is a page.
  private mutating func addSnaps() {
    let isPage: Bool
    if case .scrollSnap = base.behavior {
      isPage = true
    } else {
      isPage = [.css, .chromium].contains(base.releasePhysics)
    }
    guard isPage, hasTargets else { return }
    for strictness in SnapStrictness.allCases {
      for (align, price) in [(SnapAlignment.start, 0.0), (.center, 1), (.end, 2)] {
        for stop in SnapStop.allCases {
          let snap = ScrollSnap(strictness, align: align, stop: stop)
          add(.scrollSnap, with(.scrollSnap(snap)), 3 + price + (stop == .always ? 1 : 0))
        }
      }
    }
  }

  // MARK: Solved numbers

  private mutating func addIntervals() {
    for length in scene.lengths.map(\.value) where length >= 16 {
      for step in [length, length / 2, length * 2] { addKnownInterval(step) }
    }
    for lattice in solver.lattices(rests) { addSolved(lattice) }
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
    let length = (step * 1000).rounded() / 1000
    let start = start
    add(
      .interval, with(.interval(length)), 4 + (symbols.first?.bits ?? 10),
      parameter: CauseParameter(name: "interval", value: length, unit: "pt")
    ) {
      $0.symbols = symbols
      $0.origin = start
    }
  }

  /// A grid that was solved for: an interval where it starts with the content, else listed offsets.
  private mutating func addSolved(_ lattice: Lattice) {
    if let anchored = solver.anchored(lattice, rests, at: start) {
      let symbols = scene.attributions(of: anchored.step, within: anchored.stepError + 0.02)
      let step = symbols.first?.value ?? rounded(anchored.step, within: anchored.stepError / 2)
      return addInterval(step, symbols)
    }
    let symbols = scene.attributions(of: lattice.step, within: lattice.stepError + 0.02)
    let step = symbols.first?.value ?? rounded(lattice.step, within: lattice.stepError / 2)
    guard let (origin, count) = solver.origin(of: rests, step: step), count >= 3 else { return }
    addGrid(step, from: origin, symbols)
  }

  private mutating func addGrid(_ step: Double, from origin: Double, _ symbols: [Attribution]) {
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
      // Listed offsets count from the rest at the start.
      offsets.append(place + axis.start)
      place += step
    }
    guard !offsets.isEmpty else { return }
    let grid = with(.offsets(offsets, snapsToStart: true, snapsToEnd: true))
    add(
      fromZero && axis.start != 0 ? .insets : .offsets, grid,
      8 + (symbols.first?.bits ?? 10) + (fromZero ? 0 : 6),
      parameter: CauseParameter(name: "step", value: step, unit: "pt")
    ) {
      $0.symbols = symbols
      $0.origin = fromZero ? 0 : first + before * step
    }
  }

  /// The simplest number within an error.
  private func rounded(_ value: Double, within error: Double) -> Double {
    for unit in [1.0, 0.5, 0.25, 0.1] {
      let simple = (value / unit).rounded() * unit
      if (simple - value).magnitude <= error { return simple }
    }
    return value
  }

  private mutating func addListedOffsets() {
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

  /// Each hypothesis so far with the other deceleration.
  private mutating func addDecelerations() {
    guard base.releasePhysics == .uikit else { return }
    for hypothesis in all {
      var other = hypothesis
      let isFast = hypothesis.configuration.fastDeceleration(scene.axis?.axis ?? .vertical)
      other.configuration.deceleration = isFast ? .normal : .fast
      other.price += 4
      other.isDeclared = false
      if hypothesis.isDeclared { other.cause = .deceleration }
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

  /// The base with another behavior and the deceleration that goes with it.
  private func with(
    _ behavior: ScrollBehavior, _ change: (inout Configuration) -> Void = { _ in }
  ) -> Configuration {
    var configuration = base
    configuration.behavior = behavior
    configuration.deceleration = .automatic
    change(&configuration)
    return configuration
  }

  private mutating func add(
    _ cause: CauseClass, _ configuration: Configuration, _ price: Double,
    parameter: CauseParameter? = nil, _ change: (inout Hypothesis) -> Void = { _ in }
  ) {
    var hypothesis = Hypothesis(
      cause: cause, configuration: configuration, price: price, parameter: parameter)
    change(&hypothesis)
    // What an app declares needs no assumption; anything else does.
    if isDeclared, !hypothesis.isDeclared { hypothesis.price += 4 }
    add(hypothesis)
  }

  /// Keeps the cheapest of those that decide alike whatever happens.
  private mutating func add(_ hypothesis: Hypothesis) {
    let text = hypothesis.configuration.canonicalText
    let same = texts.firstIndex(of: text)
    guard let same else {
      texts.append(text)
      all.append(hypothesis)
      return
    }
    if hypothesis.price < all[same].price, !all[same].isDeclared { all[same] = hypothesis }
  }

  private var texts: [String] = []
}
