// The search lab: the cost of a search in every order as a heat map, and one search as a tree.

import { ask } from "./ask.js";
import { button, field, fill, h, s } from "./dom.js";
import { texts } from "./texts.js";

const ACROSS = 26;
const DOWN = 34;

export function teachView(reply, page) {
  const box = h("div", {});
  const model = select(texts.teach.models);
  const consistency = select(texts.teach.consistencies);
  const run = button(texts.teach.run, () =>
    page.busy(run, async (signal) => {
      const chosen = { model: model.value, consistency: consistency.value };
      try {
        await compare(reply.puzzle, chosen, box, page, signal);
      } catch (error) {
        fill(box);
        throw error;
      }
    }), { class: "strong" });
  const element = h("article", { class: "teach" },
    h("h1", {}, texts.teach.title),
    h("p", {}, texts.teach.intro),
    h("p", {}, h("a", { href: page.addressOf(reply.puzzle) }, `${reply.title}: ${short(reply.puzzle)}`)),
    h("div", { class: "row wrap options" }, field(texts.teach.model, model, texts.teach.modelHelp),
      field(texts.teach.consistency, consistency, texts.teach.consistencyHelp)),
    run, box);
  return { element, title: texts.teach.title };
}

/** Search in every order and show the costs, row by row. If no model was chosen, show the first way
 * to search that backtracks. */
async function compare(puzzle, chosen, box, page, signal) {
  const drawn = h("div", {});
  let shown = null;
  for (const way of waysFor(chosen)) {
    const table = await costs(puzzle, way, box, signal).catch((error) => {
      // The program of a paper may not exist, or not be able to represent this puzzle.
      if (!shown || error.name === "AbortError") throw error;
    });
    // A paper's program with a mistake in it may lose all solutions.
    if (table && (!shown || table.solvable === shown.solvable)) shown = table;
    if (!table || chosen.model || shown.backtracks.flat().some(Boolean)) break;
  }
  const asked = { ask: "tree", puzzle, ...shown.way };
  const open = (order, choice, element) => page.busy(element, async (stop) => {
    fill(drawn, tree(await ask({ ...asked, labeling: `${order}, ${choice}` }, { signal: stop })));
    drawn.scrollIntoView({ block: "nearest" });
  });
  fill(box, h("p", {}, texts.teach.searched(shown.way)), heatMap(shown, open), drawn);
  fill(drawn, tree(await ask(asked, { signal })));
}

/** The ways to search that match a choice, in the order in which they are tried. Pure. */
export function waysFor({ model, consistency }) {
  const ways = [["ours", "domain"], ["ours", "bounds"], ["paper", "bounds"], ["paper", "domain"]];
  return ways
    .filter(([searched, strength]) => [searched, ""].includes(model) && [strength, ""].includes(consistency))
    .map(([searched, strength]) => ({ model: searched, consistency: strength }));
}

/** The costs of one way to search: a row for each order, shown as soon as it is known. */
async function costs(puzzle, way, box, signal) {
  const bar = h("progress", { value: 0, "aria-label": texts.teach.table });
  const said = h("p", { class: "quiet", role: "status" });
  const place = h("div", {});
  fill(box, said, bar, place);
  const table = { way, rows: [], backtracks: [], nodes: [], solvable: true };
  let orders = [undefined];
  for (let at = 0; at < orders.length; at += 1) {
    said.textContent = texts.teach.running(way, orders[at]);
    const row = await ask({ ask: "lab", puzzle, ...way, order: orders[at] }, { signal });
    orders = row.orders;
    Object.assign(table, { columns: row.choices, most: row.most, solvable: table.solvable && row.solvable });
    table.rows.push(orders[at]);
    table.backtracks.push(row.backtracks);
    table.nodes.push(row.nodes);
    [bar.max, bar.value] = [orders.length, at + 1];
    fill(place, heatMap(table));
  }
  return table;
}

/** A choice among names, shown in words; the first is the default. */
function select(words) {
  return h("select", {}, Object.entries(words).map(([value, text]) => h("option", { value }, text)));
}

