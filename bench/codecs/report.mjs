import { geometricMean } from '../statistics.mjs';
import { slowdownReasons } from './reasons.mjs';

/** @import { CodecBenchCell } from '../../workers/model/codec-bench' */
/** @import { CodecDirection } from '../../workers/model/protocol/codec-loop' */

/** @typedef {NonNullable<CodecBenchCell['compress']>} Times */
/** @typedef {(times: Times) => number} Factor */
/** @typedef {(cells: CodecBenchCell[], direction: CodecDirection, factor?: Factor) => number | null} Mean */

/**
 * Facts about a cell's implementation, by which the report judges the cell:
 * - `isOurs`: its WASM module is built here, not taken from a package or the browser.
 * - `nativeLevelOf`: the level of the native library that it is compared with.
 * - `ownScale`: its levels mean something else than the native library's.
 * - `libraryOf`: the name of that native library.
 * @typedef {{
 *   isOurs: (cell: CodecBenchCell) => boolean,
 *   nativeLevelOf: (cell: CodecBenchCell) => number | null,
 *   ownScale: (cell: CodecBenchCell) => boolean,
 *   libraryOf: (cell: CodecBenchCell) => string,
 * }} Judging
 */

/** The report on a codec benchmark, as text for the terminal. */

/** @type {CodecBenchCell['block'][]} */
export const benchBlockKinds = ['bulk', 'page', 'record'];
/** @type {CodecDirection[]} */
export const codecDirections = ['compress', 'decompress'];
/** The limits of bench/README.md, as browser time ÷ native time: the mean over the codecs, one cell, and the mean over calls on 700-byte blocks. */
export const slowdownLimits = { mean: 1.25, cell: 1.8, record: 1.5 };

/** @param {Pick<CodecBenchCell, 'codec' | 'implementation'>} cell */
export const keyOf = ({ codec, implementation }) => `${codec}/${implementation}`;
/** @type {Factor} */
export const factorOf = (times) => times.browserMs / times.nativeMs;

/**
 * Groups the cells by 'codec/implementation', in the order in which they were measured.
 * @param {CodecBenchCell[]} cells
 */
export function byImplementation(cells) {
  /** @type {Map<string, CodecBenchCell[]>} */
  const groups = new Map();
  for (const cell of cells) groups.set(keyOf(cell), [...(groups.get(keyOf(cell)) ?? []), cell]);
  return groups;
}

/**
 * The geometric mean of the factors; null if no cell has one.
 * @type {Mean}
 */
export function meanFactor(cells, direction, factor = factorOf) {
  const factors = cells.flatMap((cell) => (cell[direction] === null ? [] : [factor(cell[direction])]));
  return factors.length === 0 ? null : geometricMean(factors);
}

/**
 * The geometric mean over the means of all implementations, so that an implementation with many levels weighs no more than the others.
 * @type {Mean}
 */
export function meanOverImplementations(cells, direction, factor = factorOf) {
  const means = [...byImplementation(cells).values()]
    .map((group) => meanFactor(group, direction, factor))
    .filter((mean) => mean !== null);
  return means.length === 0 ? null : geometricMean(means);
}

/** @param {number | null} number */
const figure = (number) => (number === null ? '–' : number.toFixed(2)).padStart(6);
/** @param {number} ms */
const milliseconds = (ms) => (ms < 10 ? ms.toFixed(3) : ms.toFixed(1)).padStart(8);

/** @param {Pick<CodecBenchCell, 'codec' | 'implementation' | 'level' | 'data' | 'block'> & { options: import('../../workers/model/options').OptionValues }} cell */
export function caseName({ codec, implementation, level, options, data, block }) {
  const chosen = Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  return [`${codec}/${implementation}`, level === null ? '' : String(level), chosen, data, block]
    .filter((part) => part !== '')
    .join(' ');
}

/**
 * Describes a cell in one line: the factors, the milliseconds of both sides, and whether both wrote the same bytes.
 * @param {CodecBenchCell} cell
 * @param {boolean | null} sameBytes
 * @param {string | null} problem
 */
