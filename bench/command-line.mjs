/**
 * An option of the command line as a whole number; throws a sentence for the terminal where it is none, or less than `least`.
 * @param {string} name
 * @param {string} text
 * @param {number} least
 */
export function parseWholeNumber(name, text, least) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least)
    throw new Error(`--${name} is “${text}”, but must be a whole number of at least ${least}.`);
  return value;
}

/**
 * Runs a program and ends it with what `main` resolves to: true is 0, false is 1, a number is itself. What it throws is said, and is 2.
 * @param {() => Promise<boolean | number>} main
 */
export async function runMain(main) {
  try {
    const outcome = await main();
    process.exitCode = typeof outcome === 'boolean' ? (outcome ? 0 : 1) : outcome;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}
