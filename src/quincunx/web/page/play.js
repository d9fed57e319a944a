// Playing: the board, what stands beside it, and the keys.

import { ask, awake, isServed } from "./ask.js";
import { button, fill, h } from "./dom.js";
import { aboutPanel } from "./about.js";
import { makeBoard } from "./board.js";
import { celebrate } from "./celebration.js";
import { wordOf } from "./entry.js";
import { filesPanel } from "./files.js";
import * as games from "./game.js";
import { helpPanel, helpUsed } from "./help.js";
import { judge } from "./judge.js";
import { keepGames } from "./autosave.js";
import { cellLine, historyPanel, keypad, messagePanel, modePanel, savesPanel } from "./panels.js";
import { sharePicture, shareText } from "./share.js";
import { bestTime } from "./stats.js";
import * as store from "./store.js";
import { Table } from "./table.js";
import { texts } from "./texts.js";
import { clock, startClock } from "./time.js";
import { walkPanel } from "./explanation.js";

const MOST_HEARD = 3;
const NARROW = "(max-width: 56rem)";

/** The view of a puzzle to play. `page` has the settings, the families, and the announcements. */
export function playView(reply, page) {
  const table = new Table(reply, store.game(reply.puzzle), page.settings);
  const described = h("p", { class: "unseen", id: "board-help" },
    `${table.scene.description} ${texts.play.boardHelp}`);
  const board = makeBoard(table.scene, {
    label: texts.play.board(table.scene.title),
    describedby: "board-help",
    onselect: (id) => table.select(id),
    about: (id) => rulesOf(reply.rules, id),
  });
  const focus = () => table.selected && board.select(table.selected);
  const { panel: helping, help } = helpPanel(table);
  const time = timePanel(table, page);

  const endKeeping = keepGames(table, {
    refused: () => page.warnOnce(texts.errors.notKept),
    taken: () => table.game.solved && saySolved(false),
  });

  table.listen((_, why) => {
    board.show(table.view);
    if (why === "travel" && table.game.solved) lookBack();
    if (why === "marks") board.reveal([...table.marked.look, ...table.marked.wrong, ...table.marked.found]);
    if (why === "go") focus();
    if (why === "content" || why === "travel") sayCell();
    if (why === "mode") page.announce(`${texts.modes.label}: ${texts.modes[table.mode]}`);
    const { solved, at, changes } = table.game;
    board.element.classList.toggle("solved", solved && !table.walk && at === changes.length);
  });

  function sayCell() {
    const cell = board.element.querySelector(`[data-cell="${table.selected}"]`);
    if (cell) page.announce(cell.getAttribute("aria-label"));
  }

  judge(table, () => {
    table.finish();
    const { family, puzzle, seconds, grade, day } = table.game;
    const helped = games.hasHelp(table.game);
    const size = table.scene.reachable.filter((place) => place.open).length;
    const record = { family, puzzle, seconds, helped, when: Date.now(), grade, day, size };
    const best = bestTime(store.records(), record);
    table.unmark();
    table.setGame({ ...table.game, solved: true }, "solved");
    store.keepRecord(record);
    saySolved(!helped && best !== undefined && seconds < best);
    celebrate(board.element, table.scene);
  });

  function saySolved(isBest) {
    const used = helpUsed(table.game);
    const help = used.length > 0 ? texts.help.used(used) : texts.help.none;
    const text = [texts.play.solved(clock(table.game.seconds), help)];
    if (isBest) text.push(texts.play.newBest);
    const actions = [
      { label: texts.play.another, act: ({ currentTarget }) => page.another(reply, currentTarget) },
      { label: texts.play.share, act: ({ currentTarget }) => share(currentTarget) },
      { label: texts.play.picture, act: () => sharePicture(table) },
      { label: texts.play.again, act: () => table.restart() },
    ];
    table.say({ title: "✓", text, kind: "good", actions, stays: true });
  }

  /** A solved game stays solved while its history is shown. */
  function lookBack() {
    const { at, changes } = table.game;
    saySolved(false);
    if (at < changes.length) table.sayAlso(texts.play.looksBack(at, changes.length));
  }

  async function share(element) {
    try {
      if (await shareText(table)) element.textContent = texts.play.shared;
    } catch (error) {
      if (error.name !== "AbortError") element.textContent = texts.play.notShared;
    }
    page.announce(element.textContent);
  }

  board.element.addEventListener("keydown", (event) => onKey(event, table, board, help));
  board.show(table.view);
  if (table.selected) board.select(table.selected, false);
  if (table.game.solved) saySolved(false);
  const stop = startClock(table, time.draw);

  const { holder, resize } = boardHolder(board, focus);

  const isNew = !store.isSeen(reply.family);
  const isNarrow = window.matchMedia(NARROW).matches;
  store.see(reply.family);
  const rules = page.families.find((one) => one.name === reply.family)?.rules ?? "";
  const element = h("article", { class: "play" },
    h("div", { class: "table" },
      h("header", { class: "puzzle-title" },
        h("h1", {}, reply.title), gradeChip(table, page), time.element, resize),
      described,
      holder,
      cellLine(table),
      messagePanel(table)),
    h("div", { class: "tools" },
      h("div", { class: "pad" }, modePanel(table, focus), keypad(table)), historyPanel(table), helping,
      aboutPanel(table, rules, isNew && !isNarrow), savesPanel(table), walkPanel(table), filesPanel(table)),
    h("p", { class: "print-only" }, rules),
  );
  // After a click on a button, typing continues on the board.
  element.addEventListener("mousedown", (event) => {
    if (event.target.closest("button")) event.preventDefault();
  });
  return {
    element,
    title: reply.title,
    table,
    ready() {
      focus();
      if (isNew && isNarrow && rules) showRules(reply.title, rules, focus);
    },
    leave() {
      endKeeping();
      stop();
    },
  };
}

