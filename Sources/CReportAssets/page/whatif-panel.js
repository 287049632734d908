// The fields of the panel. The tool provides names, values, ranges and defaults in data.whatIf.

/** Every control with how it shows the state. @type {(() => void)[]} */
const shown = [];
const showState = () => { for (const update of shown) update(); };
const setValue = (control, text) => {
  // A link or a typed text may have any text where a field requires a number.
  const value = control.type === "number" && !Number.isFinite(Number(text)) ? "" : text;
  if (control.value !== value && (document.activeElement !== control || control.tagName === "SELECT")) control.value = value;
};

/** A labeled control in a group of fields. */
const field = (group, name, control, hint = null) => {
  const label = add(group, "label", {}, name);
  if (hint) label.title = hint;
  label.append(control);
  return control;
};
const fieldGroup = (parent, title) => { const group = add(parent, "fieldset"); add(group, "legend", {}, title); return group; };
const option = (select, value, text) => add(select, "option", { value }, text);
/** A choice of words; "" stands for the default. */
const choice = (words, usual) => {
  const select = document.createElement("select");
  option(select, "", usual);
  for (const word of words) option(select, word, word);
  return select;
};
/** Shows a value in a choice that may lack it. */
const showChoice = (select, value) => {
  if (![...select.options].some((o) => o.value === value)) option(select, value, value);
  select.value = value;
};

/** The default of a key under the profile of the present configuration. */
const defaultOf = (key) => (typeof key.default === "string" || key.default === null ? key.default
  : key.default[valueOf(whatIf.now.configuration, "profile") || data.whatIf.profile]);

/** The control of one key of the configuration. */
const keyField = (group, key) => {
  const hint = [key.rules, key.unit && `in ${key.unit}`].filter(Boolean).join(", ");
  if (key.words) {
    const select = field(group, key.name, choice(key.words, ""), hint);
    select.addEventListener("change", () => setKey(key.name, select.value));
    shown.push(() => {
      const usual = defaultOf(key);
      select.options[0].textContent = usual === null ? "default" : `default (${usual})`;
      showChoice(select, valueOf(whatIf.now.configuration, key.name));
    });
    return;
  }
  const input = field(group, key.name + (key.unit && key.unit !== "1" ? ` (${key.unit})` : ""), document.createElement("input"), hint);
  input.type = key.range ? "number" : "text";
  if (key.range) { [input.min, input.max] = key.range; input.step = key.isWhole ? "1" : "any"; }
  input.addEventListener(key.range ? "input" : "change", () => { if (input.validity.valid) setKey(key.name, input.value.trim()); });
  shown.push(() => { input.placeholder = defaultOf(key) ?? "none"; setValue(input, valueOf(whatIf.now.configuration, key.name)); });
};

/** The behavior and what it takes: limit and anchor, or a step, or other arguments as text. */
const behaviorFields = (group) => {
  const now = () => valueOf(whatIf.now.configuration, "behavior") || "none";
  const set = (text, subject) => setConfiguration(settingKey(whatIf.now.configuration, "behavior", text === "none" ? "" : text), subject);
  const select = field(group, "behavior", document.createElement("select"));
  for (const word of data.whatIf.keys.find((key) => key.name === "behavior").words) option(select, word, word);
  const size = () => { const c = whatIf.engine.baseline.container; return c ? (data.axis === "x" ? c.width : c.height) : 300; };
  const first = { interval: () => `interval(${plain(size())})`, offsets: () => `offsets([0, ${plain(size())}])`, "scroll-snap": () => "scroll-snap(mandatory)", custom: () => "custom(\"name\")" };
  select.addEventListener("change", () => set((first[select.value] || (() => select.value))(), "behavior"));
  const limit = field(group, "limit", choice(data.whatIf.limits, "automatic")), anchor = field(group, "anchor", choice(data.whatIf.anchors, "none"));
  for (const [control, name] of [[limit, "limit"], [anchor, "anchor"]]) control.addEventListener("change", () => set(settingPart(now(), name, control.value), name));
  const step = field(group, "step (pt)", document.createElement("input")), others = field(group, "arguments", document.createElement("input"));
  step.type = "number"; step.step = "any"; others.type = "text";
  step.addEventListener("input", () => { if (step.validity.valid && step.value) set(`interval(${step.value})`, "step"); });
  others.addEventListener("change", () => set(`${readCall(now()).name}(${others.value})`, "arguments"));
  shown.push(() => {
    const { name, parts } = readCall(now()), part = (label) => (parts.find((p) => p[0] === label) || ["", ""])[1];
    showChoice(select, name);
    for (const control of [limit, anchor]) control.parentElement.hidden = name !== "view-aligned";
    showChoice(limit, part("limit")); showChoice(anchor, part("anchor"));
    step.parentElement.hidden = name !== "interval"; setValue(step, part(""));
    others.parentElement.hidden = !["offsets", "scroll-snap", "custom"].includes(name);
    setValue(others, parts.map(([label, value]) => (label ? `${label}: ` : "") + value).join(", "));
  });
};

