// Conversions between the parts of a configuration and terms.

extension Term {
  static func behavior(_ behavior: ScrollBehavior) -> Term {
    switch behavior {
    case .none: return .word("none")
    case .paging: return .word("paging")
    case .viewAligned(let limit, let anchor):
      var arguments: [Argument] = []
      if limit != .automatic { arguments.append(.init("limit", .word(limit.rawValue))) }
      if let anchor { arguments.append(.init("anchor", .anchor(anchor))) }
      return arguments.isEmpty ? .word("view-aligned") : .call("view-aligned", arguments)
    case .interval(let length): return .call("interval", [.init(.number(length))])
    case .offsets(let offsets, let snapsToStart, let snapsToEnd):
      var arguments = [Argument(.list(offsets.map(Term.number)))]
      if !snapsToStart { arguments.append(.init("start", .word("free"))) }
      if !snapsToEnd { arguments.append(.init("end", .word("free"))) }
      return .call("offsets", arguments)
    case .scrollSnap(let snap): return .call("scroll-snap", snap.arguments)
    case .custom(let name): return .call("custom", [.init(.text(name))])
    }
  }

  /// The names of all behaviors, without arguments.
  private static let behaviorNames = [
    "none", "paging", "view-aligned", "interval", "offsets", "scroll-snap", "custom",
  ]

  func behavior() throws(ConfigurationSyntaxError) -> ScrollBehavior {
    let expected =
      "none, paging, view-aligned, interval(200), offsets([0, 200]), scroll-snap(mandatory) or "
      + "custom(\"name\")"
    var (name, arguments) = try invocation(expected)
    let behavior: ScrollBehavior
    switch name {
    case "none": behavior = .none
    case "paging": behavior = .paging
    case "view-aligned":
      let limit = try arguments.labeled("limit")?.choice(ViewAlignedLimit.self) ?? .automatic
      behavior = .viewAligned(limit: limit, anchor: try arguments.labeled("anchor")?.anchor())
    case "interval":
      behavior = .interval(try arguments.next("a length, as in interval(200)").number())
    case "offsets": behavior = try arguments.offsets()
    case "scroll-snap": behavior = .scrollSnap(try arguments.scrollSnap())
    case "custom":
      let name = try arguments.next("a name in quotes")
      guard case .text(let text) = name.form else { throw name.error("a name in quotes") }
      behavior = .custom(text)
    default: throw error(expected, words: Self.behaviorNames)
    }
    try arguments.finish()
    return behavior
  }

  static func roleAnchor(_ anchor: RoleAnchor) -> Term? {
    switch anchor {
    case .unset: nil
    case .empty: .word("none")
    case .anchor(let point): .anchor(point)
    }
  }

  func roleAnchor() throws(ConfigurationSyntaxError) -> RoleAnchor {
    form == .word("none") ? .empty : .anchor(try anchor())
  }
}

extension Term.Arguments {
  fileprivate mutating func offsets() throws(ConfigurationSyntaxError) -> ScrollBehavior {
    let list = try next("a list of offsets such as [0, 200]")
    guard case .list(let terms) = list.form else {
      throw list.error("a list of offsets such as [0, 200]")
    }
    var offsets: [Double] = []
    for term in terms { offsets.append(try term.number()) }
    return .offsets(offsets, snapsToStart: try !isFree("start"), snapsToEnd: try !isFree("end"))
  }

  private mutating func isFree(_ label: String) throws(ConfigurationSyntaxError) -> Bool {
    guard let term = labeled(label) else { return false }
    switch term.form {
    case .word("free"): return true
    case .word("snap"): return false
    default: throw term.error("free or snap")
    }
  }
}

extension ScrollSnap {
  /// The arguments: CSS lists the vertical alignment first; one word sets both axes, and one number
  /// both sides of the padding.
  fileprivate var arguments: [Term.Argument] {
    var arguments = [Term.Argument(.word(strictness.rawValue))]
    if vertical != horizontal {
      arguments.append(
        .init("align", .list([.word(vertical.rawValue), .word(horizontal.rawValue)])))
    } else if vertical != .start {
      arguments.append(.init("align", .word(vertical.rawValue)))
    }
    if stop != .normal { arguments.append(.init("stop", .word(stop.rawValue))) }
    if padding.start != padding.end {
      arguments.append(.init("padding", .list([.number(padding.start), .number(padding.end)])))
    } else if padding.start != 0 {
      arguments.append(.init("padding", .number(padding.start)))
    }
    return arguments
  }
}

