// The board of a puzzle from a reply, prepared for drawing and playing. docs/web.md describes its
// data; only this module reads it.

const MARGIN = 0.35;
const EDGE = { left: 0.8, top: 0.5 }; // room for the names of rows and columns

/** A scene from a reply. By default, cells with something in them and open cells can be reached. */
export function readScene(data, reachable = null) {
  const { words } = data;
  const places = data.places.map(readPlace);
  const labels = data.shapes.filter((one) => one.kind === "label");
  const shapes = data.shapes.filter((one) => one.kind !== "label");
  const [left, top, width, height] = data.bounds;
  const { edges, labels: others } = edgesOf(places, labels.map((one) => ({ ...one, room: readRoom(one.room) })));
  const x = Math.min(left - MARGIN, ...edges.map((edge) => edge.x - EDGE.left / 2));
  const y = Math.min(top - MARGIN, ...edges.map((edge) => edge.y - EDGE.top / 2));
  return {
    title: data.title,
    description: data.description,
    size: data.size,
    words,
    shapes,
    labels: others,
    edges,
    places,
    byId: Object.fromEntries(places.map((place) => [place.id, place])),
    reachable: places.filter((place) =>
      reachable ? reachable.has(place.id) : place.open || place.given !== "",
    ),
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

/** The names of rows and columns that stand in a line: [{ text, x, y }] beside their first cells. The
 * numbers that a scene has there itself are left out of its labels. */
function edgesOf(places, labels) {
  const lines = new Map();
  for (const place of places) {
    const found = /^(r\d+)(c\d+)$/.exec(place.short);
    if (!found) return { edges: [], labels };
    for (const name of found.slice(1)) lines.set(name, [...(lines.get(name) ?? []), place]);
  }
  const edges = [];
  for (const [letter, along, across, size, room] of [["r", "y", "x", "width", EDGE.left], ["c", "x", "y", "height", EDGE.top]]) {
    const mine = [...lines].filter(([text]) => text[0] === letter);
    const isStraight = mine.every(([, cells]) =>
      cells.every((place) => Math.abs(place.room[along] - cells[0].room[along]) < 0.01));
    for (const [text, cells] of isStraight ? mine : []) {
      const start = Math.min(...cells.map((place) => place.room[across] - place.room[size] / 2));
      edges.push({ text, [along]: cells[0].room[along], [across]: start - 0.1 - room / 2 });
    }
  }
  const repeated = ({ role, text, room }) => role === "note" && edges.some((edge) =>
    edge.text.slice(1) === text && Math.hypot(edge.x - room.x, edge.y - room.y) < 0.6);
  return { edges, labels: labels.filter((label) => !repeated(label)) };
}

/** Whether a number may stand in a place, or, while it is `typed`, become one that may. */
export function isPossible(scene, place, number, isTyped = false) {
  const text = String(number);
  if (place.choices.length > 0) {
    return place.choices.some((one) => one === number || (isTyped && String(one).startsWith(text)));
  }
  if (isTyped && text.length < place.longest) return true;
  const [least, most, value] = [place.least ?? number, place.most ?? number, number].map(BigInt);
  return least <= value && value <= most && (!place.open || text.includes(place.given));
}

/** What stands in a place in pieces: what is given, and what was written. */
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