/** A field of an edit of the scene; an empty field removes it. */
const editField = (group, name, words, type, usual) => {
  const input = field(group, name, document.createElement("input"));
  input.type = type;
  if (type === "number") { input.min = "0"; input.step = "any"; }
  input.placeholder = usual;
  input.addEventListener(type === "number" ? "input" : "change", () => { if (input.validity.valid) setEdit(words, input.value.trim() || null); });
  shown.push(() => setValue(input, editOf(words)));
};
/** The one distance and the one length of the first layout's items; "" where they differ. */
const recordedStack = () => {
  const layout = data.layouts[0], isHorizontal = data.axis === "x";
  if (!layout || layout.ids.length < 2) return ["", ""];
  const places = isHorizontal ? layout.x : layout.y, lengths = isHorizontal ? layout.w : layout.h;
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b]), same = (list) => (list.every((v) => Math.abs(v - list[0]) < 0.01) ? plain(list[0]) : "");
  return [same(order.slice(1).map((i, k) => places[i] - places[order[k]] - lengths[order[k]])), same(lengths)];
};
const sceneFields = (group) => {
  const box = data.containers[0], [spacing, length] = recordedStack(), base = whatIf.engine.baseline;
  editField(group, "container (width x height, pt)", "container", "text", base.container ? `${plain(base.container.width)}x${plain(base.container.height)}` : "390x844");
  const direction = field(group, "direction", choice(data.whatIf.directions, `as recorded (${data.whatIf.directions[base.rightToLeft ? 1 : 0]})`));
  direction.addEventListener("change", () => setEdit("direction", direction.value || null));
  shown.push(() => showChoice(direction, editOf("direction")));
  editField(group, "spacing (pt)", "spacing", "number", spacing || "as recorded");
  editField(group, "item size (pt)", "item-size", "number", length || "as recorded");
  editField(group, "insets (top,left,bottom,right, pt)", "insets", "text", box ? [box.it, box.il, box.ib, box.ir].map((v) => plain(v)).join(",") : "0,0,0,0");
  editField(group, "refresh rate (per s)", "refresh", "number", "as recorded");
};

/** Keys that have a place of their own above the others. */
const systemKeys = ["profile", "physics", "deceleration", "page-length", "margins", "position-anchor"];
const buildFields = (parent) => {
  const fields = add(parent, "div", { class: "fields" });
  behaviorFields(fieldGroup(fields, "Behavior"));
  const system = fieldGroup(fields, "System");
  for (const name of systemKeys) { const key = data.whatIf.keys.find((k) => k.name === name); if (key) keyField(system, key); }
  sceneFields(fieldGroup(fields, "Scene"));
  gestureFields(fieldGroup(fields, "Gestures"));
  const others = data.whatIf.keys.filter((key) => key.name !== "behavior" && !systemKeys.includes(key.name));
  const more = add(parent, "details", { class: "more" });
  add(more, "summary", {}, `More: ${others.length} switches and constants`);
  const group = add(more, "div", { class: "fields" }), keys = fieldGroup(group, "Switches and constants");
  for (const key of others) keyField(keys, key);
  const text = field(parent, "configuration", document.createElement("textarea"));
  text.rows = 2; text.spellcheck = false; text.parentElement.className = "whole";
  text.addEventListener("change", () => setConfiguration(text.value.replace(/\s+/g, " ").trim(), "text"));
  shown.push(() => setValue(text, whatIf.now.configuration));
};
