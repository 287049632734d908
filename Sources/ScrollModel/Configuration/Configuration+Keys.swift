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
      word("deceleration", \.deceleration),
      word("physics", \.releasePhysics),
      ConfigurationKey(
        "velocity-estimator", print: { $0.velocityEstimator.map { .word($0.rawValue) } },
        read: { (term, configuration) throws(ConfigurationSyntaxError) in
          configuration.velocityEstimator = try term.automaticOr(VelocityEstimator.self)
        }),
      flag("target-layout", \.hasTargetLayout, true),
      sizeClass("horizontal-size-class", \.horizontalSizeClass),
      sizeClass("vertical-size-class", \.verticalSizeClass),
      ConfigurationKey(
        "margins", print: { $0.margins == .zero ? nil : .insets($0.margins) },
        value: { .insets($0.margins) },
        read: { (term, configuration) throws(ConfigurationSyntaxError) in
          configuration.margins = try term.insets()
        }),
      word("horizontal-bounce", \.horizontalBounce),
      word("vertical-bounce", \.verticalBounce),
      word("offset-adjustment", \.offsetAdjustment),
      flag("scroll-disabled", \.isScrollDisabled, false),
      fraction("view-visibility", \.viewVisibility),
      fraction("target-visibility", \.targetVisibility),
      ConfigurationKey(
        "transition", print: { $0.transition.map(Term.transition) },
        read: { (term, configuration) throws(ConfigurationSyntaxError) in
          configuration.transition = try term.transition()
        }),
    ]

  private static func role(_ role: AnchorRole) -> ConfigurationKey {
    ConfigurationKey(
      role.rawValue + "-anchor", print: { .roleAnchor($0.defaultAnchors[role]) },
      read: { (term, configuration) throws(ConfigurationSyntaxError) in
        configuration.defaultAnchors[role] = try term.roleAnchor()
      })
  }

  private static func word<Value: RawRepresentable & CaseIterable & Sendable & Equatable>(
    _ name: String, _ path: any WritableKeyPath<Configuration, Value> & Sendable
  ) -> ConfigurationKey where Value.RawValue == String {
    ConfigurationKey(
      name,
      print: {
        let value = $0[keyPath: path]
        return value == Configuration($0.profile)[keyPath: path] ? nil : .word(value.rawValue)
      },
      value: { .word($0[keyPath: path].rawValue) },
      read: { (term, configuration) throws(ConfigurationSyntaxError) in
        configuration[keyPath: path] = try term.choice(Value.self)
      })
  }

  private static func flag(
    _ name: String, _ path: any WritableKeyPath<Configuration, Bool> & Sendable, _ usual: Bool
  ) -> ConfigurationKey {
    ConfigurationKey(
      name,
      print: { $0[keyPath: path] == usual ? nil : .word($0[keyPath: path] ? "on" : "off") },
      value: { .word($0[keyPath: path] ? "on" : "off") },
      read: { (term, configuration) throws(ConfigurationSyntaxError) in
        switch term.form {
        case .word("on"): configuration[keyPath: path] = true
        case .word("off"): configuration[keyPath: path] = false
        default: throw term.error(oneOf: ["on", "off"])
        }
      })
  }

  private static func sizeClass(
    _ name: String, _ path: any WritableKeyPath<Configuration, SizeClass?> & Sendable
  ) -> ConfigurationKey {
    ConfigurationKey(
      name, print: { $0[keyPath: path].map { .word($0.rawValue) } },
      read: { (term, configuration) throws(ConfigurationSyntaxError) in
        configuration[keyPath: path] = try term.automaticOr(SizeClass.self)
      })
  }

  private static func fraction(
    _ name: String, _ path: any WritableKeyPath<Configuration, Double?> & Sendable
  ) -> ConfigurationKey {
    ConfigurationKey(
      name, print: { $0[keyPath: path].map(Term.number) },
      read: { (term, configuration) throws(ConfigurationSyntaxError) in
        configuration[keyPath: path] = try term.number()
      })
  }
}