function short(text) {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** The costs as a table; lower costs are lighter. The numbers are shown, too, not only colours.
 * `open` shows the tree of a search. */
function heatMap({ rows, columns, backtracks, nodes, most, solvable }, open = null) {
  const caption = solvable ? texts.teach.table : texts.teach.tableOfNone;
  const all = backtracks.flat().filter((cost) => cost !== null);
  const [least, largest] = [Math.min(...all), Math.max(...all)];
  const heat = (cost) => {
    if (cost === null) return 1;
    return largest === least ? 0 : Math.log1p(cost - least) / Math.log1p(largest - least);
  };
  const cell = (cost, count, order, choice) => {
    const shown = cost === null ? texts.teach.stoppedMark : String(cost);
    const press = button([shown, cost !== null && h("small", {}, ` ${texts.teach.ofNodes(count)}`)],
      () => open(order, choice, press), { class: "plain", disabled: !open });
    const made = h("td", {
      class: cost === least && least < largest ? "least" : null,
      title: cost === null ? texts.teach.stopped(most) : cost === least ? texts.teach.least : null,
    }, press);
    made.style.setProperty("--heat", heat(cost).toFixed(3));
    return made;
  };
  const explained = (name, words) => [name, words[name] && h("small", {}, words[name])];
  return h("section", {},
    open && h("p", { class: "quiet" }, texts.teach.tableHelp),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
      h("table", { class: "heat" },
        h("caption", {}, caption),
        h("thead", {},
          h("tr", {}, h("th", { scope: "col", rowspan: 2 }, texts.teach.order),
            h("th", { scope: "colgroup", colspan: columns.length }, texts.teach.values)),
          h("tr", {}, columns.map((name) => h("th", { scope: "col" }, explained(name, texts.teach.choices))))),
        h("tbody", {}, rows.map((name, at) =>
          h("tr", {}, h("th", { scope: "row" }, explained(name, texts.teach.orders)),
            backtracks[at].map((cost, place) => cell(cost, nodes[at][place], name, columns[place]))))))));
}

/** Where each node of a tree is drawn: leaves side by side, parents above the middle of their
 * children. Pure. */
export function placed(nodes) {
  const children = nodes.map(() => []);
  nodes.forEach((node, at) => node.parent !== null && children[node.parent].push(at));
  const spots = nodes.map((node) => ({ ...node, depth: 0, x: 0 }));
  nodes.forEach((node, at) => {
    if (node.parent !== null) spots[at].depth = spots[node.parent].depth + 1;
  });
  const rank = new Array(nodes.length).fill(0);
  let leaves = 0;
  const order = [];
  const waiting = nodes.length > 0 ? [0] : [];
  while (waiting.length > 0) {
    const at = waiting.pop();
    order.push(at);
    waiting.push(...children[at].toReversed());
  }
  for (const at of order) {
    if (children[at].length === 0) {
      rank[at] = leaves;
      leaves += 1;
    }
  }
  for (const at of order.toReversed()) {
    if (children[at].length > 0) {
      rank[at] = (rank[children[at][0]] + rank[children[at].at(-1)]) / 2;
    }
  }
  spots.forEach((spot, at) => (spot.x = rank[at]));
  return { spots, leaves };
}

function tree({ labeling, complete, solutions, nodes }) {
  const { spots, leaves } = placed(nodes);
  const deepest = Math.max(0, ...spots.map(({ depth }) => depth));
  const x = (spot) => (spot.x + 0.5) * ACROSS;
  const y = (spot) => (spot.depth + 0.5) * DOWN;
  const said = texts.teach.treeHelp([labeling].flat().join(", "), solutions);
  const drawing = s("svg", {
    class: "tree", role: "img", "aria-label": `${texts.teach.tree}. ${said}`,
    viewBox: `0 0 ${leaves * ACROSS} ${(deepest + 1) * DOWN}`,
  },
  spots.map((spot) => spot.parent !== null && s("line", {
    class: "branch", x1: x(spots[spot.parent]), y1: y(spots[spot.parent]), x2: x(spot), y2: y(spot),
  })),
  spots.map((spot) => s("g", { class: `node ${spot.kind}`, transform: `translate(${x(spot)} ${y(spot)})` },
    s("title", {}, [spot.decision, spot.size > 1 ? texts.teach.folded(spot.size) : ""].filter(Boolean).join(": ")),
    nodeShape(spot))));
  // The whole tree fits the window; it can be seen larger.
  drawing.style.width = `${Math.min(leaves, 48) * ACROSS}px`;
  const larger = button(texts.teach.larger, () => {
    const large = drawing.classList.toggle("large");
    drawing.style.width = `${(large ? 2 : 1) * Math.min(leaves, 48) * ACROSS}px`;
    larger.setAttribute("aria-pressed", String(large));
  }, { "aria-pressed": "false" });
  return h("section", {},
    h("h2", {}, texts.teach.tree),
    h("p", {}, said, complete ? "" : ` ${texts.teach.incomplete}`),
    larger,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": texts.teach.tree }, drawing));
}

function nodeShape({ kind, size }) {
  if (size > 1) return s("path", { d: "M0 -6L8 8H-8Z" });
  if (kind === "solved") return s("rect", { x: -6, y: -6, width: 12, height: 12 });
  if (kind === "failed") return s("path", { d: "M-5 -5L5 5M5 -5L-5 5" });
  return s("circle", { r: 5 });
}