export function cellLine(cell, sameBytes, problem) {
  /** @param {Times | null} times */
  const side = (times) =>
    times === null
      ? `${figure(null)}${' '.repeat(20)}`
      : `${figure(factorOf(times))} ${milliseconds(times.browserMs)} ÷ ${milliseconds(times.nativeMs)}`;
  const sizes =
    sameBytes === null
      ? 'reads only'
      : sameBytes
        ? 'same bytes'
        : cell.browserBytes === cell.nativeBytes
          ? 'same size'
          : `${(cell.browserBytes / cell.nativeBytes).toFixed(4)} of the size`;
  return `${caseName(cell).padEnd(62)} ${side(cell.compress)}   ${side(cell.decompress)}   ${sizes}${problem === null ? '' : `; can't read the native library's blocks: ${problem}`}`;
}

/**
 * The factor that includes copying each input into WASM memory, for callers whose data is elsewhere. If the input was not read in place, the
 * measured time already includes this copy.
 * @type {Factor}
 */
const copiedFactor = ({ browserMs, nativeMs, inPlace = false, copyInMs = 0 }) =>
  (browserMs + (inPlace ? copyInMs : 0)) / nativeMs;
/**
 * The factor that also includes copying each result into a new buffer, for callers that keep the result.
 * @type {Factor}
 */
const keptFactor = (times) => copiedFactor(times) + (times.copyOutMs ?? 0) / times.nativeMs;

/** @param {CodecBenchCell[]} cells */
function tableOf(cells) {
  const lines = [
    `${''.padEnd(28)}compress: all   bulk  4 KiB  700 B copied   kept  worst   decompress: all   bulk  4 KiB  700 B copied   kept  worst`,
  ];
  /** @type {(name: string, group: CodecBenchCell[], mean: Mean) => void} */
  const row = (name, group, mean) => {
    /** @param {CodecDirection} direction */
    const part = (direction) => {
      const factors = group.flatMap((cell) => (cell[direction] === null ? [] : [factorOf(cell[direction])]));
      const blockMeans = benchBlockKinds.map((block) =>
        figure(
          mean(
            group.filter((cell) => cell.block === block),
            direction,
          ),
        ),
      );
      const worst = factors.length === 0 ? null : Math.max(...factors);
      return [
        figure(mean(group, direction)),
        ...blockMeans,
        ...[copiedFactor, keptFactor].map((factor) => figure(mean(group, direction, factor))),
        figure(worst),
      ].join(' ');
    };
    lines.push(`${name.padEnd(28)}        ${part('compress')}           ${part('decompress')}`);
  };
  for (const [key, group] of byImplementation(cells)) row(key, group, meanFactor);
  if (byImplementation(cells).size > 1) row('mean of all', cells, meanOverImplementations);
  return lines;
}

/** @typedef {{ cell: CodecBenchCell, direction: CodecDirection, times: Times, factor: number }} Far */

/**
 * The recorded reason why a factor exceeds the limit: a feature of the native library that WASM lacks. It counts only if the native library without that feature was
 * measured in the same run, and the factor to it is within the limit. Otherwise null.
 * @param {Far} far
 */
function excuseOf({ cell, direction, times }) {
  const reason = slowdownReasons[keyOf(cell)]?.[direction];
  const { browserMs, nativeMs, plainMs } = times;
  if (reason === undefined || plainMs === undefined || browserMs / plainMs > slowdownLimits.cell) return null;
  return `${(browserMs / plainMs).toFixed(2)} times the native library without these features, which takes ${(plainMs / nativeMs).toFixed(2)} times as long as with them. ${reason}`;
}

/**
 * Says why no recorded reason explains the factor.
 * @param {Far} far
 */
function unexcused({ cell, direction, times }) {
  const { browserMs, plainMs } = times;
  if (slowdownReasons[keyOf(cell)]?.[direction] === undefined) return 'no reason is recorded';
  return plainMs === undefined
    ? 'the recorded reason was not tested'
    : `the recorded reason does not explain it: still ${(browserMs / plainMs).toFixed(2)} times the native library without these features`;
}

/**
 * The cells and directions that take more than `limit` times as long as the native library.
 * @type {(cells: CodecBenchCell[], limit: number) => Far[]}
 */
const beyond = (cells, limit) =>
  cells.flatMap((cell) =>
    codecDirections.flatMap((direction) => {
      const times = cell[direction];
      return times !== null && factorOf(times) > limit ? [{ cell, direction, times, factor: factorOf(times) }] : [];
    }),
  );

