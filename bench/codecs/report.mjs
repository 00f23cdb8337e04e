import { slowdownReasons } from './reasons.mjs';

/** @import { CodecBenchCell } from '../../workers/model/codec-bench' */
/** @import { CodecDirection } from '../../workers/model/protocol/codec-loop' */

/** @typedef {NonNullable<CodecBenchCell['compress']>} Times */
/** @typedef {(times: Times) => number} Factor */
/** @typedef {(cells: CodecBenchCell[], direction: CodecDirection, factor?: Factor) => number | null} Mean */

/**
 * What has to be known of a cell to judge it.
 * @typedef {{
 *   isOurs: (cell: CodecBenchCell) => boolean,
 *   nativeLevelOf: (cell: CodecBenchCell) => number | null,
 *   ownScale: (cell: CodecBenchCell) => boolean,
 *   libraryOf: (cell: CodecBenchCell) => string,
 * }} Judging
 */

/** What a run comes to, as text for the terminal. */

/** @type {CodecBenchCell['block'][]} */
export const benchBlockKinds = ['bulk', 'page', 'record'];
/** @type {CodecDirection[]} */
export const codecDirections = ['compress', 'decompress'];
/** The limits in bench/README.md: means over the codecs, any one cell, calls by record. */
export const slowdownLimits = { mean: 1.25, cell: 1.8, record: 1.5 };

/** @param {number[]} numbers */
export const geometricMean = (numbers) =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);
/** @param {Pick<CodecBenchCell, 'codec' | 'implementation'>} cell */
export const keyOf = ({ codec, implementation }) => `${codec}/${implementation}`;
/** @type {Factor} */
export const factorOf = (times) => times.browserMs / times.nativeMs;

/**
 * Cells by 'codec/implementation', in the order of their measuring.
 * @param {CodecBenchCell[]} cells
 */
export function byImplementation(cells) {
  /** @type {Map<string, CodecBenchCell[]>} */
  const groups = new Map();
  for (const cell of cells) groups.set(keyOf(cell), [...(groups.get(keyOf(cell)) ?? []), cell]);
  return groups;
}

/**
 * Geometric mean of the factors, or null where there are none.
 * @type {Mean}
 */
export function meanFactor(cells, direction, factor = factorOf) {
  const factors = cells.flatMap((cell) => (cell[direction] === null ? [] : [factor(cell[direction])]));
  return factors.length === 0 ? null : geometricMean(factors);
}

/**
 * Over implementations of each one's mean, so that one with many levels weighs no more than another.
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
 * One line for a cell: factors, milliseconds of both sides, and whether the bytes are the same.
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
  return `${caseName(cell).padEnd(62)} ${side(cell.compress)}   ${side(cell.decompress)}   ${sizes}${problem === null ? '' : `; can't read native: ${problem}`}`;
}

/**
 * With each input copied into WASM, which who has it elsewhere needs; inside the time already where it was not read in place.
 * @type {Factor}
 */
const copiedFactor = ({ browserMs, nativeMs, inPlace = false, copyInMs = 0 }) =>
  (browserMs + (inPlace ? copyInMs : 0)) / nativeMs;
/**
 * With the result copied out into a new buffer, too, for whoever keeps it.
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
  if (byImplementation(cells).size > 1) row('mean of these', cells, meanOverImplementations);
  return lines;
}

/** @typedef {{ cell: CodecBenchCell, direction: CodecDirection, times: Times, factor: number }} Far */

/**
 * Why a factor is beyond the limit: what native has and WASM lacks, as written down, where the native library without it was measured beside and the factor is within the
 * limit there. Null where nothing is written down, or where that does not explain it.
 * @param {Far} far
 */
function excuseOf({ cell, direction, times }) {
  const reason = slowdownReasons[keyOf(cell)]?.[direction];
  const { browserMs, nativeMs, plainMs } = times;
  if (reason === undefined || plainMs === undefined || browserMs / plainMs > slowdownLimits.cell) return null;
  return `${(browserMs / plainMs).toFixed(2)} beside native without it, which takes ${(plainMs / nativeMs).toFixed(2)} times as long. ${reason}`;
}

/**
 * What to say where there is no excuse.
 * @param {Far} far
 */
function unexcused({ cell, direction, times }) {
  const { browserMs, plainMs } = times;
  if (slowdownReasons[keyOf(cell)]?.[direction] === undefined) return 'no reason is written down';
  return plainMs === undefined
    ? 'the reason that is written down was not tried'
    : `the reason that is written down does not explain it: ${(browserMs / plainMs).toFixed(2)} beside native without that`;
}

/**
 * Cells of ours that take longer than `limit` times the native library.
 * @type {(cells: CodecBenchCell[], limit: number) => Far[]}
 */
