extension ConfigurationKey {
  /// The keys that are neither switches nor physics.
  static let parts: [ConfigurationKey] =
    [
      ConfigurationKey(
        "profile", print: { .word($0.profile.rawValue) },
        read: { (term, configuration) throws(ConfigurationSyntaxError) in
          configuration.profile = try term.choice()
        }),
      ConfigurationKey(
        "position", print: { .position($0.position) },
        read: { (term, configuration) throws(ConfigurationSyntaxError) in
          configuration.position = try term.position()
        }),
      ConfigurationKey(
        "position-anchor", print: { $0.positionAnchor.map(Term.anchor) },
        read: { (term, configuration) throws(ConfigurationSyntaxError) in
          configuration.positionAnchor = try term.anchor()
        }),
      ConfigurationKey(
        "default-anchor", print: { $0.defaultAnchors.base.map(Term.anchor) },
        read: { (term, configuration) throws(ConfigurationSyntaxError) in
          configuration.defaultAnchors.base = try term.anchor()
        }),
    ] + AnchorRole.allCases.map(role) + [
      ConfigurationKey(
        "behavior", print: { $0.behavior.isNone ? nil : .behavior($0.behavior) },
        value: { .behavior($0.behavior) },
        read: { (term, configuration) throws(ConfigurationSyntaxError) in
          configuration.behavior = try term.behavior()
        }),
      word("deceleration", { $0.deceleration }, { $0.deceleration = $1 }),
      physics,
      ConfigurationKey(
        "velocity-estimator", print: { $0.velocityEstimator.map { .word($0.rawValue) } },
        read: { (term, configuration) throws(ConfigurationSyntaxError) in
          configuration.velocityEstimator = try term.automaticOr(VelocityEstimator.self)
        }),
      flag("target-layout", { $0.hasTargetLayout }, { $0.hasTargetLayout = $1 }, true),
      sizeClass(
        "horizontal-size-class", { $0.horizontalSizeClass }, { $0.horizontalSizeClass = $1 }),
      sizeClass("vertical-size-class", { $0.verticalSizeClass }, { $0.verticalSizeClass = $1 }),
      ConfigurationKey(
        "margins", print: { $0.margins == .zero ? nil : .insets($0.margins) },
        value: { .insets($0.margins) },
        read: { (term, configuration) throws(ConfigurationSyntaxError) in
          configuration.margins = try term.insets()
        }),
      word("horizontal-bounce", { $0.horizontalBounce }, { $0.horizontalBounce = $1 }),
      word("vertical-bounce", { $0.verticalBounce }, { $0.verticalBounce = $1 }),
      word(
        "horizontal-overscroll", { $0.horizontalOverscroll }, { $0.horizontalOverscroll = $1 }),
      word("vertical-overscroll", { $0.verticalOverscroll }, { $0.verticalOverscroll = $1 }),
      word("offset-adjustment", { $0.offsetAdjustment }, { $0.offsetAdjustment = $1 }),
      flag("scroll-disabled", { $0.isScrollDisabled }, { $0.isScrollDisabled = $1 }, false),
      fraction("view-visibility", { $0.viewVisibility }, { $0.viewVisibility = $1 }),
      fraction("target-visibility", { $0.targetVisibility }, { $0.targetVisibility = $1 }),
      ConfigurationKey(
        "transition", print: { $0.transition.map(Term.transition) },
        read: { (term, configuration) throws(ConfigurationSyntaxError) in
          configuration.transition = try term.transition()
        }),
    ]

  /// A toolkit, or one of its builds, whose keys the configuration has read already.
  private static let physics: ConfigurationKey = {
    let toolkit = word("physics", { $0.releasePhysics }, { $0.releasePhysics = $1 })
    return ConfigurationKey(
      toolkit.name, print: toolkit.print, value: toolkit.value,
      read: { (term, configuration) throws(ConfigurationSyntaxError) in
        guard let build = try term.build() else { return try toolkit.read(term, &configuration) }
        configuration.releasePhysics = build.physics
      })
  }()

  private static func role(_ role: AnchorRole) -> ConfigurationKey {
    ConfigurationKey(
      role.rawValue + "-anchor", print: { .roleAnchor($0.defaultAnchors[role]) },
      read: { (term, configuration) throws(ConfigurationSyntaxError) in
        configuration.defaultAnchors[role] = try term.roleAnchor()
      })
  }

  private static func word<Value: RawRepresentable & CaseIterable & Sendable & Equatable>(
    _ name: String, _ get: @escaping @Sendable (Configuration) -> Value,
    _ set: @escaping @Sendable (inout Configuration, Value) -> Void
  ) -> ConfigurationKey where Value.RawValue == String {
    ConfigurationKey(
      name,
      print: {
        let value = get($0)
        return value == get(Configuration($0.profile)) ? nil : .word(value.rawValue)
      },
      value: { .word(get($0).rawValue) },
      read: { (term, configuration) throws(ConfigurationSyntaxError) in
        set(&configuration, try term.choice(Value.self))
      })
  }

  private static func flag(
    _ name: String, _ get: @escaping @Sendable (Configuration) -> Bool,
    _ set: @escaping @Sendable (inout Configuration, Bool) -> Void, _ usual: Bool
  ) -> ConfigurationKey {
    ConfigurationKey(
      name,
      print: { get($0) == usual ? nil : .word(get($0) ? "on" : "off") },
      value: { .word(get($0) ? "on" : "off") },
      read: { (term, configuration) throws(ConfigurationSyntaxError) in
        switch term.form {
        case .word("on"): set(&configuration, true)
        case .word("off"): set(&configuration, false)
        default: throw term.error(oneOf: ["on", "off"])
        }
      })
  }

  private static func sizeClass(
    _ name: String, _ get: @escaping @Sendable (Configuration) -> SizeClass?,
    _ set: @escaping @Sendable (inout Configuration, SizeClass?) -> Void
  ) -> ConfigurationKey {
    ConfigurationKey(
      name, print: { get($0).map { .word($0.rawValue) } },
      read: { (term, configuration) throws(ConfigurationSyntaxError) in
        set(&configuration, try term.automaticOr(SizeClass.self))
      })
  }

  private static func fraction(
    _ name: String, _ get: @escaping @Sendable (Configuration) -> Double?,
    _ set: @escaping @Sendable (inout Configuration, Double?) -> Void
  ) -> ConfigurationKey {
    ConfigurationKey(
      name, print: { get($0).map(Term.number) },
      read: { (term, configuration) throws(ConfigurationSyntaxError) in
        set(&configuration, try term.number())
      })
  }
}