/** Files whose sizes differ by at most this factor count as having an equal ratio. */
const equalRatio = 1.01;
/** Below this ratio of speeds, or below the spread of the rounds, a difference is not clear. */
const clearlyFaster = 1.03;

/**
 * Finds cells in which another implementation of the same codec is faster than the fastest of ours (`ours`). Both have the same level, or the same native level if one
 * has no levels. An implementation with its own scale of levels is compared, when it compresses, with those of ours whose files are of equal size or smaller. `clear` is
 * true if the difference exceeds the spread of both. Also returns the number of comparisons.
 * @param {CodecBenchCell[]} cells
 * @param {Judging} judging
 */
export function findFasterImplementations(cells, { isOurs, nativeLevelOf, ownScale, libraryOf }) {
  /** @param {CodecBenchCell} cell */
  const place = (cell) => [cell.codec, cell.data, cell.block].join(' ');
  /** @type {Map<string, CodecBenchCell[]>} */
  const ours = new Map();
  for (const cell of cells) if (isOurs(cell)) ours.set(place(cell), [...(ours.get(place(cell)) ?? []), cell]);
  /** @type {(cell: CodecBenchCell, direction: CodecDirection) => (one: CodecBenchCell) => boolean} */
  const comparable = (cell, direction) => (one) =>
    ownScale(cell) && direction === 'compress'
      ? one.browserBytes / one.dataBytes <= (equalRatio * cell.browserBytes) / cell.dataBytes
      : nativeLevelOf(one) === nativeLevelOf(cell);
  /** @type {{ cell: CodecBenchCell, direction: CodecDirection, ratio: number, clear: boolean, ours: CodecBenchCell }[]} */
  const faster = [];
  let compared = 0;
  for (const cell of cells) {
    if (isOurs(cell)) continue;
    for (const direction of codecDirections) {
      // The data may have been shortened to different lengths, so speeds are compared. If both are compared with the same native work, their factors are compared instead:
      // each native time was measured in the same minute, so that drift cancels out.
      const rates = (ours.get(place(cell)) ?? []).filter(comparable(cell, direction)).flatMap((one) => {
        const times = one[direction];
        return times === null ? [] : [{ one, times, rate: one.dataBytes / times.browserMs }];
      });
      const times = cell[direction];
      if (times === null || rates.length === 0) continue;
      compared += 1;
      const best = rates.reduce((a, b) => (b.rate > a.rate ? b : a));
      const sameWork =
        libraryOf(best.one) === libraryOf(cell) &&
        nativeLevelOf(best.one) === nativeLevelOf(cell) &&
        best.one.dataBytes === cell.dataBytes;
      const ratio = sameWork ? factorOf(best.times) / factorOf(times) : cell.dataBytes / times.browserMs / best.rate;
      const clear = ratio > Math.max(clearlyFaster, times.spread ?? 1, best.times.spread ?? 1);
      if (ratio > 1) faster.push({ cell, direction, ratio, clear, ours: best.one });
    }
  }
  return { compared, faster };
}

/** @typedef {Judging & { cells: CodecBenchCell[], sizeReasons: Readonly<Record<string, string>> }} Judged */

/**
 * The lines of the whole report. `sizeReasons` has the reason for a different size by 'codec/implementation'.
 * @param {Judged} judged
 */
