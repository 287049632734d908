/// The contents of a recording; missing data depends on its categories.
struct RecordedContent {
  var hasOffsets = false
  var hasInput = false
  var hasVerdicts = false
  var hasPageEvents = false

  /// Whether there is no scroll-related data.
  var isEmpty: Bool { !hasOffsets && !hasInput && !hasVerdicts && !hasPageEvents }

  /// The categories for a recording with all scroll-related data.
  static let categories = "cc,input,input.scrolling,latencyInfo,blink.user_timing"

  /// The missing data and the category that provides it, one sentence each.
  var missing: [String] {
    var sentences: [String] = []
    if !hasOffsets {
      sentences.append(
        "no scroll offset was recorded: the categories 'cc' and 'input' were off, or nothing "
          + "scrolled")
    }
    if !hasInput {
      sentences.append(
        "no touch, wheel or gesture was recorded: the categories 'input.scrolling' and "
          + "'latencyInfo' were off, or nothing was touched")
    }
    if !hasVerdicts {
      sentences.append(
        "no verdict about scroll jank was recorded: the category 'input.scrolling' was off, "
          + "nothing was touched, or Chrome is older than 144")
    }
    return sentences
  }
}
