// Statistics of records: best times among equal puzzles, streaks, sums by kind, grade and size.
// Pure.

import { dayOf } from "./time.js";

const kindOf = ({ family, grade, size }) => `${family} ${grade} ${size}`;

/** The best time without help among puzzles of the same family, grade and size; undefined if none. */
export function bestTime(records, one) {
  const times = records.filter((other) => !other.helped && kindOf(other) === kindOf(one));
  return times.length > 0 ? Math.min(...times.map(({ seconds }) => seconds)) : undefined;
}

/** The record of a day's puzzle of a family, the quickest without help first. */
export function recordOf(records, day, family) {
  const mine = records.filter((one) => one.day === day && one.family === family);
  return mine.sort((a, b) => a.helped - b.helped || a.seconds - b.seconds)[0];
}

/** The current and the longest number of days in a row on which the day's puzzle was solved. */
export function streaks(records, today) {
  const days = new Set(records.filter(({ day, when }) => day && dayOf(new Date(when)) === day).map(({ day }) => day));
  const length = (day) => {
    let count = 0;
    for (let one = day; days.has(one); one = shifted(one, -1)) count += 1;
    return count;
  };
  return {
    now: length(days.has(today) ? today : shifted(today, -1)),
    longest: Math.max(0, ...[...days].map(length)),
  };
}

/** A day some days later. */
export function shifted(day, days) {
  const [year, month, date] = day.split("-").map(Number);
  return dayOf(new Date(year, month - 1, date + days));
}

/** Sums of the records: { family, grade, size, solved, alone, best, mean }; best and mean are of
 * those without help, null if there are none. */
export function summary(records) {
  const groups = new Map();
  for (const one of records) groups.set(kindOf(one), [...(groups.get(kindOf(one)) ?? []), one]);
  return [...groups.values()].map((group) => {
    const { family, grade, size } = group[0];
    const times = group.filter(({ helped }) => !helped).map(({ seconds }) => seconds);
    const sum = times.reduce((a, b) => a + b, 0);
    const none = times.length === 0;
    return {
      family, grade, size, solved: group.length, alone: times.length,
      best: none ? null : Math.min(...times), mean: none ? null : Math.round(sum / times.length),
    };
  });
}
