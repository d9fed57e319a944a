// Questions to Python in this browser: in web workers, so that the page never waits.
//
// A worker answers one question at a time; a second one is started while the first is busy with a
// long question. Cancelled questions are interrupted if the page may share memory with workers,
// which requires certain headers; otherwise the worker is ended, unless it will be done before
// another could start.

import { showStarting } from "./start_bar.js";
import { texts } from "./texts.js";

const MOST_WORKERS = 2;
const LONG = 2000; // milliseconds after which starting another worker is worth it
const INTERRUPT = 2; // the number of the signal that Ctrl-C sends
const shares = globalThis.crossOriginIsolated && typeof SharedArrayBuffer === "function";

/** A worker, and the question that it is answering. */
class Answerer {
  constructor(site, done, onready) {
    this.task = null;
    this.ready = false;
    this.stopping = false;
    this.broken = false;
    this.buffer = shares ? new Uint8Array(new SharedArrayBuffer(1)) : null;
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => {
      if (data.part) {
        showStarting(data.part);
        this.ready = data.part >= 1;
        if (this.ready) onready();
        return;
      }
      this.broken = Boolean(data.broken);
      this.finish((task) => settle(task, data), done);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      showStarting(1);
      this.broken = true;
      this.finish((task) => task.reject(new Error(texts.errors.unreachable)), done);
    };
    this.worker.postMessage({ site, buffer: this.buffer });
  }

  start(task) {
    this.task = task;
    if (this.buffer) this.buffer[0] = 0;
    this.worker.postMessage({ question: JSON.stringify(task.question) });
  }

  finish(how, done) {
    const task = this.task;
    this.task = null;
    this.stopping = false;
    if (task) how(task);
    done(this);
  }

  /** Interrupts the work at once, if memory is shared. */
  interrupt() {
    this.stopping = true;
    this.buffer[0] = INTERRUPT;
  }
}

function settle(task, data) {
  if (data.reply === undefined) {
    const error = data.stopped ? new DOMException("", "AbortError") : new Error(data.error);
    task.reject(error);
    return;
  }
  task.resolve(JSON.parse(data.reply));
}

/** Answers in this browser, with the program of a site. */
export class Here {
  /** `onready` is called when Python runs. */
  constructor(site, onready) {
    this.site = site;
    this.onready = onready;
    this.waiting = [];
    this.workers = [];
    showStarting(0);
    this.grow();
  }

  get isReady() {
    return this.workers.some((worker) => worker.ready);
  }

  /** The reply to a question. */
  ask(question, signal) {
    return new Promise((resolve, reject) => {
      const task = { question, resolve, reject };
      signal?.addEventListener("abort", () => this.callOff(task, signal.reason), { once: true });
      this.waiting.push(task);
      this.proceed();
    });
  }

  grow() {
    this.workers.push(new Answerer(this.site, (worker) => this.done(worker), this.onready));
  }

  done(worker) {
    if (worker.broken) this.lose(worker);
    this.proceed();
  }

  lose(worker) {
    worker.worker.terminate();
    this.workers = this.workers.filter((other) => other !== worker);
  }

  proceed() {
    while (this.waiting.length) {
      const idle = this.workers.find((worker) => !worker.task);
      if (!idle) break;
      idle.start(this.waiting.shift());
    }
    clearTimeout(this.timer);
    if (this.waiting.length) this.timer = setTimeout(() => this.help(), LONG);
  }

  /** Starts another worker for waiting questions, if none will soon be free. */
  help() {
    const soon = this.workers.some((worker) => worker.stopping || !worker.ready);
    if (!soon && this.workers.length < MOST_WORKERS) this.grow();
    this.proceed();
  }

  callOff(task, reason) {
    this.waiting = this.waiting.filter((other) => other !== task);
    const worker = this.workers.find((worker) => worker.task === task);
    if (worker?.buffer) worker.interrupt();
    else if (worker) this.endLater(worker, task);
    task.reject(reason);
  }

  /** Ends a worker that is still busy with a question after a while; starting another takes time.
   * */
  endLater(worker, task) {
    setTimeout(() => {
      if (worker.task !== task) return;
      if (worker.ready) this.end(worker);
      else this.endLater(worker, task);
    }, LONG);
  }

  end(worker) {
    worker.task = null;
    this.lose(worker);
    if (!this.workers.length) this.grow();
    this.proceed();
  }
}
