/// What a recording turned out to hold; what it does not hold is a matter of its categories.
struct RecordedContent {
  var hasOffsets = false
  var hasInput = false
  var hasVerdicts = false
  var hasPageEvents = false

  /// Whether anything about scrolling is there.
  var isEmpty: Bool { !hasOffsets && !hasInput && !hasVerdicts && !hasPageEvents }

  /// The categories that a recording of everything about scrolling switches on.
  static let categories = "cc,input,input.scrolling,latencyInfo,blink.user_timing"

  /// What is missing and which category brings it, one sentence each.
  var missing: [String] {
    var sentences: [String] = []
    if !hasOffsets {
      sentences.append(
        "no scroll offset was recorded; record with the categories 'cc' and 'input' switched on")
    }
    if !hasInput {
      sentences.append(
        "no touch, wheel or gesture was recorded; record with 'input.scrolling' or 'latencyInfo' "
          + "switched on")
    }
    if !hasVerdicts {
      sentences.append(
        "no verdict about scroll jank was recorded; record with 'input.scrolling' switched on, "
          + "in Chrome 144 or newer")
    }
    return sentences
  }
}
