import Conformance
import TestSupport
import TextKit

/// Folders of vector files.
enum Vectors {
  /// The vectors of this repository.
  static let fixtures = Repository.path("fixtures/vectors")
  /// The larger set of the reference material; it may be missing.
  static let reference = "\(Reference.folder)/vectors"

  /// Every family of a folder.
  static func families(in folder: String) throws -> [VectorFamily] {
    try VectorFolder.files(in: folder).map { try VectorFolder.family(at: $0) }
  }

  /// The families of the larger set, or of this repository if that is missing.
  static func all() throws -> [VectorFamily] {
    try families(in: VectorFolder.exists(reference) ? reference : fixtures)
  }

  /// A vector file of one family with the given vectors, as text.
  static func file(
    name: String = "uikit-rubber-band-published", kind: String = "rubber-band",
    relevance: String = "yes", vectors: String
  ) -> [UInt8] {
    Array(
      """
      {"format": "scroll-vectors/1", "name": "\(name)", "kind": "\(kind)",
       "uikit_engine_should_match": "\(relevance)", "vectors": [\(vectors)]}
      """.utf8)
  }
}
