// Documents of puzzles: reading and replacing the value at a path. A path consists of keys and of
// indices of lists and texts.

/** The value at a path; null if it is left out. */
export function valueIn(document, path) {
  let data = document;
  for (const step of path) {
    if (data === null || data === undefined) return null;
    data = data[step];
  }
  return data ?? null;
}

/** The document with a value at a path. A missing list is created with the length that the paths of
 * the `fields` require. */
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
