// The names of cells, rows and columns in sentences: which cells they mean.

/** A function that divides a sentence into pieces: texts, and names { text, cells, isCell }. */
export function namesIn(scene, rules) {
  const known = new Map();
  const add = (name, cells, isCell) => {
    const key = name.toLowerCase();
    if (!/^\d*$/.test(key) && !known.has(key)) known.set(key, { cells, isCell });
  };
  for (const { id, short, name } of scene.places) {
    add(short, [id], true);
    add(name, [id], true);
  }
  for (const [letter, line] of [["r", "row"], ["c", "column"]]) {
    const numbers = new Set(scene.places.map(({ short }) => new RegExp(`^(?:r\\d+)?${letter}(\\d+)(?:c\\d+)?$`).exec(short)?.[1]));
    for (const number of numbers) {
      if (number === undefined) continue;
      const mine = new RegExp(`${letter}${number}(?!\\d)`);
      add(`${line} ${number}`, scene.places.filter(({ short }) => mine.test(short)).map(({ id }) => id), false);
    }
  }
  for (const { id, cells } of rules) add(id, cells, false);
  const names = [...known.keys()].sort((a, b) => b.length - a.length);
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<!\\w)(${escaped.join("|")})(?!\\w)`, "giu");
  return (sentence) => sentence.split(pattern).filter(Boolean).map((text) => {
    const found = known.get(text.toLowerCase());
    return found ? { text, ...found } : text;
  });
}
