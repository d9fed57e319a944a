// Times in words, and the clock of a game.

/** Seconds as people read them: 3:07, or 1:02:45. */
export function clock(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = two(Math.floor(seconds) % 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

/** The day as the questions name it, in the visitor's own time zone. */
export function dayOf(date) {
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Count the seconds of a game while the page is visible. Returns a function that stops it. */
export function startClock(table, ontick) {
  const tick = () => {
    if (document.hidden || table.walk || table.game.solved) return;
    const seconds = table.game.seconds + 1;
    table.game = { ...table.game, seconds };
    if (seconds % 5 === 0) table.keep(table.game);
    ontick();
  };
  const timer = setInterval(tick, 1000);
  return () => clearInterval(timer);
}