/** The place of a board. On narrow screens, cells stay large enough for a finger, and a board that
 * does not fit is scrolled; a button shows the whole board, and a tap leads back to a cell. A board
 * that fits can be enlarged instead. */
function boardHolder(board, focus) {
  const holder = h("div", { class: "board-holder" }, board.element);
  const resize = button("⤢", () => (change ? set("") : set(scrolls() ? "whole" : "large")), { class: "plain larger" });
  let change = "";
  const scrolls = () =>
    holder.scrollWidth > holder.clientWidth + 1 || holder.scrollHeight > holder.clientHeight + 1;
  function set(name) {
    change = name;
    holder.className = `board-holder ${name}`;
    draw();
    focus();
  }
  function draw() {
    const label = change === "whole" || (!change && scrolls()) ? texts.play.whole : texts.play.larger;
    resize.title = label;
    resize.setAttribute("aria-label", label);
    resize.setAttribute("aria-pressed", String(Boolean(change)));
  }
  holder.addEventListener("click", (event) => {
    if (change === "whole" && event.target.closest("[role=gridcell]")) set("");
  });
  new ResizeObserver(draw).observe(holder);
  draw();
  return { holder, resize };
}

/** The rules about a cell, for screen readers: those with the fewest cells. */
function rulesOf(rules, id) {
  const mine = rules.filter(({ cells }) => cells.includes(id) && cells.length > 1);
  const smallest = mine.sort((a, b) => a.cells.length - b.cells.length).slice(0, MOST_HEARD);
  return smallest.map(({ sentence }) => sentence).join(" ");
}

/** A sheet with the rules, shown with the first puzzle of its kind. */
function showRules(title, rules, focus) {
  const sheet = h("dialog", { class: "sheet", "aria-labelledby": "sheet-title" },
    h("h2", { id: "sheet-title" }, title), h("p", {}, rules),
    button(texts.play.begin, () => sheet.close(), { class: "strong" }));
  sheet.addEventListener("close", () => {
    sheet.remove();
    focus();
  });
  document.body.append(sheet);
  sheet.showModal();
}

/** The difficulty of the puzzle. If it is not known, a server grades it at once; this browser does
 * so only if a link claims a grade, or if Python is running. The day that a link claims is
 * verified, too. */
function gradeChip(table, page) {
  const { reply } = table;
  const chip = h("span", { class: "chip" });
  const draw = () => {
    chip.textContent = texts.grades[reply.grade] ?? "";
    chip.hidden = !chip.textContent;
  };
  const tell = (news) => {
    if (!chip.isConnected) return;
    Object.assign(reply, news);
    table.game = table.about(table.game);
    page.graded(reply);
    draw();
  };
  const verify = async () => {
    const { grade, day } = reply.claimed;
    if (!(await isServed) && !grade && !day) return;
    await awake;
    if (day) {
      const found = await ask({ ask: "today", date: day, family: reply.family }).catch(() => null);
      tell({ date: found?.puzzle === table.puzzle ? day : undefined });
    }
    if (reply.isGraded) return;
    const found = await ask({ ask: "grade", puzzle: table.puzzle });
    tell({ grade: found.grade ?? undefined });
  };
  draw();
  verify().catch(() => {});
  return chip;
}

/** The time, which can be hidden. */
function timePanel(table, page) {
  const said = h("span", { role: "timer", "aria-label": texts.play.time });
  const toggle = button("", () => {
    page.setSettings({ ...page.settings(), timer: !page.settings().timer });
    draw();
  }, { class: "plain time" });
  function draw() {
    const { timer } = page.settings();
    said.textContent = timer ? clock(table.game.seconds) : "";
    const hidden = timer ? texts.play.hideTime : texts.play.showTime;
    if (toggle.title !== hidden) {
      toggle.title = hidden;
      toggle.setAttribute("aria-label", hidden);
      fill(toggle, timer ? "◷" : "◌");
    }
  }
  table.listen((_, why) => ["settings", "content"].includes(why) && draw());
  draw();
  return { element: h("span", { class: "timer" }, said, toggle), draw };
}

/** What a key does on the board. */
function onKey(event, table, board, help) {
  if (event.altKey) return;
  const { key, shiftKey } = event;
  const done = (act) => {
    event.preventDefault();
    act();
  };
  if (event.ctrlKey || event.metaKey) {
    const low = key.toLowerCase();
    if (low === "z") done(() => (shiftKey ? table.redo() : table.undo()));
    else if (low === "y") done(() => table.redo());
    return;
  }
  const digit = /^(Digit|Numpad)(\d)$/.exec(event.code)?.[2];
  if (key.startsWith("Arrow") || key === "Home" || key === "End") {
    done(() => board.select(table.move(key)));
  } else if (key === "Enter") {
    done(() => board.select(table.move(shiftKey ? "previous" : "next")));
  } else if (key === "Backspace") done(() => table.backspace());
  else if (key === "Delete") done(() => table.erase());
  else if (key === " " || key === ",") done(() => table.endNote());
  else if (shiftKey && digit && !/^\d$/.test(key)) done(() => table.note(digit));
  else if (/^[\d−-]$/.test(key) || wordOf(table.scene, key) !== null) done(() => table.type(key));
  else if (key === "m" || key === "M") done(() => table.nextMode());
  else if (key === "h" || key === "H") done(help.nextHint);
  else if ((key === "c" || key === "C") && table.settings().check !== "off") done(help.check);
}
