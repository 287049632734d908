import CommandLineKit

/// The required token in a connection's header line with `record --token`.
struct ConnectionToken {
  let text: String
  /// Whether it was generated, so that it must be shown to the user.
  let isRandom: Bool

  /// Uses the user's token, or generates 128 random bits for `auto`.
  init(word: String) throws {
    isRandom = word == "auto"
    if isRandom {
      var generator = SystemRandomNumberGenerator()
      text = hexText((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
      return
    }
    guard (8...1024).contains(word.utf8.count) else {
      throw UsageError("a token has 8 to 1024 bytes, or is 'auto'")
    }
    text = word
  }
}
