// Documents of puzzles: what stands at a path, and the document with something else there. Paths lead
// through keys, and through places in lists and in texts.

/** What stands at a path; null where it is left out. */
export function valueIn(document, path) {
  let data = document;
  for (const step of path) {
    if (data === null || data === undefined) return null;
    data = data[step];
  }
  return data ?? null;
}

/** The document with a value at a path. A list that was left out is made as long as the `fields`,
 * which have a path each, say. */
export function placeIn(document, path, value, fields = []) {
  return placed(document, path, 0, value, fields);
}

function placed(data, path, depth, value, fields) {
  if (depth === path.length) return value;
  const step = path[depth];
  if (typeof data === "string") return data.slice(0, step) + value + data.slice(step + 1);
  if (data === null || data === undefined) {
    const inside = fields.filter((one) => path.slice(0, depth).every((part, at) => one.path[at] === part));
    const long = Math.max(...inside.map((one) => one.path[depth])) + 1;
    data = typeof step === "number" ? new Array(long).fill(null) : {};
  }
  const copy = Array.isArray(data) ? [...data] : { ...data };
  copy[step] = placed(data[step], path, depth + 1, value, fields);
  return copy;
}
