/** What a log shows of a step that failed: enough to find the reason, and no more than a reader reads. */

const mostLines = 400;
const mostCharacters = 400;

/** Lines about what went well: passed tests of Vitest and Playwright, and pytest's dots. */
const passed = [/^\s*✓/u, /^\s*↓/u, /^[.sx]+ *\[ *\d+%\]$/u];
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with this character.
const colours = /\u001b\[[\d;]*m/gu;

/**
 * @param {string} log
 * @param {string} path where the whole log is
 * @returns {string} its lines but for those about what went well, at most 400 of at most 400 characters: the first and the last
 */
export function shortLog(log, path) {
  const lines = log
    .replace(colours, '')
    .split(/\r?\n/u)
    .filter((line) => !passed.some((pattern) => pattern.test(line)))
    .map((line) => (line.length > mostCharacters ? `${line.slice(0, mostCharacters)} …` : line));
  if (lines.length <= mostLines) return lines.join('\n');
  const half = mostLines / 2;
  return [
    ...lines.slice(0, half),
    `… ${lines.length - mostLines} lines are left out here; the whole log is ${path} …`,
    ...lines.slice(-half),
  ].join('\n');
}
