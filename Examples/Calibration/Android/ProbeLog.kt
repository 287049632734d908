package org.scrolltrace.calibration

import java.io.Writer

/** A touch of suite.json: milliseconds after the start of the probe, and points in the view. */
class ProbeTouch(val time: Double, val phase: String, val x: Double, val y: Double)

/** A probe of suite.json, which `scrolltrace calibrate plan --platform compose` writes. */
class Probe(
  val name: String, val configuration: String, val count: Int, val itemHeight: Double,
  val touches: List<ProbeTouch>
)

/** Writes the log of one probe: its header, container and layout, then touches and frames. */
class ProbeLog(private val out: Writer, private val probe: Probe, width: Double, height: Double, scale: Double) {
  init {
    out.write("{\"scrolltrace\":1,\"name\":${quoted(probe.name)},\"axes\":\"vertical\",\"time\":\"ms\"," +
      "\"configuration\":${quoted(probe.configuration)}}\n")
    put(0.0, "\"k\":\"container\",\"w\":$width,\"h\":$height,\"scale\":$scale,\"direction\":\"ltr\"")
    val items = (0 until probe.count).joinToString(",") {
      "[\"i$it\",0,${it * probe.itemHeight},$width,${probe.itemHeight}]"
    }
    put(0.0, "\"k\":\"layout\",\"cw\":$width,\"ch\":${probe.count * probe.itemHeight},\"items\":[$items]")
  }

  /** A touch that was delivered, in points of the view. */
  fun touch(time: Double, phase: String, x: Double, y: Double) =
    put(time, "\"k\":\"touch\",\"id\":1,\"phase\":\"$phase\",\"x\":$x,\"y\":$y")

  /** The offset that a frame shows, in points. */
  fun frame(time: Double, offset: Double) = put(time, "\"k\":\"frame\",\"x\":0,\"y\":$offset")

  private fun put(time: Double, rest: String) = out.write("{\"t\":$time,$rest}\n")

  private fun quoted(text: String) =
    "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\""
}
