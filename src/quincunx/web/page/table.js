// The state of play: a puzzle, its game, and what is selected. Panels listen to it and redraw
// themselves; nothing here knows of the page.

import { MODES, finished, shortened, typed } from "./entry.js";
import * as games from "./game.js";
import { moved } from "./arrow_keys.js";
import { namesIn } from "./names.js";
import { isPossible, readScene } from "./scene.js";
import { texts } from "./texts.js";

export class Table {
  /** `settings()` returns the player's settings. */
  constructor(reply, game, settings) {
    this.reply = reply;
    this.puzzle = reply.puzzle;
    this.scene = readScene(reply.scene);
    this.game = this.about(this.fitting(game));
    this.settings = settings;
    /** Called with every game. */
    this.keep = () => {};
    /** The game from another tab, which checks its own changes. */
    this.taken = null;
    this.mode = "number";
    this.pending = null;
    this.selected = this.scene.reachable.find((place) => place.open)?.id ?? null;
    this.marked = { look: [], found: [], wrong: [] };
    /** Divides a sentence into texts and names of cells. */
    this.names = namesIn(this.scene, reply.rules);
    /** The cells of the name that was clicked in a sentence. */
    this.shown = [];
    this.message = null;
    this.walk = null;
    this.celebrating = false;
    this.listeners = [];
  }

  /** Have `listener(table, why)` called after every change. */
  listen(listener) {
    this.listeners.push(listener);
  }

  tell(why) {
    for (const listener of this.listeners) listener(this, why);
  }

  get content() {
    return games.contentOf(this.game);
  }

  get place() {
    return this.scene.byId[this.selected];
  }

  /** What the board shows. */
  get view() {
    const { look, found, wrong, strike = {} } = this.walk ?? this.marked;
    const content = this.walk?.content ?? this.content;
    const impossible = this.impossible(content);
    return {
      content,
      pending: this.pending && { id: this.selected, text: this.pending },
      look: new Set(look),
      found: new Set(found),
      wrong: new Set([...wrong, ...impossible]),
      impossible: new Set(impossible),
      named: new Set(this.namedCells()),
      shown: new Set(this.shown),
      strike,
      revealed: new Set(games.revealedIn(content)),
    };
  }

  /** The cells with an impossible number. */
  impossible(content) {
    const typing = (id) => id === this.selected && this.pending !== null;
    return Object.keys(content).filter((id) => {
      const [place, entry] = [this.scene.byId[id], content[id]];
      return place?.open && "number" in entry && !isPossible(this.scene, place, entry.number, typing(id));
    });
  }

  /** The cells that the message names one by one. */
  namedCells() {
    if (!["hint", "bad"].includes(this.message?.kind)) return [];
    const lines = [this.message.text].flat().filter(Boolean).map((line) => line.textContent ?? line);
    const pieces = lines.flatMap((line) => this.names(line));
    return pieces.filter((piece) => piece.isCell).flatMap(({ cells }) => cells);
  }

  // The game.

  /** Continue with another game on the same puzzle. */
  setGame(game, why = "content") {
    this.game = game;
    this.keep(game);
    this.tell(why);
  }

  /** A stored game, or a new one if it does not fit this board. */
  fitting(game) {
    const fits = game && games.cellsOf(game).every((id) => id in this.scene.byId);
    return fits ? game : games.newGame(this.puzzle, this.reply.family);
  }

  /** A game with the known facts about its puzzle. */
  about(game) {
    return { ...game, grade: this.reply.grade ?? "", day: this.reply.date ?? "" };
  }

  /** Continue with a game that was played in another tab. */
  takeOver(game) {
    this.pending = null;
    this.unmark();
    this.taken = this.fitting(game);
    this.setGame(this.taken);
  }

  change(patch, what, typing = "") {
    if (this.locked()) return;
    this.unmark();
    this.setGame(games.changed(this.game, patch, what, typing));
  }

  /** Whether the board is locked; if so, says why. */
  locked() {
    if (this.walk) this.say({ text: texts.walk.locked });
    else if (this.game.solved) this.sayAlso(texts.play.isSolved);
    return Boolean(this.walk || this.game.solved);
  }

  undo() {
    this.travel(this.game.at - 1);
  }

  redo() {
    this.travel(this.game.at + 1);
  }

  travel(at) {
    if (this.walk) return;
    this.pending = null;
    this.unmark();
    this.setGame(games.movedTo(this.game, at), "travel");
  }

