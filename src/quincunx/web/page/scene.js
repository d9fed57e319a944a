// The board of a puzzle from a reply, prepared for drawing and playing. docs/web.md describes its
// data; only this module reads it.

const MARGIN = 0.25;
const EDGE = { left: 0.45, top: 0.5 }; // room for the names of rows and columns

/** A scene from a reply. By default, cells with something in them and open cells can be reached. */
export function readScene(data, reachable = null) {
  const { words } = data;
  const places = data.places.map(readPlace);
  const isReachable = (place) => (reachable ? reachable.has(place.id) : place.open || place.given !== "");
  const all = data.shapes.filter((one) => one.kind === "label").map((one) => ({ ...one, room: readRoom(one.room) }));
  const drawn = data.shapes.filter((one) => one.kind !== "label");
  const { visible, shapes, labels, bounds } = cropped(places, isReachable, drawn, all, data.bounds);
  const [left, top, width, height] = bounds;
  const { edges, labels: others } = edgesOf(visible, labels);
  const x = Math.min(left - MARGIN, ...edges.map((edge) => edge.x - EDGE.left));
  const y = Math.min(top - MARGIN, ...edges.map((edge) => edge.y - EDGE.top / 2));
  return {
    title: data.title,
    description: data.description,
    size: data.size,
    words,
    meanings: data.meanings ?? {},
    shapes,
    labels: others,
    edges,
    places,
    byId: Object.fromEntries(places.map((place) => [place.id, place])),
    reachable: places.filter(isReachable),
    closed: visible.filter((place) => !isReachable(place)),
    view: { x, y, width: left + width + MARGIN - x, height: top + height + MARGIN - y },
    text: (number) => words[number] ?? String(number).replace("-", "−"),
  };
}

function readPlace(data) {
  const entries = data.entries ?? {};
  return {
    id: data.id,
    name: data.name,
    short: data.short,
    outline: data.outline,
    room: readRoom(data.room),
    given: data.given ?? "",
    open: data.open,
    choices: entries.choices ?? [],
    least: entries.least ?? null,
    most: entries.most ?? null,
    negative: (entries.least ?? 0) < 0,
    longest: entries.longest ?? 1,
  };
}

function readRoom(room) {
  const [left, top, width, height] = room;
  return { x: left + width / 2, y: top + height / 2, width, height };
}

/** The used part of a board: rows and columns at its edges that always stay empty are left out, and
 * the labels beside them move nearer. */
function cropped(places, isReachable, shapes, labels, bounds) {
  const used = around([
    ...places.filter(isReachable).flatMap(({ outline }) => outline),
    ...shapes.filter(({ role }) => role === "solid").flatMap(({ points = [] }) => points),
  ]);
  const whole = around(places.flatMap(({ outline }) => outline));
  const visible = places.filter(({ room: { x, y } }) =>
    used.left < x && x < used.right && used.top < y && y < used.bottom);
  if (visible.length === places.length || visible.length === 0) return { visible: places, shapes, labels, bounds };
  // The edges of cells, which their content does not reach.
  const kept = around(visible.flatMap(({ outline }) => outline));
  const nearer = ({ x, y, width, ...room }) => {
    if (x < whole.left) return { ...room, y, width, x: x + kept.left - whole.left };
    if (x > whole.right) return { ...room, y, width, x: x + kept.right - whole.right };
    const shift = y < whole.top ? kept.top - whole.top : kept.bottom - whole.bottom;
    if (width > 1) return { ...room, width, y: y + shift, x: (kept.left + kept.right) / 2 };
    return { ...room, x, width, y: y + shift };
  };
  const isBesideRest = ({ x, y, width }) =>
    (whole.left < x && x < whole.right && width <= 1 && (x < kept.left || x > kept.right)) ||
    (whole.top < y && y < whole.bottom && (y < kept.top || y > kept.bottom));
  const inside = ([x, y]) => [
    Math.min(Math.max(x, kept.left), kept.right), Math.min(Math.max(y, kept.top), kept.bottom)];
  const [left, top, width, height] = bounds;
  const x = left + kept.left - whole.left;
  const y = top + kept.top - whole.top;
  const right = left + width + kept.right - whole.right;
  const bottom = top + height + kept.bottom - whole.bottom;
  return {
    visible,
    shapes: shapes.map((one) => (one.role === "frame" ? { ...one, points: one.points.map(inside) } : one)),
    labels: labels.filter(({ room }) => !isBesideRest(room)).map((one) => ({ ...one, room: nearer(one.room) })),
    bounds: [x, y, right - x, bottom - y],
  };
}

