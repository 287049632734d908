import ScrollModel

// Each rule implements a line of the semantics, section 16, or of the cited article (SEED,
// PERF).

extension ConfigurationLint {
  static let rules: [LintRule] = snapRules + positionRules + viewRules + codeRules

  private static let snapRules: [LintRule] = [
    LintRule(
      "L01", "paging-with-spacing", .warning,
      "Paging over targets with spacing between them (SEED-7).",
      why: "each page drifts by one spacing (PAGE-6)",
      repairs: "Set a spacing of 0, or use view alignment."
    ) { configuration, content, _ in
      guard configuration.behavior == .paging, let spacing = content.spacing, spacing > 0,
        let pitch = content.pitch, content.axis.overflows
      else { return nil }
      let page =
        configuration.switches.pageLength == .frame ? content.axis.frame : content.axis.inner
      // Pages of a whole number of pitches do not drift.
      let share = page / pitch
      guard (share - share.rounded()).magnitude * pitch > 0.5 else { return nil }
      return LintProblem(
        message: "paging with spacing \(NumberFormat.points(spacing)): use 0 or view alignment",
        measures: [Measure("spacing", spacing), Measure("page", page), Measure("pitch", pitch)],
        edits: [.behavior(.viewAligned(limit: .alwaysByOne, anchor: nil))])
    },
    LintRule(
      "L02", "paging-with-insets", .warning,
      "Pages as long as the frame over targets as long as the container (BUG-7, BUG-8).",
      why: "each page drifts by the insets along the axis (PAGE-4)",
      repairs: "Use pages as long as the container, or view alignment."
    ) { configuration, content, _ in
      let insets = content.axis.start + content.axis.end
      guard configuration.behavior == .paging, configuration.switches.pageLength == .frame,
        insets > 0.5, let pitch = content.pitch, content.axis.overflows
      else { return nil }
      // Pages of a whole number of pitches do not drift.
      let count = max(1, (content.axis.frame / pitch).rounded())
      guard (content.axis.frame - count * pitch).magnitude > 0.5 else { return nil }
      return LintProblem(
        message:
          "pages are frames of \(NumberFormat.points(content.axis.frame)), targets repeat every "
          + NumberFormat.points(pitch),
        measures: [Measure("insets", insets)],
        edits: [
          .choice(name: "page-length", word: "container"),
          .behavior(.viewAligned(limit: .alwaysByOne, anchor: nil)),
        ])
    },
    LintRule(
      "L03", "interval-off-pitch", .warning,
      "An interval that is not the step from one target to the next.",
      why: "rests drift away from targets by the difference",
      repairs: "Use an interval equal to the distance between items, or view alignment."
    ) { configuration, content, _ in
      guard case .interval(let length) = configuration.behavior, length > 0,
        let pitch = content.pitch, content.axis.overflows
      else { return nil }
      let share = max(length, pitch) / min(length, pitch)
      guard (share - share.rounded()).magnitude * min(length, pitch) > 0.05 else { return nil }
      return LintProblem(
        message: "the interval is \(NumberFormat.points(length)) and targets repeat every "
          + NumberFormat.points(pitch),
        measures: [Measure("interval", length), Measure("pitch", pitch)],
        edits: [.behavior(.interval(pitch))])
    },
    LintRule(
      "L04", "target-layout-missing", .warning,
      "An id position, view alignment or a visible set without a target layout.",
      why: "without `scrollTargetLayout` there are no targets to find or report (TGT-2, TGT-3)",
      repairs: "Declare a target layout on the stack."
    ) { configuration, _, _ in
      guard !configuration.hasTargetLayout else { return nil }
      var uses: [String] = []
      if case .viewAligned = configuration.behavior { uses.append("view alignment") }
      if case .scrollSnap = configuration.behavior { uses.append("scroll snap") }
      switch configuration.position {
      case .id: uses.append("an id position")
      case .value(let value) where value.idType != .never: uses.append("an id position")
      default: break
      }
      if configuration.targetVisibility != nil { uses.append("a visible set") }
      guard let use = uses.first else { return nil }
      return LintProblem(
        message: "\(use) needs a target layout", edits: [.targetLayout(true)])
    },
    LintRule(
      "L06", "unreachable-targets", .info,
      "Targets or an end of the content that the behavior can never rest on (SNAP-20, VAL-18).",
      why: "the content ends before the last targets reach their place",
      repairs: "Set a margin at the end, or another anchor."
    ) { configuration, content, _ in
      guard content.axis.overflows, let high = content.axis.high else { return nil }
      switch configuration.effectiveBehavior {
      case .interval(let length) where length > 0:
        let share = (high + content.axis.start) / length
        guard (share - share.rounded()).magnitude * length > 0.5 else { return nil }
        return LintProblem(
          severity: .notice,
          message:
            "the end at \(NumberFormat.points(high)) is no multiple of \(NumberFormat.text(length)): "
            + "a release there goes back",
          measures: [Measure("end", high)])
      case .viewAligned(_, let anchor):
        let fraction = anchor.map { content.axis.axis == .vertical ? $0.y : $0.x } ?? 0
        guard fraction == 0, content.lastStart - content.axis.start > high + 0.5 else { return nil }
        return LintProblem(
          message:
            "the last targets cannot be aligned: the content ends at \(NumberFormat.points(high))",
          measures: [Measure("missing", content.lastStart - content.axis.start - high)])
      default: return nil
      }
    },
    LintRule(
      "L24", "two-snap-sources", .warning,
      "The platform's own paging together with a behavior (C5, B2).",
      why: "both want to decide where the content rests, and paging wins (S20)",
      repairs: "Turn paging off, or use it as the only behavior."
    ) { configuration, _, code in
      guard code.pagesBeside, !configuration.effectiveBehavior.isNone,
        configuration.behavior != .paging
      else { return nil }
      return LintProblem(
        message: "paging is on together with the behavior \(configuration.behavior.text)",
        edits: [.behavior(.paging)])
    },
    LintRule(
      "L26", "paging-over-cards", .info,
      "Paging over targets that are shorter than half a page (PERF-5).",
      why: "paging is for screens, view alignment for cards, free scrolling for lists",
      repairs: "Use view alignment."
    ) { configuration, content, _ in
      guard configuration.behavior == .paging, let pitch = content.pitch, content.axis.overflows,
        pitch > 0, pitch * 2 <= content.axis.inner
      else { return nil }
      return LintProblem(
        message: "a page shows \(NumberFormat.text((content.axis.inner / pitch).rounded(.down))) "
          + "targets: view alignment is meant for cards",
        measures: [Measure("page", content.axis.inner), Measure("pitch", pitch)],
        edits: [.behavior(.viewAligned(limit: .automatic, anchor: nil))])
    },
    LintRule(
      "L07", "many-targets", .notice,
      "A target layout with more than a thousand targets (PERF-4).",
      why:
        "finding the closest target costs with their number, though lazy stacks need a target layout to be scrolled by id (TGT-2, LAZY-1)",
      repairs: "Do not snap in long lists."
    ) { configuration, content, _ in
      guard configuration.hasTargetLayout, content.count > 1000,
        !configuration.behavior.isNone || !configuration.position.isNone
      else { return nil }
      return LintProblem(
        message:
          "\(content.count) targets in a target layout; negligible at 20, costly at thousands",
        measures: [Measure("targets", Double(content.count), "")],
        edits: [.behavior(.none)])
    },
    LintRule(
      "L25", "fractional-pitch", .notice,
      "An interval or pitch off the display's pixel grid (C2).",
      why: "frames are put on pixels and the interval is not, so they drift apart",
      repairs: "Put lengths on the pixel grid."
    ) { configuration, content, _ in
      guard case .interval(let length) = configuration.behavior, let scale = content.scale else {
        return nil
      }
      let pixels = length * scale
      guard (pixels - pixels.rounded()).magnitude > 1e-6 else { return nil }
      return LintProblem(
        message: "the interval of \(length) pt is \(NumberFormat.text(pixels)) pixels",
        measures: [Measure("interval", length)],
        edits: [.behavior(.interval(pixels.rounded() / scale))])
    },
  ]

