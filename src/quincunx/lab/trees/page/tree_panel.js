// One search on the page: its tree, the node that is looked at, and the board with what is left of each
// domain after a number of events.

import { makeBoard } from "./board.js";
import { button, fill, h, newId } from "./dom.js";
import { moved } from "./arrow_keys.js";
import { sizeOf, without } from "./tree_data.js";
import { ending, makeDrawing } from "./tree_drawing.js";
import { Folding } from "./tree_layout.js";

const LISTED = 16;
const WRITTEN = 40;
const WORDS = {
  kept: "What propagation did here was not kept: the search is too long.",
  open: "The search stopped before it came here.",
  choose: "Choose a cell to read its domain.",
  noCells: "This program has no variables for cells; those that it has are listed below.",
};

/** A panel for a tree. `onmove(node, event)` is called with the new position, and `onstep(by)` when the user
 * wants one event more or less. */
export function makePanel(tree, scene, { onmove, onstep }) {
  const id = newId("tree");
  const folding = new Folding(tree);
  // What stands in no cell is a number and nothing else, whatever the board writes for it.
  const writing = (variable) =>
    tree.variables[variable].cell === null ? (number) => String(number).replace("-", "−") : scene.text;
  const described = (variable, runs) => tree.described(variable, runs, writing(variable));
  const byCell = new Map();
  tree.variables.forEach((variable, at) => {
    if (variable.cell !== null) byCell.set(variable.cell, at);
  });
  let node = 0;
  let event = 0;
  let events = [];
  let domains = [];
  let chosen = null;

  const drawing = makeDrawing(tree, folding, id, {
    onselect: (one) => go(one),
    ontoggle: (one) => toggle(one),
  });
  const board = makeBoard(scene, { onselect: choose, label: `Domains, ${tree.labeling}` });
  const nodeSlider = slider("node", 1, tree.searched, () => go(Number(nodeSlider.value) - 1));
  const eventSlider = slider("event", 0, 0, () => go(node, Number(eventSlider.value)));
  const nodeSaid = h("output", { class: "nodeSaid" });
  const eventSaid = h("output", { class: "eventSaid" });
  const heading = h("h3", { class: "decisionSaid" });
  const list = h("ol", { class: "events", tabindex: "0", "aria-label": "Events of this node" });
  const others = h("div", { class: "others" });
  const cellSaid = h("p", { class: "cellSaid quiet", "aria-live": "polite" },
    byCell.size > 0 ? WORDS.choose : WORDS.noCells);
  const live = h("p", { class: "unseen", "aria-live": "polite" });

  const element = h("section", { class: "panel", "aria-label": tree.labeling },
    h("h2", {}, `${tree.labeling} `, h("small", {}, `(${tree.consistency})`)),
    h("p", { class: "quiet facts" }, tree.facts),
    h("div", { class: "sliding" }, h("label", { for: nodeSlider.id }, "Node"), nodeSlider, nodeSaid,
      button("‹", () => go(node - 1), { "aria-label": "Previous node" }),
      button("›", () => go(node + 1), { "aria-label": "Next node" }),
      button("Next solution", () => seek("solved")),
      button("Next failure", () => seek("failed")),
      button("Fold or unfold", () => toggle(node)),
      button("Overview", overview)),
    h("div", { class: "frame" }, drawing.element),
    h("div", { class: "detail" },
      h("div", { class: "event-panel" }, heading,
        h("div", { class: "sliding" },
          h("label", { for: eventSlider.id }, "Event"), eventSlider, eventSaid,
          button("‹", () => onstep(-1), { "aria-label": "Previous event" }),
          button("›", () => onstep(1), { "aria-label": "Next event" })),
        list),
      h("div", { class: "boarded" }, board.element, cellSaid, others)),
    live);

  function slider(name, min, max, oninput) {
    return h("input", { type: "range", id: newId(name), class: name, min, max, value: min, oninput });
  }

  /** Look at a node, after a number of its events: all by default. */
  function go(wanted, count = Infinity, aloud = true) {
    const next = Math.max(0, Math.min(tree.count - 1, wanted));
    if (next !== node) {
      node = next;
      events = tree.events(node);
    }
    // Beyond the last node there is nothing to step through: the node stays as it ended.
    event = next === wanted ? Math.max(0, Math.min(events.length, count)) : events.length;
    folding.reveal(node);
    show();
    // A panel at its end moves the others to theirs, however many events they have.
    if (aloud) onmove(node, event === events.length ? Infinity : event);
  }

  let drawn = "";

  function show() {
    const shape = `${folding.open.size}:${[...folding.open].reduce((a, b) => (a * 31 + b) | 0, 7)}`;
    if (shape !== drawn) {
      drawn = shape;
      drawing.draw();
    }
    drawing.show(node);
    nodeSlider.value = node + 1;
    const place = node < tree.searched ? (node + 1).toLocaleString("en") : "none";
    fill(nodeSaid, `${place} of ${tree.searched.toLocaleString("en")}`);
    const decision = tree.decision(node);
    fill(heading, `${decision.text} `, h("small", {}, ending(tree, node)));
    eventSlider.max = events.length;
    eventSlider.value = event;
    fill(eventSaid, `${event} of ${events.length}`);
    domains = tree.domains(node, event);
    showEvents();
    showBoard();
    fill(live, `${decision.text}, ${ending(tree, node)}. ${event ? sentence(event - 1) : ""}`);
  }

  /** What an event did, in words. */
  function sentence(at) {
    const { rule, variable, removed, failed } = events[at];
    const by = rule < 0 ? "Decision" : capital(tree.rules[rule].title);
    if (failed) {
      const what = variable < 0 ? "a contradiction" : `nothing is left for ${nameOf(variable)}`;
      return `${by}: ${what}`;
    }
    const gone = described(variable, removed);
    const left = described(variable, domainAfter(at, variable));
    return `${by}: ${nameOf(variable)} loses ${gone}; left: ${left}`;
  }

  const nameOf = (variable) => tree.variables[variable].name;
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  let after = { node: -1, kept: [] };

  /** The domain of the variable of each event of this node, when that event was over. */
  function domainAfter(at, variable) {
    if (after.node !== node) {
      const now = tree.domains(node, 0);
      const kept = events.map((one) => {
        if (one.failed) return [];
        now[one.variable] = without(now[one.variable], one.removed);
        return now[one.variable];
      });
      after = { node, kept };
    }
    return after.kept[at] ?? domains[variable];
  }

  let listed = -1;

  function showEvents() {
    if (listed !== node) {
      listed = node;
      const items = events.map((one, at) => h("li", {
        class: one.failed ? "event contradiction" : "event",
        onclick: () => go(node, at + 1),
      }, sentence(at)));
      if (items.length === 0) {
        const why = tree.kind(node) === "open" ? WORDS.open : tree.isKept(node) ? "" : WORDS.kept;
        items.push(h("li", { class: "none" }, why || "Nothing was pruned here."));
      }
      fill(list, items);
      list.scrollTop = 0;
    }
    [...list.children].forEach((item, at) => {
      item.classList.toggle("later", at >= event);
      if (at === event - 1) {
        item.setAttribute("aria-current", "step");
        const [inner, outer] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
        if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
        if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
      } else item.removeAttribute("aria-current");
    });
  }

  function showBoard() {
    const content = {};
    const strike = {};
    const look = new Set();
    const found = new Set();
    const wrong = new Set();
    const last = events[event - 1];
    const cellOf = (variable) => tree.variables[variable]?.cell ?? null;
    if (last && last.rule >= 0) {
      for (const variable of tree.rules[last.rule].variables) {
        if (cellOf(variable) !== null) look.add(cellOf(variable));
      }
    }
    const about = last && last.variable >= 0 ? cellOf(last.variable) : null;
    if (about !== null) (last.failed ? wrong : found).add(about);
    if (last?.failed && about === null) for (const cell of look) wrong.add(cell);
    for (const [cell, variable] of byCell) {
      const place = scene.byId[cell];
      if (!place || (place.given && !place.open)) continue;
      const gone = cell === about && !last.failed ? last.removed : [];
      content[cell] = entryOf(variable, domains[variable], gone);
      if (gone.length > 0) strike[cell] = tree.values(variable, gone, LISTED + 1);
    }
    for (const cell of found) look.delete(cell);
    board.show({ content, look, found, wrong, strike });
    showOthers(last);
    tellChosen();
  }

  /** What stands in a cell: its number, its candidates, or how many there are. */
  function entryOf(variable, runs, gone) {
    const [left, lost] = [sizeOf(runs), sizeOf(gone)];
    if (left === 1 && lost === 0) return { number: tree.values(variable, runs)[0] };
    if (left + lost <= LISTED) {
      const all = tree.values(variable, [...runs, ...gone].sort((a, b) => a[0] - b[0]));
      return { candidates: all };
    }
    if (left === 1) return { number: tree.values(variable, runs)[0] };
    const { value } = tree.variables[variable];
    const write = writing(variable);
    const ends = `${write(value(runs[0][0]))}…${write(value(runs.at(-1)[1] - 1))}`;
    return { summary: [ends, lost ? `${left} left, −${lost}` : `${left} left`] };
  }

  /** The variables that stand in no cell. */
  function showOthers(last) {
    const rest = tree.variables.map((variable, at) => at).filter((at) => tree.variables[at].cell === null);
    if (rest.length === 0) return;
    const rows = rest.slice(0, WRITTEN).map((at) =>
      h("tr", { class: last?.variable === at ? "changed" : "" },
        h("th", { scope: "row" }, nameOf(at), last?.variable === at ? " ◂" : ""),
        h("td", {}, described(at, domains[at]))));
    const opened = others.querySelector("details")?.open ?? byCell.size === 0;
    fill(others, h("details", opened ? { open: true } : {},
      h("summary", {}, `${rest.length} variables in no cell`),
      h("table", {}, rows),
      rest.length > WRITTEN && h("p", { class: "quiet" }, `and ${rest.length - WRITTEN} more`)));
  }

  function choose(cell) {
    chosen = byCell.get(cell) ?? chosen;
    tellChosen();
  }

  /** The whole domain of the cell that was chosen, as it is at this moment. */
  function tellChosen() {
    if (chosen === null) return;
    const variable = chosen;
    const runs = domains[variable];
    const all = tree.values(variable, runs, 60).map(writing(variable)).join(" ") || "nothing";
    const more = sizeOf(runs) > 60 ? ` … (${sizeOf(runs)} values)` : "";
    fill(cellSaid, `${nameOf(variable)}: ${all}${more}`);
  }

  function toggle(one) {
    folding.toggle(one);
    show();
  }

  function overview() {
    folding.overview();
    folding.reveal(node);
    show();
  }

  /** Go on to the next node that ended in some way, from the beginning after the last. */
  function seek(kind) {
    for (let step = 1; step <= tree.count; step += 1) {
      const at = (node + step) % tree.count;
      if (tree.kind(at) === kind) {
        go(at);
        return;
      }
    }
  }

  /** Arrow keys in the tree: up to the parent, down to the first child, aside to brothers. */
  function treeKey(pressed) {
    const brothers = node === 0 ? [0] : tree.childrenOf(tree.parents[node]);
    const place = brothers.indexOf(node);
    const moves = {
      ArrowUp: () => node > 0 && go(tree.parents[node]),
      ArrowDown: () => tree.childrenOf(node).length > 0 && go(tree.childrenOf(node)[0]),
      ArrowLeft: () => place > 0 && go(brothers[place - 1]),
      ArrowRight: () => place < brothers.length - 1 && go(brothers[place + 1]),
      Home: () => go(0),
      End: () => go(tree.count - 1),
      Enter: () => toggle(node),
      " ": () => toggle(node),
    };
    if (!moves[pressed]) return false;
    moves[pressed]();
    return true;
  }

  drawing.element.addEventListener("keydown", (one) => {
    if (one.ctrlKey || one.altKey || one.metaKey) return;
    if (treeKey(one.key)) one.preventDefault();
  });
  board.element.addEventListener("keydown", (one) => {
    const from = scene.byId[board.selected];
    if (!from || one.ctrlKey || one.altKey || one.metaKey || !/^(Arrow|Home|End)/.test(one.key)) return;
    one.preventDefault();
    board.select(moved(scene.reachable, from, one.key).id);
  });
  const first = scene.reachable.find((place) => byCell.has(place.id));
  if (first) board.element.querySelector(`[data-cell="${first.id}"]`)?.setAttribute("tabindex", "0");

  events = tree.events(0);
  event = events.length;
  return {
    element,
    start: show,
    go,
    seek,
    get place() {
      return { node, event, events: events.length };
    },
  };
}