extension Term.Arguments {
  fileprivate mutating func scrollSnap() throws(ConfigurationSyntaxError) -> ScrollSnap {
    let strictness: SnapStrictness = try next("mandatory or proximity").choice()
    var snap = ScrollSnap(strictness)
    if let align = labeled("align") {
      if case .list(let words) = align.form {
        guard words.count == 2 else { throw align.error("a vertical and a horizontal alignment") }
        (snap.vertical, snap.horizontal) = (try words[0].choice(), try words[1].choice())
      } else {
        snap.vertical = try align.choice()
        snap.horizontal = snap.vertical
      }
    }
    snap.stop = try labeled("stop")?.choice() ?? .normal
    if let padding = labeled("padding") {
      let possible = 0...ModelLimits.coordinate
      if case .list(let sides) = padding.form {
        guard sides.count == 2 else { throw padding.error("a padding at the start and the end") }
        snap.padding = SnapPadding(
          start: try sides[0].number(in: possible), end: try sides[1].number(in: possible))
      } else {
        let side = try padding.number(in: possible)
        snap.padding = SnapPadding(start: side, end: side)
      }
    }
    return snap
  }
}

extension Term {
  /// Parses a word of a kind; nil for `automatic`.
  func automaticOr<Value: RawRepresentable & CaseIterable>(
    _: Value.Type
  ) throws(ConfigurationSyntaxError) -> Value? where Value.RawValue == String {
    if form == .word("automatic") { return nil }
    guard case .word(let word) = form, let found = Value(rawValue: word) else {
      throw error(oneOf: ["automatic"] + Value.allCases.map { $0.rawValue })
    }
    return found
  }
}

extension Term {
  static func position(_ binding: PositionBinding) -> Term? {
    switch binding {
    case .none: nil
    case .id(nil, nil): .word("id")
    case .id(let id, let type): .call("id", arguments(id, type))
    case .value(let value): .call("value", value.arguments)
    }
  }

  private static func arguments(_ id: TargetID?, _ type: IDType?) -> [Argument] {
    var arguments: [Argument] = []
    if let id { arguments.append(.init(.id(id))) }
    if let type { arguments.append(.init("type", .idType(type))) }
    return arguments
  }

  func position() throws(ConfigurationSyntaxError) -> PositionBinding {
    let expected = "none, id, id(12), value(type: int) or value(edge: bottom)"
    var (name, arguments) = try invocation(expected)
    switch (name, form) {
    case ("none", .word): return .none
    case ("id", .word): return .id(nil)
    case ("id", _):
      let type = try arguments.labeled("type")?.idType()
      let isUntold = type != nil && arguments.isEmpty
      let id: TargetID? = try isUntold ? nil : arguments.next(expected).id()
      try arguments.finish()
      return .id(id, type: type)
    case ("value", _):
      let value = try arguments.positionValue()
      try arguments.finish()
      return .value(value)
    default: throw error(expected)
    }
  }
}

extension PositionValue {
  fileprivate var arguments: [Term.Argument] {
    var arguments: [Term.Argument] = []
    switch kind {
    case .automatic: break
    case .id(let id, let anchor):
      arguments.append(.init("id", .id(id)))
      if let anchor { arguments.append(.init("anchor", .anchor(anchor))) }
    case .edge(let edge): arguments.append(.init("edge", .word(edge.rawValue)))
    case .point(let point):
      arguments += [.init("x", .number(point.x)), .init("y", .number(point.y))]
    case .x(let x): arguments.append(.init("x", .number(x)))
    case .y(let y): arguments.append(.init("y", .number(y)))
    case .user(let id): arguments.append(.init("user", id.map(Term.id) ?? .word("none")))
    }
    if case .id(let id, _) = kind, idType == IDType(of: id) {
      // The type follows from the id.
    } else if idType != .never {
      arguments.append(.init("type", .idType(idType)))
    }
    if changes > 0 { arguments.append(.init("changes", .number(Double(changes)))) }
    return arguments
  }
}