function around(points) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** The names of straight rows and columns: [{ text, x, y }] beside their first cells, right-aligned
 * for rows and centred for columns. A scene's own numbers there are left out of its labels. */
function edgesOf(places, labels) {
  const lines = new Map();
  for (const place of places) {
    const found = /^(r\d+)(c\d+)$/.exec(place.short);
    if (!found) return { edges: [], labels };
    for (const name of found.slice(1)) lines.set(name, [...(lines.get(name) ?? []), place]);
  }
  const edges = [];
  for (const [letter, along, across, low, high, start, extent, room] of [
    ["r", "y", "x", "top", "bottom", "left", "width", 0.3],
    ["c", "x", "y", "left", "right", "top", "height", EDGE.top]]) {
    // By outlines, because the room of a cell with a clue is lower than that of others.
    const mine = [...lines].filter(([text]) => text[0] === letter)
      .map(([text, cells]) => [text, cells.map((place) => around(place.outline))]);
    const isStraight = mine.every(([, boxes]) => boxes.every((box) => Math.abs(box[low] - boxes[0][low]) < 0.01));
    const named = (isStraight ? mine : []).map(([text, boxes]) => {
      const first = Math.min(...boxes.map((box) => box[start]));
      return { text, [along]: (boxes[0][low] + boxes[0][high]) / 2, [across]: first - 0.02 - room / 2 };
    });
    // If there are clues at the edge, the names are outside of them.
    const clues = labels.filter((label) => label.role !== "note" && named.some((edge) => isInside(edge, label.room)));
    const outside = clues.map((label) => label.room[across] - label.room[extent] / 2 - room / 2);
    edges.push(...named.map((edge) => ({ ...edge, [across]: Math.min(edge[across], ...outside) })));
  }
  const repeated = ({ role, text, room }) => role === "note" && edges.some((edge) =>
    edge.text.slice(1) === text && Math.hypot(edge.x - room.x, edge.y - room.y) < 0.6);
  return { edges, labels: labels.filter((label) => !repeated(label)) };
}

const isInside = ({ x, y }, room) =>
  Math.abs(x - room.x) < room.width / 2 && Math.abs(y - room.y) < room.height / 2;

/** Whether a number is allowed in a place or, while it is `typed`, may become an allowed one. */
export function isPossible(scene, place, number, isTyped = false) {
  const text = String(number);
  if (place.choices.length > 0) {
    return place.choices.some((one) => one === number || (isTyped && String(one).startsWith(text)));
  }
  if (isTyped && text.length < place.longest) return true;
  const [least, most, value] = [place.least ?? number, place.most ?? number, number].map(BigInt);
  return least <= value && value <= most && (!place.open || text.includes(place.given));
}

/** The content of a place in pieces: what is given, and what was written. */
export function piecesOf(scene, place, entry) {
  if (!entry || !("number" in entry)) return place.given ? [[place.given, "given"]] : [];
  const text = scene.text(entry.number);
  const at = place.given ? text.indexOf(place.given) : -1;
  if (at < 0 || !place.open) return [[text, "answer"]];
  const end = at + place.given.length;
  return [
    [text.slice(0, at), "answer"],
    [text.slice(at, end), "given"],
    [text.slice(end), "answer"],
  ].filter(([piece]) => piece);
}

/** The places in rows, in reading order: a row ends where the board goes up or down. */
export function rowsOf(places) {
  const rows = [];
  let height = null;
  for (const place of places) {
    if (height === null || Math.abs(place.room.y - height) > 0.3) rows.push([]);
    rows.at(-1).push(place);
    height = place.room.y;
  }
  return rows;
}