export function benchReportText({ cells, sizeReasons, ...judging }) {
  const { isOurs } = judging;
  const ours = cells.filter(isOurs);
  const others = cells.filter((cell) => !isOurs(cell));
  const lines = [];
  if (ours.length > 0)
    lines.push(
      '',
      'Codecs built here: time in the browser ÷ time of the native library, geometric means. Inputs and results stay in WASM memory (copied: each input is copied in; kept: each result is copied out, too)',
      ...tableOf(ours),
    );
  if (others.length > 0)
    lines.push(
      '',
      'Codecs of the package registry and the browser, compared with the same native libraries',
      ...tableOf(others),
    );

  // Our patches avoid work that upstream does in each call (liblzma clears its tables). One factor near 0 would hide many above 1.
  /** @type {Factor} */
  const atLeastOne = (times) => Math.max(1, factorOf(times));
  if (byImplementation(ours).size > 1) {
    const strict = codecDirections.map(
      (direction) => `${direction} ${figure(meanOverImplementations(ours, direction, atLeastOne)).trim()}`,
    );
    lines.push('', `Mean if factors below 1 count as 1: ${strict.join(', ')}.`);
  }
  const far = beyond(ours, slowdownLimits.cell);
  if (far.length > 0) {
    lines.push('', `Cells slower than ${slowdownLimits.cell} times native:`);
    for (const one of far.sort((a, b) => b.factor - a.factor))
      lines.push(
        `  ${one.factor.toFixed(2)}  ${caseName(one.cell)}, ${one.direction}: ${excuseOf(one) ?? `${unexcused(one).toUpperCase()}.`}`,
      );
  }
  /** @type {Map<string, CodecBenchCell[]>} */
  const unequal = new Map();
  for (const cell of cells)
    if (cell.browserBytes !== cell.nativeBytes) unequal.set(keyOf(cell), [...(unequal.get(keyOf(cell)) ?? []), cell]);
  for (const [key, group] of unequal) {
    const ratios = group.map(({ browserBytes, nativeBytes }) => browserBytes / nativeBytes);
    lines.push(
      '',
      `SIZES DIFFER: ${key}, in ${group.length} cells, ${Math.min(...ratios).toFixed(4)} to ${Math.max(...ratios).toFixed(4)} of native. ${sizeReasons[key] ?? 'NO REASON IS RECORDED.'}`,
    );
  }
  const { compared, faster } = findFasterImplementations(cells, judging);
  if (compared > 0) {
    lines.push(
      '',
      `Other implementations of the same codec, at the same level (or, with their own scale of levels, at a ratio equal within 1 %), are faster than the fastest of ours in ${faster.length} of ${compared} comparisons, clearly in ${faster.filter(({ clear }) => clear).length}.`,
    );
    for (const { cell, direction, ratio, clear, ours: one } of faster.sort((a, b) => b.ratio - a.ratio))
      lines.push(
        `  ${ratio.toFixed(2)} times as fast${clear ? '' : ', no clear difference'}: ${caseName(cell)}, ${direction} (ours: ${caseName(one)}; size ${(cell.browserBytes / cell.dataBytes).toFixed(4)} of the data, ours ${(one.browserBytes / one.dataBytes).toFixed(4)})`,
      );
  }
  return lines;
}

/**
 * The limits that the run exceeds, as sentences; empty if it meets all of them.
 * @param {Judged} judged
 */
export function exceededLimits({ cells, sizeReasons, ...judging }) {
  const { isOurs } = judging;
  const ours = cells.filter(isOurs);
  const faults = [];
  for (const direction of codecDirections) {
    const all = meanOverImplementations(ours, direction);
    if (all !== null && all > slowdownLimits.mean)
      faults.push(
        `Over all codecs, ${direction} takes ${all.toFixed(3)} times as long as native; the limit is ${slowdownLimits.mean}.`,
      );
    const record = meanOverImplementations(
      ours.filter(({ block }) => block === 'record'),
      direction,
    );
    if (record !== null && record > slowdownLimits.record)
      faults.push(
        `On blocks of 700 bytes, ${direction} takes ${record.toFixed(3)} times as long as native; the limit is ${slowdownLimits.record}.`,
      );
  }
  const far = beyond(ours, slowdownLimits.cell);
  for (const one of far)
    if (excuseOf(one) === null)
      faults.push(
        `${caseName(one.cell)}, ${one.direction}: ${one.factor.toFixed(2)} times as long as native, and ${unexcused(one)}.`,
      );
  for (const { cell, direction, ratio, ours: one } of findFasterImplementations(cells, judging).faster.filter(
    ({ clear }) => clear,
  ))
    faults.push(`${caseName(cell)}, ${direction}: ${ratio.toFixed(2)} times as fast as ${caseName(one)}.`);
  for (const cell of ours)
    if (cell.browserBytes !== cell.nativeBytes && sizeReasons[keyOf(cell)] === undefined)
      faults.push(
        `${caseName(cell)}: ${cell.browserBytes} bytes, but native has ${cell.nativeBytes}, and no reason is recorded.`,
      );
  return faults;
}