  private static let positionRules: [LintRule] = [
    LintRule(
      "L05", "optional-id", .notice,
      "A position whose id type is an optional (POS-10).",
      why: "whether an optional id finds a target of the plain type is not established",
      repairs: "Unwrap the id before the call."
    ) { configuration, content, _ in
      let isOptional: Bool =
        configuration.position.idType?.isOptional ?? false
      guard isOptional, !content.ids.contains(where: \.isOptional) else { return nil }
      let isStrict = configuration.switches.optionalID == .strict
      return LintProblem(
        severity: isStrict ? .warning : nil,
        message: "the position's ids are optional and the targets' are not",
        edits: isStrict ? [.choice(name: "optional-id", word: "unwrap")] : [])
    },
    LintRule(
      "L12", "nil-anchor-off-snap", .notice,
      "An id position without an anchor together with a behavior that aligns (SEED-11).",
      why: "an id scroll without an anchor moves as little as it can and need not land on a snap",
      repairs: "Give the position the behavior's anchor."
    ) { configuration, content, _ in
      guard !configuration.position.isNone, configuration.positionAnchor == nil,
        case .viewAligned(_, let anchor) = configuration.effectiveBehavior
      else { return nil }
      let leading =
        content.axis.axis == .vertical ? UnitPoint(x: 0.5, y: 0) : UnitPoint(x: 0, y: 0.5)
      return LintProblem(
        message: "ids are scrolled to without an anchor, and the behavior aligns: pass an anchor",
        edits: [.positionAnchor(anchor ?? leading)])
    },
    LintRule(
      "L28", "duplicate-id", .warning, "Two targets of one layout with the same id.",
      why: "scrolls and reports name the first of them only",
      repairs: "Use ids that distinguish the targets."
    ) { configuration, content, _ in
      guard !configuration.position.isNone else { return nil }
      for (index, id) in content.ids.enumerated() where content.ids[..<index].contains(id) {
        return LintProblem(message: "two targets have the id \(id.displayText)")
      }
      return nil
    },
  ]

