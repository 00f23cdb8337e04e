/**
 * Runs the sides of a comparison in every round, one after the other, and in reverse order in every other round, so that drift of the machine affects all sides alike.
 * @param {number} rounds
 * @param {readonly (() => Promise<unknown>)[]} sides
 */
export async function alternate(rounds, sides) {
  for (let round = 0; round < rounds; round += 1)
    for (const side of round % 2 === 0 ? sides : [...sides].reverse()) await side();
}