extension Term.Arguments {
  fileprivate mutating func positionValue() throws(ConfigurationSyntaxError) -> PositionValue {
    let type = try labeled("type")?.idType() ?? .never
    let id = labeled("id")
    let anchor = try labeled("anchor")?.anchor()
    let edge = labeled("edge")
    let x = try labeled("x")?.number()
    let y = try labeled("y")?.number()
    let user = labeled("user")
    let changes = try labeled("changes")?.integer(0...1_000_000_000) ?? 0
    var value = PositionValue(idType: type)
    if let id {
      value = PositionValue(id: try id.id(), anchor: anchor)
    } else if let edge {
      value = PositionValue(idType: type, edge: try edge.choice())
    } else if let x, let y {
      value = PositionValue(idType: type, x: x, y: y)
    } else if let x {
      value = PositionValue(idType: type, x: x)
    } else if let y {
      value = PositionValue(idType: type, y: y)
    } else if let user {
      value.positionByUser(at: user.form == .word("none") ? nil : try user.id())
    }
    return value.counting(Int64(changes))
  }
}

extension Term {
  static func threshold(_ threshold: TransitionThreshold) -> Term {
    switch threshold {
    case .visible(let fraction): .call("visible", [.init(.number(fraction))])
    case .centered: .word("centered")
    case .inset(let base, let distance):
      .call("inset", [.init(.threshold(base)), .init("by", .number(distance))])
    case .interpolated(let first, let second, let amount):
      .call(
        "mix",
        [.init(.threshold(first)), .init(.threshold(second)), .init("amount", .number(amount))])
    }
  }

  func threshold() throws(ConfigurationSyntaxError) -> TransitionThreshold {
    let expected =
      "visible(0.5), centered, inset(centered, by: 8) or mix(centered, visible(1), amount: 0.5)"
    var (name, arguments) = try invocation(expected)
    let threshold: TransitionThreshold
    switch name {
    case "visible": threshold = .visible(try arguments.next("a fraction").number())
    case "centered": threshold = .centered
    case "inset":
      let base = try arguments.next(expected).threshold()
      guard let distance = arguments.labeled("by") else { throw error(expected) }
      threshold = .inset(base, by: try distance.number())
    case "mix":
      let first = try arguments.next(expected).threshold()
      let second = try arguments.next(expected).threshold()
      guard let amount = arguments.labeled("amount") else { throw error(expected) }
      threshold = .interpolated(first, towards: second, amount: try amount.number())
    default: throw error(expected)
    }
    try arguments.finish()
    return threshold
  }

  static func mode(_ mode: TransitionMode) -> Term {
    switch mode {
    case .identity: .word("identity")
    case .animated(let threshold): .call("animated", [.init(.threshold(threshold))])
    case .interactive(let curve, let threshold):
      .call("interactive", [.init(.word(curve.rawValue)), .init(.threshold(threshold))])
    }
  }

  func mode() throws(ConfigurationSyntaxError) -> TransitionMode {
    let expected = "identity, animated(visible(0.5)) or interactive(ease-in-out, visible(1))"
    var (name, arguments) = try invocation(expected)
    let mode: TransitionMode
    switch name {
    case "identity": mode = .identity
    case "animated": mode = .animated(threshold: try arguments.next(expected).threshold())
    case "interactive":
      let curve = try arguments.next(expected).choice(AnimationCurve.self)
      mode = .interactive(curve, threshold: try arguments.next(expected).threshold())
    default: throw error(expected)
    }
    try arguments.finish()
    return mode
  }

  static func transition(_ settings: TransitionSettings) -> Term {
    var arguments = [
      Argument("top-leading", .mode(settings.topLeading)),
      Argument("bottom-trailing", .mode(settings.bottomTrailing)),
    ]
    if let axis = settings.axis {
      arguments.append(.init("axis", .word(axis == .horizontal ? "horizontal" : "vertical")))
    }
    return .call("sides", arguments)
  }

  func transition() throws(ConfigurationSyntaxError) -> TransitionSettings? {
    if form == .word("none") { return nil }
    let expected = "none or sides(top-leading: animated(centered), bottom-trailing: identity)"
    var (name, arguments) = try invocation(expected)
    guard name == "sides" else { throw error(expected) }
    let first = try arguments.labeled("top-leading")?.mode() ?? .interactive
    let second = try arguments.labeled("bottom-trailing")?.mode() ?? .interactive
    let axis = try arguments.labeled("axis").map { axis throws(ConfigurationSyntaxError) in
      try axis.choice(ScrollAxes.self)
    }
    try arguments.finish()
    return TransitionSettings(
      topLeading: first, bottomTrailing: second,
      axis: axis.map { $0 == .horizontal ? .horizontal : .vertical })
  }
}
