// Opening the workbench: its script and the engine are parts of the page that are decompressed then.

/** What the page and the workbench's script have in common; until that is loaded, the panel shows nothing. */
const workbench = { draw: () => {}, fragment: () => "", hasReplay: () => false, open: null, close: null };

/** Why the engine cannot run, in a sentence; null if it can. */
const engineObstacle = (elementId = data.inputs || "inputs") => {
  if (!$("engine")) return "Without the workbench: build with a toolchain from swift.org.";
  if (!$(elementId)) return "Without the workbench: this report has no inputs to replay.";
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
    return "Without the workbench: this browser has no WebAssembly.";
  }
  return null;
};
/** The bytes that a text has 13 bits of in two letters: `#` to `}`, with `!` in place of `<`. */
const lettersToBytes = (text) => {
  const bytes = new Uint8Array(Math.floor((text.length >> 1) * 13 / 8 + (text.length & 1) * 6 / 8));
  const digit = (i) => { const code = text.charCodeAt(i); return code === 33 ? 25 : code - 35; };
  let bits = 0, count = 0, at = 0;
  for (let i = 0; i < text.length; i += 2) {
    bits |= (i + 1 < text.length ? digit(i) + 91 * digit(i + 1) : digit(i)) << count;
    for (count += i + 1 < text.length ? 13 : 6; count >= 8 && at < bytes.length; count -= 8) { bytes[at++] = bits & 255; bits >>>= 8; }
  }
  return bytes;
};
/** The bytes of an element's text: letters of a gzip stream. */
const unpackedBytes = async (elementId) => {
  const packed = lettersToBytes(document.getElementById(elementId).textContent);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

/** Runs the script of the workbench, once. The policy of the page has its hash. */
const loadWorkbench = async () => {
  if (workbench.open) return;
  const script = document.createElement("script");
  script.textContent = new TextDecoder().decode(await unpackedBytes("workbench-script"));
  if (!workbench.open) document.head.append(script);
};
/** Opens the panel, with a state if one is wanted. */
const openWorkbench = async (wanted = null) => {
  const button = $("whatif-open"), obstacle = engineObstacle();
  button.disabled = true;
  if (!workbench.open) button.textContent = "Opening the workbench…";
  try {
    if (obstacle) throw new Error(obstacle);
    await loadWorkbench();
    await workbench.open(wanted);
  } catch (error) {
    $("whatif-hint").textContent = error instanceof Error ? error.message : String(error);
    button.textContent = "Open the workbench";
  } finally { button.disabled = false; }
};

const sceneFragment = () => (data.name ? `&scene=${encodeURIComponent(data.name)}` : "");
/** Another scene in the address needs its own data, which is read when the page loads. */
const isOtherScene = () => {
  const name = (/[#&]scene=([\w-]+)/.exec(location.hash) || ["", ""])[1];
  return name !== "" && Boolean(data.scenes) && name !== data.name && data.scenes.includes(name);
};
/** The state that the address has; null if it has none. */
const stateOfFragment = () => {
  const pairs = location.hash.slice(1).split("&").map((part) => part.split("="));
  const read = (name) => pairs.filter((pair) => pair[0] === name && pair.length === 2).flatMap((pair) => {
    try { return [decodeURIComponent(pair[1])]; } catch { return []; }
  });
  const [configuration] = read("config");
  return configuration === undefined ? null : { configuration, edits: read("edit") };
};
/** Takes the state of the address; the panel opens for it. */
const takeFragment = () => {
  if (isOtherScene()) { location.reload(); return; }
  const wanted = stateOfFragment(); if (wanted) openWorkbench(wanted);
};
const startPanel = () => {
  const button = $("whatif-open");
  if (!button || typeof WebAssembly !== "object") return;
  $("whatif-hint").textContent = "Change the configuration, the scene or the gestures, and watch it scroll again. Nothing leaves this page.";
  // The panel is placed next to the curve that it changes.
  canvas.parentElement.after($("workbench"));
  button.hidden = false;
  button.addEventListener("click", () => ($("whatif").hidden ? openWorkbench() : workbench.close()));
  addEventListener("hashchange", takeFragment);
  // A playground opens its panel immediately, after the page is painted.
  if (data.scenes && !stateOfFragment()) setTimeout(openWorkbench); else takeFragment();
};
