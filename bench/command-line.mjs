/**
 * Parses an option of the command line as a whole number. Throws an error with a sentence for the terminal if it is not a whole number or less than `least`.
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
 * Runs a program. Its exit code follows from what `main` resolves to: 0 for true, 1 for false, or the number itself. If `main` throws, prints the error and exits with 2.
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
