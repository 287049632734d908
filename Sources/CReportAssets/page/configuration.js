// The text form of a configuration, for the panel's keys: it is split, but not validated.

/**
 * Splits a text at the commas that stand outside of parentheses, brackets and quotes.
 * @param {string} text
 * @returns {string[]}
 */
const splitTerms = (text) => {
  const parts = [];
  let part = "", depth = 0, isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (isQuoted) {
      if (c === "\\") part += text[i++];
      else if (c === "\"") isQuoted = false;
    } else if (c === "\"") isQuoted = true;
    else if (c === "(" || c === "[") depth++;
    else if (c === ")" || c === "]") depth--;
    else if (c === "," && depth === 0) { parts.push(part.trim()); part = ""; continue; }
    part += i < text.length ? text[i] : "";
  }
  if (part.trim()) parts.push(part.trim());
  return parts;
};
/**
 * The pairs of a configuration; a text that is only a behavior is one pair.
 * @param {string} text
 * @returns {[string, string][]}
 */
const readPairs = (text) => splitTerms(text).map((part) => {
  const found = /^([A-Za-z][\w-]*)\s*:\s*([^]*)$/.exec(part);
  return found ? [found[1], found[2]] : ["behavior", part];
});
const writePairs = (pairs) => pairs.map(([key, value]) => `${key}: ${value}`).join(", ");
/** The value of a key, "" where the text leaves it out. */
const valueOf = (text, key) => (readPairs(text).find((pair) => pair[0] === key) || ["", ""])[1];
/** The text with another value of one key; "" leaves the key out. */
const settingKey = (text, key, value) => {
  const pairs = readPairs(text), found = pairs.findIndex((pair) => pair[0] === key);
  if (found < 0) { if (value) pairs.push([key, value]); } else if (value) pairs[found][1] = value; else pairs.splice(found, 1);
  return writePairs(pairs);
};
/**
 * The name of a call such as `view-aligned(limit: always)` and its arguments, each with a label or "".
 * @param {string} text
 * @returns {{name: string, parts: [string, string][]}}
 */
const readCall = (text) => {
  const found = /^([\w-]+)\s*\(([^]*)\)$/.exec(text.trim());
  if (!found) return { name: text.trim(), parts: [] };
  return { name: found[1], parts: splitTerms(found[2]).map((part) => {
    const labeled = /^([A-Za-z][\w-]*)\s*:\s*([^]*)$/.exec(part);
    return labeled ? [labeled[1], labeled[2]] : ["", part];
  }) };
};
const writeCall = ({ name, parts }) => (parts.length ? `${name}(${parts.map(([label, value]) => (label ? `${label}: ` : "") + value).join(", ")})` : name);
/** The call with another value of one argument; "" leaves it out. */
const settingPart = (text, label, value) => {
  const call = readCall(text), parts = call.parts.filter((part) => part[0] !== label);
  return writeCall({ name: call.name, parts: value ? [...parts, [label, value]] : parts });
};
/** A word that a shell reads as one, as the tool quotes it. */
const shellWord = (text) => (/^[\w@%+=:,.\/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
/** A number without noise: at most so many decimals. */
const plain = (value, decimals = 3) => String(Number(value.toFixed(decimals)));
