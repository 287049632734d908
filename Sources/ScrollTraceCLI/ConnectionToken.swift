import CommandLineKit

/// What the header line of a connection must contain with `record --token`.
struct ConnectionToken {
  let text: String
  /// Whether it was made here, so that the user has to be shown it.
  let isRandom: Bool

  /// Takes the user's word, or makes 128 random bits for `auto`.
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