const beyond = (cells, limit) =>
  cells.flatMap((cell) =>
    codecDirections.flatMap((direction) => {
      const times = cell[direction];
      return times !== null && factorOf(times) > limit ? [{ cell, direction, times, factor: factorOf(times) }] : [];
    }),
  );

/** Files that are larger by no more are of an equal ratio. */
const equalRatio = 1.01;
/** Less is no clear difference; nor is less than what the rounds differ by. */
const clearlyFaster = 1.03;

/**
 * Where another implementation of the same codec is faster than the fastest of ours there, `ours`: at the same level, or at the same native work where it has no levels;
 * compressing on a scale of its own (`ownScale`, of a cell), beside whichever of ours makes files of an equal ratio or smaller. `clear` where that is more than the rounds of either differ by. Also gives how many comparisons there were.
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
      // Data may have been cut to another length: compared are speeds. Where both did the same native work, they are taken beside it, of which each had its own in the same minute.
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
 * All of it. `isOurs` tells the modules built here from the registry's and the browser's implementations; `sizeReasons` are by 'codec/implementation'.
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
      'Ours: time in the browser ÷ time of the native library, geometric means. Each input is read and each result used where it lies in WASM memory (copied: with each input copied in; kept: with the results copied out, too)',
      ...tableOf(ours),
    );
  if (others.length > 0)
    lines.push('', 'The registry’s and the browser’s, beside the same native libraries', ...tableOf(others));

  // Where upstream does in each call what our patches spare (liblzma's clearing of its tables), one factor near 0 would hide many above 1.
  /** @type {Factor} */
  const atLeastOne = (times) => Math.max(1, factorOf(times));
  if (byImplementation(ours).size > 1) {
    const strict = codecDirections.map(
      (direction) => `${direction} ${figure(meanOverImplementations(ours, direction, atLeastOne)).trim()}`,
    );
    lines.push('', `Counting what is faster than native as 1: ${strict.join(', ')}.`);
  }
  const far = beyond(ours, slowdownLimits.cell);
  if (far.length > 0) {
    lines.push('', `Beyond ${slowdownLimits.cell} times native:`);
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
      `SIZES DIFFER: ${key}, in ${group.length} cells, ${Math.min(...ratios).toFixed(4)} to ${Math.max(...ratios).toFixed(4)} of native. ${sizeReasons[key] ?? 'NO REASON IS WRITTEN DOWN.'}`,
    );
  }
  const { compared, faster } = findFasterImplementations(cells, judging);
  if (compared > 0) {
    lines.push(
      '',
      `Other implementations of the same codec, at the same level (compressing on a scale of its own: at a ratio equal to 1 %): faster than the fastest of ours in ${faster.length} of ${compared} comparisons, clearly in ${faster.filter(({ clear }) => clear).length}.`,
    );
    for (const { cell, direction, ratio, clear, ours: one } of faster.sort((a, b) => b.ratio - a.ratio))
      lines.push(
        `  ${ratio.toFixed(2)} times as fast${clear ? '' : ', no clear difference'}: ${caseName(cell)}, ${direction} (ours: ${caseName(one)}; size ${(cell.browserBytes / cell.dataBytes).toFixed(4)} of the data, ours ${(one.browserBytes / one.dataBytes).toFixed(4)})`,
      );
  }
  return lines;
}

/**
 * What the run is judged by, as sentences; empty where all of it holds.
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
        `Over all codecs, ${direction} takes ${all.toFixed(3)} times native; at most ${slowdownLimits.mean} are promised.`,
      );
    const record = meanOverImplementations(
      ours.filter(({ block }) => block === 'record'),
      direction,
    );
    if (record !== null && record > slowdownLimits.record)
      faults.push(
        `By record, ${direction} takes ${record.toFixed(3)} times native; at most ${slowdownLimits.record} are promised.`,
      );
  }
  const far = beyond(ours, slowdownLimits.cell);
  for (const one of far)
    if (excuseOf(one) === null)
      faults.push(
        `${caseName(one.cell)}, ${one.direction}: ${one.factor.toFixed(2)} times native, and ${unexcused(one)}.`,
      );
  for (const { cell, direction, ratio, ours: one } of findFasterImplementations(cells, judging).faster.filter(
    ({ clear }) => clear,
  ))
    faults.push(`${caseName(cell)}, ${direction}: ${ratio.toFixed(2)} times as fast as ${caseName(one)}.`);
  for (const cell of ours)
    if (cell.browserBytes !== cell.nativeBytes && sizeReasons[keyOf(cell)] === undefined)
      faults.push(
        `${caseName(cell)}: ${cell.browserBytes} bytes where native has ${cell.nativeBytes}, and no reason is written down.`,
      );
  return faults;
}