  private static let viewRules: [LintRule] = [
    LintRule(
      "L09", "unreachable-threshold", .warning,
      "A visibility threshold that the tallest target cannot reach (BUG-44).",
      why: "of a target longer than the viewport only a part is ever in view (VIS-17)",
      repairs: "Set a threshold below the share of the target that fits into the viewport."
    ) { configuration, content, _ in
      guard let threshold = configuration.viewVisibility ?? configuration.targetVisibility,
        content.longest > 0
      else { return nil }
      let most = min(1, content.viewport / content.longest)
      guard threshold > most + 1e-6 else { return nil }
      return LintProblem(
        message: "a target of \(NumberFormat.points(content.longest)) shows at most "
          + "\(NumberFormat.text(most * 100)) %; the threshold is \(NumberFormat.text(threshold * 100)) %",
        measures: [Measure("most", most, ""), Measure("threshold", threshold, "")],
        edits: [.visibility((most * 100).rounded(.down) / 100)])
    },
    LintRule(
      "L11", "zero-height-sentinel", .warning,
      "A target without length under a visibility observer (VIS-28).",
      why: "a view without area is never visible (VIS-19)",
      repairs: "Make the sentinel a point or longer."
    ) { configuration, content, _ in
      guard configuration.viewVisibility != nil || configuration.targetVisibility != nil,
        let id = content.zeroLengthID
      else { return nil }
      return LintProblem(message: "\(id.displayText) has no length and can never become visible")
    },
    LintRule(
      "L27", "sentinel-skipped", .info,
      "A last target so short that a fling passes it between two frames (VIS-20, VIS-28).",
      why: "visibility is sampled once per frame, and a fast fling moves further in one",
      repairs: "Make the sentinel longer, or ask for more content by the distance to the end."
    ) { configuration, content, _ in
      guard configuration.viewVisibility != nil, let rate = content.refreshRate, rate > 0,
        content.lastLength > 0, content.count > 1, content.longest > content.lastLength * 4
      else { return nil }
      // A quick fling; shorter items may be skipped between two frames.
      let step = 3000 / rate
      guard content.lastLength < step else { return nil }
      return LintProblem(
        message:
          "the last target is \(NumberFormat.points(content.lastLength)) long, and a fling of "
          + "3000 pt/s goes \(NumberFormat.points(step)) in a frame",
        measures: [Measure("length", content.lastLength), Measure("step", step)])
    },
    LintRule(
      "L19", "recounted-impressions", .info,
      "Visibility observers without a rule for repeats (SEED-17).",
      why: "a view counts again on every re-entry",
      repairs: "Choose a repeat rule where impressions are counted."
    ) { configuration, _, code in
      guard configuration.viewVisibility != nil, code.countsEveryImpression else { return nil }
      return LintProblem(
        severity: .notice, message: "impressions are counted again whenever a view comes back")
    },
    LintRule(
      "L20", "transition-threshold-unchanged", .info,
      "Transition configurations for both sides that equal the default (SEED-8).",
      why: "`topLeading:` and `bottomTrailing:` are configurations, not thresholds",
      repairs: "Set `.threshold(_:)` on the configuration."
    ) { configuration, _, _ in
      guard let transition = configuration.transition, transition == TransitionSettings() else {
        return nil
      }
      return LintProblem(message: "the transition's threshold is the default one")
    },
    LintRule(
      "L21", "identity-before-whole", .info,
      "A transition whose identity phase begins before the view is whole in view (SEED-9).",
      why: "`isIdentity` means fully visible only for the threshold `.visible`",
      repairs: "Use the threshold `.visible`."
    ) { configuration, _, _ in
      guard let transition = configuration.transition else { return nil }
      let thresholds = [transition.topLeading.threshold, transition.bottomTrailing.threshold]
      guard thresholds.contains(where: { $0.map { $0 != .visible } ?? false }) else { return nil }
      return LintProblem(message: "identity does not mean fully visible with this threshold")
    },
    LintRule(
      "L22", "centered-without-centering", .notice,
      "A transition around the centered view without anything that centers one (SEED-10).",
      why:
        "views come to rest at the leading edge unless margins or a center anchor bring them to the middle",
      repairs: "Use view alignment with the anchor center, or margins."
    ) { configuration, content, _ in
      guard let transition = configuration.transition,
        [transition.topLeading.threshold, transition.bottomTrailing.threshold].contains(.centered)
      else { return nil }
      if case .viewAligned(_, let anchor?) = configuration.effectiveBehavior,
        (content.axis.axis == .vertical ? anchor.y : anchor.x) == 0.5
      {
        return nil
      }
      let free = content.axis.inner - content.longest
      guard (content.axis.start - content.axis.end).magnitude > 1 || free > content.longest * 0.5
      else { return nil }
      return LintProblem(
        message: "no view comes to rest in the center",
        edits: [.behavior(.viewAligned(limit: .automatic, anchor: UnitPoint(x: 0.5, y: 0.5)))])
    },
    LintRule(
      "L23", "many-transitions", .notice,
      "More than six views with a transition in view at once (PERF-2).",
      why: "transitions run for each visible view in each frame",
      repairs: "Use fewer or larger views, and profile."
    ) { configuration, content, _ in
      guard configuration.transition != nil, content.visibleCount > 6 else { return nil }
      return LintProblem(
        message: "\(content.visibleCount) views with a transition are in view at once",
        measures: [Measure("views", Double(content.visibleCount), "")], edits: [.transition(nil)])
    },
    LintRule(
      "L10", "eager-transition", .notice,
      "A transition on an eager stack (PERF-3).",
      why: "an eager stack builds all children and computes effects off the screen",
      repairs: "Use a lazy stack."
    ) { configuration, content, code in
      guard configuration.transition != nil, code.isLazy == false, content.count > 20 else {
        return nil
      }
      return LintProblem(
        message: "\(content.count) views of an eager stack have a transition",
        measures: [Measure("views", Double(content.count), "")], edits: [.transition(nil)])
    },
  ]

