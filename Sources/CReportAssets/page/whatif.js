// The panel: when it opens, it is built and the engine is decompressed.

/** The buttons above the fields. */
const buildButtons = (parent) => {
  const bar = add(parent, "div", { class: "controls", role: "group", "aria-label": "Changes" });
  const button = (id, text, action) => { const made = add(bar, "button", { type: "button", id: "whatif-" + id }, text); made.addEventListener("click", action); return made; };
  const fix = data.whatIf.fix;
  if (fix) button("fix", "Apply the fix", () => setConfiguration(fix.configuration, "fix")).title = fix.summary;
  const back = button("undo", "Undo", undo), forth = button("redo", "Redo", redo);
  const reset = button("reset", "Reset", () => changeState(whatIf.start));
  button("keep", "Keep as a curve", keepCurve);
  if (data.whatIf.command) button("command", "Copy as command", () => copyText(commandOf(whatIf.now), "the command"));
  button("configuration", "Copy configuration", () => copyText(whatIf.now.configuration, "the configuration"));
  button("share", "Copy link", () => { writeFragment(); copyText(location.href, "the link"); });
  buildPlayground(bar);
  shown.push(() => { back.disabled = !whatIf.past.length; forth.disabled = !whatIf.future.length; reset.disabled = sameState(whatIf.now, whatIf.start); });
};
/** Copies a text and shows it, so that it can be copied by hand where the browser refuses. */
const copyText = async (text, name) => {
  const place = $("whatif-copied");
  place.textContent = text; place.hidden = false;
  try { await navigator.clipboard.writeText(text); say(`Copied ${name}.`); } catch {
    getSelection().selectAllChildren(place);
    say(`Select and copy ${name} below.`);
  }
};

const addTable = (parent, id, caption, names) => {
  const table = add(parent, "table", { class: "rows plain outcomes", id });
  add(table, "caption", {}, caption);
  const head = add(add(table, "thead"), "tr");
  for (const name of names) add(head, "th", { scope: "col" }, name);
  add(table, "tbody");
};

const buildPanel = () => {
  const panel = $("whatif");
  add(panel, "p", { id: "whatif-words", role: "status", "aria-live": "polite" });
  buildButtons(panel);
  add(panel, "pre", { id: "whatif-copied", tabindex: "0", hidden: true });
  buildFields(panel);
  addTable(panel, "whatif-settles", "Where each release comes to rest", ["Settle", "Released", "Rests at", "Without changes"]);
  const visible = add(panel, "details", { class: "more", id: "whatif-visible" });
  add(visible, "summary", {}, "How long each target was visible");
  addTable(visible, null, "The longest time without an interruption; a target counts from half of its area on, or from target-visibility", ["Target", "Longest", "Without changes"]);
  visible.addEventListener("toggle", showVisible);
  panel.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.closest("input, textarea")) return;
    event.preventDefault(); if (event.shiftKey) redo(); else undo();
  });
};

/** Opens the engine at the start: what the app does, as diagnosed, else what the engine was given. */
const openAtStart = async () => {
  const engine = await openEngine(data.inputs), base = engine.baseline.configuration, starts = [data.whatIf.start || base, base];
  for (const configuration of starts) {
    whatIf.start = { configuration, edits: [] };
    whatIf.startRun = await engine.run(whatIf.start);
    // A cause may use a behavior that only the diagnosis has.
    if (!whatIf.startRun.error) break;
  }
  if (whatIf.startRun.error) throw new Error(whatIf.startRun.error);
  whatIf.engine = engine;
  whatIf.startSettles = trackOf(whatIf.startRun, "", whatIf.start.configuration).settles;
  whatIf.now = whatIf.start; whatIf.run = whatIf.before = whatIf.startRun;
};
workbench.open = async (wanted) => {
  const button = $("whatif-open");
  if (!whatIf.engine) {
    await openAtStart();
    tracks[ownTrack] = trackOf(whatIf.startRun, "what if", whatIf.start.configuration);
    buildPanel(); addOwnTrack(); buildHandles();
    showState(); showRun(whatIf.startRun, whatIf.start);
  }
  $("whatif").hidden = false; whatIf.isOpen = true;
  button.setAttribute("aria-expanded", "true"); button.textContent = "Close the workbench";
  if (wanted) changeState(wanted);
};
workbench.close = () => {
  $("whatif").hidden = true; $("whatif-open").setAttribute("aria-expanded", "false"); $("whatif-open").textContent = "Open the workbench";
};
