// The largest size at which a text fits its room in any font. Widths are those of wide fonts, in
// ems.

const DIGIT = 0.64;
const BOLD_DIGIT = 0.7;
const WIDTHS = {
  " ": 0.35, "…": 1.0, ".": 0.38, ",": 0.38, ":": 0.38, "−": 0.84, "=": 0.84, "≠": 0.84,
  "×": 0.84, i: 0.34, l: 0.34, "-": 0.42, "/": 0.38, m: 1.05, w: 0.92,
};
export const LINE = 1.15;
export const MIDDLE = 0.35;
const LEGIBLE = 0.22;
const MOST = 48;
const TINY = 0.05;

/** The maximum width of a text. */
export function emWidth(text, bold = false) {
  const digit = bold ? BOLD_DIGIT : DIGIT;
  const wide = bold ? BOLD_DIGIT / DIGIT : 1;
  let sum = 0;
  for (const c of text) {
    if (/\d/.test(c)) sum += digit;
    else sum += wide * (WIDTHS[c] ?? (c !== c.toLowerCase() ? 0.78 : 0.64));
  }
  return sum;
}

/** A text in lines, and how high they can be in a room. Words stay on one line. */
export function fitted(text, room, largest, bold = false, mostLines = 4) {
  const short = text.length > MOST ? `${text.slice(0, 22)}…${text.slice(-22)}` : text;
  let best = { lines: [short], size: 0 };
  for (let count = 1; count <= (short.includes(" ") ? 1 : mostLines); count += 1) {
    const lines = divided(short, count);
    const widest = Math.max(...lines.map((line) => emWidth(line, bold))) || 1;
    const size = Math.min(largest, room.width / widest, room.height / (0.8 + LINE * (count - 1)));
    if (size > best.size) best = { lines, size };
    if (best.size >= LEGIBLE) break;
  }
  return best;
}

function divided(text, count) {
  const long = Math.ceil(text.length / count) || 1;
  const lines = [];
  for (let at = 0; at < text.length; at += long) lines.push(text.slice(at, at + long));
  return lines.length > 0 ? lines : [""];
}

/** The best number of columns for short texts in a room, and their size; 0 columns if they would be
 * too small to read. */
export function marksGrid(texts, room, largest) {
  const widest = Math.max(0, ...texts.map((text) => emWidth(text))) + 0.3;
  let best = { columns: 0, size: TINY };
  let fewest = texts.length + 1;
  for (let columns = 1; columns <= texts.length; columns += 1) {
    const rows = Math.ceil(texts.length / columns);
    const size = Math.min(largest, room.width / (columns * widest), room.height / (rows * LINE));
    if (size > best.size || (size === best.size && rows < fewest)) {
      best = { columns, size };
      fewest = rows;
    }
  }
  return best.columns ? best : { columns: 0, size: 0 };
}

/** A room made smaller until all of it lies inside a convex outline. */
export function shrunk(room, outline) {
  let { width, height } = room;
  const corners = () => [
    [room.x - width / 2, room.y - height / 2],
    [room.x + width / 2, room.y - height / 2],
    [room.x + width / 2, room.y + height / 2],
    [room.x - width / 2, room.y + height / 2],
  ];
  while (width > 0.1 && !corners().every((corner) => inside(corner, outline))) {
    width *= 0.97;
    height *= 0.97;
  }
  return { ...room, width, height };
}

function inside([x, y], outline) {
  const turns = outline.map(([ax, ay], at) => {
    const [bx, by] = outline[(at + 1) % outline.length];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  });
  return Math.min(...turns) >= 0 || Math.max(...turns) <= 0;
}
