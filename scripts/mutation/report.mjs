import { readFileSync } from 'node:fs';

/** @typedef {import('./draw.mjs').MutantResult} MutantResult */

/**
 * Surviving mutants that no test can kill, each with the reason. They are matched by file and texts, so that moved lines don’t matter.
 * @type {{ file: string, original: string, replacement: string, reason: string }[]}
 */
const explained = JSON.parse(readFileSync(new URL('explained.json', import.meta.url), 'utf8'));

/** @param {string} text */
const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

/** @param {MutantResult} result */
function reasonFor({ file, original, replacement }) {
  const found = explained.find(
    (entry) =>
      entry.file === file &&
      oneLine(entry.original) === oneLine(original) &&
      oneLine(entry.replacement) === oneLine(replacement),
  );
  return found?.reason ?? null;
}

/** @type {(part: number, whole: number) => string} */
const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
/**
 * Wilson's 95 % interval of the share of all mutants that are killed, given a draw of them.
 * @param {number} killed
 * @param {number} drawn
 * @returns {{ low: number, high: number }}
 */
export function shareInterval(killed, drawn) {
  const z = 1.959964;
  const share = killed / drawn;
  const centre = (share + (z * z) / (2 * drawn)) / (1 + (z * z) / drawn);
  const half = (z * Math.sqrt((share * (1 - share)) / drawn + (z * z) / (4 * drawn * drawn))) / (1 + (z * z) / drawn);
  return { low: centre - half, high: centre + half };
}

/** @param {string} text */
const shortened = (text) => (text.length <= 160 ? text : `${text.slice(0, 110)} … ${text.slice(-45)}`);
/** @type {(results: readonly MutantResult[], outcome: string) => number} */
const countOf = (results, outcome) => results.filter((result) => result.outcome === outcome).length;

/**
 * A mutant that loops forever counts as killed, since the tests time out.
 * @param {readonly MutantResult[]} results
 */
const killedOf = (results) => countOf(results, 'killed') + countOf(results, 'timed out');

/**
 * @param {string} label
 * @param {readonly MutantResult[]} results
 */
function summary(label, results) {
  const others = ['timed out', 'survived', 'no coverage', 'explained']
    .map((outcome) => ({ outcome, count: countOf(results, outcome) }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${count} ${outcome}`);
  const words = [`${countOf(results, 'killed')} killed`, ...others].join(', ');
  return `${label.padEnd(24)} ${percent(killedOf(results), results.length).padStart(8)} of ${String(results.length).padStart(4)}: ${words}`;
}

/**
 * Prints the outcome of each drawn mutant and returns the share that was killed. Survivors with a reason count as not killed.
 * @param {string} title
 * @param {MutantResult[]} results
 * @param {(result: MutantResult) => string} groupOf
 */
export function reportMutants(title, results, groupOf) {
  for (const result of results) {
    if (result.outcome !== 'survived' && result.outcome !== 'no coverage') continue;
    result.reason = reasonFor(result);
    if (result.reason !== null) result.outcome = 'explained';
  }
  console.log(`\n${title}`);
  for (const outcome of ['survived', 'no coverage', 'timed out', 'explained']) {
    const those = results.filter((result) => result.outcome === outcome);
    if (those.length === 0) continue;
    console.log(`\n  ${outcome}:`);
    for (const { file, line, mutator, original, replacement, reason } of those) {
      console.log(`    ${file}:${line} ${mutator}`);
      console.log(`      - ${shortened(oneLine(original))}\n      + ${shortened(oneLine(replacement))}`);
      if (reason) console.log(`      ${reason}`);
    }
  }
  console.log('');
  for (const group of [...new Set(results.map(groupOf))].sort())
    console.log(
      summary(
        group,
        results.filter((result) => groupOf(result) === group),
      ),
    );
  console.log(summary('all', results));
  const { low, high } = shareInterval(killedOf(results), results.length);
  console.log(`95 % interval            ${percent(low, 1)} to ${percent(high, 1)} of all mutants`);
  return killedOf(results) / results.length;
}
