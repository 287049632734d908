class Scrolltrace < Formula
  desc "Says why a scroll view came to rest where it did"
  homepage "https://github.com/OWNER/scrolltrace"
  url "https://github.com/OWNER/scrolltrace/archive/refs/tags/VERSION.tar.gz"
  sha256 "SHA256"
  license "Apache-2.0"

  depends_on xcode: ["26.0", :build]
  depends_on macos: :sequoia
  uses_from_macos "swift" => :build
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "scrolltrace"
    bin.install ".build/release/scrolltrace"
    man1.install "docs/scrolltrace.1"
    generate_completions_from_executable(bin/"scrolltrace", "completions")
  end

  test do
    system bin/"scrolltrace", "demo", "--no-open"
    assert_match "Cause", shell_output("#{bin}/scrolltrace diagnose 1 --db scrolltrace-demo/demo.sqlite")
  end
end