  /** Restart: a solved game is discarded; another one can be restored by undoing. */
  restart() {
    this.walk = null;
    this.pending = null;
    this.unmark();
    const fresh = this.game.solved
      ? this.about(games.newGame(this.puzzle, this.reply.family))
      : games.restarted(this.game, texts.history.restarted);
    this.setGame(fresh);
  }

  /** Go back to a savepoint. */
  bringBack(index) {
    if (this.locked()) return;
    this.pending = null;
    this.unmark();
    const what = texts.history.back(this.game.saves[index].name);
    this.setGame(games.broughtBack(this.game, index, what));
  }

  help(kind) {
    this.setGame(games.helped(this.game, kind), "help");
  }

  // The cell that is selected.

  select(id) {
    if (id === this.selected) return;
    this.finish();
    this.selected = id;
    this.tell("select");
  }

  /** Select a cell and have the board bring it into focus. */
  go(id) {
    this.select(id);
    this.tell("go");
  }

  setMode(mode) {
    this.finish();
    this.mode = mode;
    this.tell("mode");
  }

  nextMode() {
    this.setMode(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]);
  }

  /** The id of the cell that a key leads to. */
  move(key) {
    const open = this.scene.reachable.filter((place) => place.open);
    const jumps = key === "next" || key === "previous";
    if (jumps && !open.includes(this.place)) key = key === "next" ? "Home" : "End";
    return moved(jumps ? open : this.scene.reachable, this.place, key).id;
  }

  type(key) {
    const { scene, place, mode, pending } = this;
    this.edit(mode, (entry) => typed(scene, place, mode, entry, pending, key));
  }

  /** Type a note in any mode. */
  note(key) {
    if (this.mode === "number") this.setMode("candidates");
    this.type(key);
  }

  /** End a note of several digits, or go on to the next open cell. */
  enter() {
    if (this.pending !== null && this.mode !== "number") this.endNote();
    else this.go(this.move("next"));
  }

  /** End a note of several digits; the next digit begins another. */
  endNote() {
    this.finish();
    this.tell("pending");
  }

  backspace() {
    this.edit(this.mode, (entry) =>
      shortened(this.scene, this.place, this.mode, entry, this.pending));
  }

  erase() {
    this.pending = null;
    if (this.place?.open) this.change({ [this.selected]: null }, this.named(texts.history.erased));
  }

  /** Enter the pending digits as a whole number. */
  finish() {
    if (this.pending !== null && this.mode !== "number") {
      this.edit(this.mode, (entry) => finished(this.place, this.mode, entry, this.pending));
    }
    this.pending = null;
    this.game = games.settled(this.game);
  }

  edit(mode, how) {
    const place = this.place;
    if (this.locked()) return;
    if (!place?.open) {
      this.say({ text: texts.play.isGiven(place?.short ?? "") });
      return;
    }
    const before = this.content[place.id];
    const { entry, pending } = how(mode === "number" ? before : noteOf(before));
    this.pending = pending;
    const typing = pending !== null && mode === "number" ? place.id : "";
    const game = games.changed(this.game, { [place.id]: entry ?? null }, this.named(texts.history[mode]), typing);
    if (game === this.game) this.tell("pending");
    else {
      this.unmark();
      this.setGame(game);
    }
  }

  named(verb) {
    return `${verb} ${this.place.short}`;
  }

  // What is shown beside the board.

  /** Mark cells on the board; found ones get another mark. */
  mark({ look = [], found = [], wrong = [], strike = {} }) {
    this.marked = { look: look.filter((id) => !found.includes(id)), found, wrong, strike };
    this.tell("marks");
  }

  unmark() {
    this.marked = { look: [], found: [], wrong: [] };
    this.say(null);
  }

  /** Say something: { text, kind, actions: [{ label, act }] }. */
  say(message) {
    if (message === null && this.message === null) return;
    this.message = message;
    this.shown = [];
    this.tell("message");
  }

  /** Add a message below one that stays, or show it alone if there is none. */
  sayAlso(note) {
    this.say(this.message?.stays ? { ...this.message, note } : { text: note });
  }

  /** Show the cells that a name means. */
  point(ids) {
    this.shown = ids;
    this.tell("point");
  }

  /** Show something other than the game on the board for a while: { content, look, found }. */
  show(walk) {
    this.walk = walk;
    this.pending = null;
    this.tell("walk");
  }
}

/** Typing a note over a number replaces it with a new note. */
function noteOf(entry) {
  return entry && "number" in entry ? undefined : entry;
}
