// Whole numbers of any length. One that a JavaScript number cannot hold exactly is the text of its
// digits, in questions and replies too; such texts are never shorter than sixteen digits.

/** A whole number from its digits. */
export function whole(text) {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** Numbers in ascending order. */
export function sorted(numbers) {
  return [...numbers].sort((a, b) => {
    const [x, y] = [BigInt(a), BigInt(b)];
    return x < y ? -1 : x > y ? 1 : 0;
  });
}

/** JSON text in which numbers are numbers, however long. */
export function documentText(data) {
  return `${JSON.stringify(data, null, 2).replace(/"(-?[1-9]\d{15,})"/g, "$1")}\n`;
}