  private static let codeRules: [LintRule] = [
    LintRule(
      "L14", "threshold-ignores-insets", .notice,
      "A geometry observer that compares the content offset and leaves the insets out (SEED-13).",
      why: "content rests at minus the inset, not at 0",
      repairs: "Add `contentInsets` to `contentOffset`."
    ) { _, content, code in
      guard content.axis.start > 0,
        let text = code.geometryTransforms.first(where: {
          $0.holds("contentOffset") && !$0.holds("contentInsets")
        })
      else { return nil }
      return LintProblem(
        message: "'\(text)' does not count the inset of \(NumberFormat.points(content.axis.start))",
        measures: [Measure("inset", content.axis.start)])
    },
    LintRule(
      "L15", "header-flip-pair", .warning,
      "A header inside the content whose collapse can undo itself (SEED-14).",
      why: "collapsing shortens the content, which pulls the offset back below the threshold",
      repairs:
        "Put the header outside of the content, or use two thresholds, one for each direction."
    ) { _, content, code in
      guard let threshold = code.headerThreshold, let height = code.headerCollapse,
        let high = content.axis.high, high - height <= threshold, threshold < high
      else { return nil }
      return LintProblem(
        message:
          "with the end at \(NumberFormat.points(high)) a collapse by \(NumberFormat.points(height)) "
          + "takes the offset back to the threshold of \(NumberFormat.points(threshold))",
        measures: [Measure("end", high), Measure("collapse", height)])
    },
    LintRule(
      "L16", "continuous-transform", .notice,
      "A geometry transform whose value changes with every frame (GEO-30, PERF-1).",
      why: "the action runs on every frame that moves",
      repairs:
        "Observe a rounded or Boolean value, without allocation, formatting or state in the transform."
    ) { _, _, code in
      guard
        let text = code.geometryTransforms.first(where: {
          ($0.holds("contentOffset") || $0.holds("progress")) && !$0.holds(">") && !$0.holds("<")
            && !$0.holds("==") && !$0.holds("round") && !$0.holds("floor")
        })
      else { return nil }
      return LintProblem(message: "'\(text)' has another value in every frame that moves")
    },
    LintRule(
      "L18", "mount-calls", .info,
      "Geometry observers that are called when the view appears (SEED-16).",
      why: "the first call comes with the empty geometry (GEO-21)",
      repairs: "Ignore the first call."
    ) { configuration, _, code in
      guard !code.geometryTransforms.isEmpty, configuration.switches.initialGeometry != .none else {
        return nil
      }
      return LintProblem(message: "geometry observers are called at the mount, before any scroll")
    },
  ]
}

extension String {
  /// Whether the text contains a word, byte by byte.
  fileprivate func holds(_ word: String) -> Bool {
    let (text, word) = (Array(utf8), Array(word.utf8))
    guard text.count >= word.count else { return false }
    return (0...(text.count - word.count)).contains {
      text[$0..<($0 + word.count)].elementsEqual(word)
    }
  }
}
