"""The script for spark-submit; see scrolltrace_spark/__main__.py."""
from scrolltrace_spark.__main__ import main

main()
