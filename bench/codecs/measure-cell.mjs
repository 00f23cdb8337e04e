import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { alternate } from '../alternate.mjs';
import { median } from '../statistics.mjs';

/** @import { CodecBenchCell } from '../../workers/model/codec-bench' */
/** @import { OptionValues } from '../../workers/model/options' */
/** @import { CodecDirection, CodecLoopTime } from '../../workers/model/protocol/codec-loop' */
/** @import { BrowserSide } from './browser-side.mjs' */
/** @import { NativeSide } from './native-side.mjs' */

/**
 * The settings of one cell. `only` lists the directions to time, if not both. `first` is the cell whose times this measurement replaces.
 * @typedef {{
 *   codec: string,
 *   implementation: string,
 *   library: string,
 *   parameters: (number | null)[],
 *   level: number | null,
 *   options: OptionValues,
 *   data: CodecBenchCell['data'],
 *   block: CodecBenchCell['block'],
 *   blockBytes: number,
 *   wholeBytes: number,
 *   wasm: boolean,
 *   compresses: boolean,
 *   keepsHistory: boolean,
 *   only?: CodecDirection[],
 *   first?: CodecBenchCell,
 * }} Setting
 */

/**
 * How long and how often a cell is measured.
 * @typedef {{
 *   rounds: number,
 *   warmUpMs: number,
 *   sampleMs: number,
 *   passMs: number,
 *   statistic: 'median' | 'best',
 * }} Timing
 */

/**
 * The upper quartile of the rounds' factors divided by the lower; 1 if all rounds agree.
 * @param {{ browser: number[], native: number[] }} times of each round
 */
function spreadOf({ browser, native }) {
  const factors = browser.map((ms, round) => ms / (native[round] ?? Number.NaN)).sort((a, b) => a - b);
  /** @param {number} part */
  const place = (part) => (factors.length - 1) * part;
  const [upper = Number.NaN, lower = Number.NaN] = [factors[Math.ceil(place(0.75))], factors[Math.floor(place(0.25))]];
  return upper / lower;
}

const probeBytes = 262_144;

/**
 * Chooses how much of the data to use, so that a native pass of the slower direction takes at most `passMs`: all of it, or repeatedly half, down to 256 KiB. Then compresses
 * that amount in blocks and writes the blocks to `path`.
 * @param {NativeSide} native
 * @param {Pick<Setting, 'parameters' | 'wholeBytes' | 'blockBytes'> & { passMs: number, path: string }} what
 */
async function chooseAmount(native, { parameters, wholeBytes, blockBytes, passMs, path }) {
  await native.open(parameters);
  await native.blocks(probeBytes, Math.min(blockBytes, probeBytes), path);
  const probeMs = Math.max(await native.time('compress', 1), await native.time('decompress', 1));
  let amount = wholeBytes;
  while (amount > probeBytes && (probeMs * amount) / probeBytes > passMs) amount /= 2;
  // A new context, because earlier calls may influence the bytes.
  await native.open(parameters);
  const nativeBytes = await native.blocks(amount, Math.min(blockBytes, amount), path);
  return { amount, nativeBytes };
}

/**
 * The fastest single pass within `forMs`. On a busy machine, that is a pass that nothing interrupted.
 * @param {NativeSide} native
 * @param {CodecDirection} direction
 * @param {number} forMs
 */
async function fastestNativeMs(native, direction, forMs) {
  let fastestMs = Number.POSITIVE_INFINITY;
  const end = performance.now() + forMs;
  do fastestMs = Math.min(fastestMs, await native.time(direction, 1));
  while (performance.now() < end);
  return fastestMs;
}

/**
 * The milliseconds of a pass on each side. The sides alternate, so that drift of the machine affects both. Returns medians over the rounds, or the fastest pass of all.
 * @param {{
 *   native: NativeSide,
 *   plain: NativeSide | null,
 *   browser: BrowserSide,
 *   direction: CodecDirection,
 *   timing: Timing,
 *   wasm: boolean,
 *   inPlace: boolean,
 *   resultBytes: number,
 * }} what
 * @returns {Promise<NonNullable<CodecBenchCell['compress']>>}
 */
async function timeDirection({ native, plain, browser, direction, timing, wasm, inPlace, resultBytes }) {
  /**
   * Rejects a pass that returned too many or too few bytes. When compressing, earlier calls of the context may change a few bytes (`keepsHistory` in counterpart.mjs).
   */
  const tolerance = direction === 'compress' ? resultBytes / 1_000 : 0;
  /** @param {CodecLoopTime} time */
  const passMsOf = (time) => {
    if (Math.abs(time.resultBytes - resultBytes) > tolerance)
      throw new Error(`A pass returned ${time.resultBytes} bytes instead of ${resultBytes}.`);
    return time.passMs;
  };
  const browserPassMs = passMsOf(await browser.warmUp(direction, timing.warmUpMs));
  // Native code is already compiled: it only has to fill the caches.
  const nativePassMs = await fastestNativeMs(native, direction, timing.warmUpMs / 8);
  const best = timing.statistic === 'best';
  /** @param {number} passMs */
  const passes = (passMs) => Math.max(1, Math.round(timing.sampleMs / passMs));
  /** @type {Record<'browser' | 'native' | 'plain' | 'in' | 'out', number[]>} */
  const times = { browser: [], native: [], plain: [], in: [], out: [] };
  /** @param {NativeSide} side */
  const nativeMs = (side) =>
    best ? fastestNativeMs(side, direction, timing.sampleMs) : side.time(direction, passes(nativePassMs));
  const sides = [
    async () => times.native.push(await nativeMs(native)),
    async () =>
      times.browser.push(
        passMsOf(
          best
            ? await browser.warmUp(direction, timing.sampleMs)
            : await browser.time(direction, passes(browserPassMs)),
        ),
      ),
  ];
  if (plain !== null) sides.push(async () => times.plain.push(await nativeMs(plain)));
  await alternate(timing.rounds, sides);
  // Copies take much less time than the passes, so the same number of them is affordable.
  if (wasm)
    for (let round = 0; round < timing.rounds; round += 1)
      for (const way of /** @type {const} */ (['in', 'out']))
        times[way].push((await browser.copy(direction, way, best ? 1 : passes(browserPassMs))).passMs);
  /** @type {(numbers: number[]) => number} */
  const take = best ? (numbers) => Math.min(...numbers) : median;
  /** @type {{ copyInMs?: number, copyOutMs?: number, inPlace?: true }} */
  const copies = wasm
    ? { copyInMs: take(times.in), copyOutMs: take(times.out), ...(inPlace ? { inPlace: true } : {}) }
    : {};
  return {
    browserMs: take(times.browser),
    nativeMs: take(times.native),
    ...(plain === null ? {} : { plainMs: take(times.plain) }),
    ...copies,
    spread: spreadOf(times),
  };
}

/**
 * Measures one cell of fixtures/codec-bench, and compares the browser's blocks with the native library's byte by byte. `setting.only` lists the directions to time, if not
 * both. `plain` is the native library without the features that WASM lacks; null if there is no such build.
 * @param {{
 *   native: NativeSide,
 *   plain?: NativeSide | null,
 *   browser: BrowserSide,
 *   setting: Setting,
 *   timing: Timing,
 *   path: string,
 * }} what
 * @returns {Promise<{ cell: CodecBenchCell, sameBytes: boolean | null, problem: string | null }>}
 */
export async function measureCell({ native, plain = null, browser, setting, timing, path }) {
  const {
    codec,
    implementation,
    parameters,
    level,
    options,
    data,
    block,
    blockBytes,
    wholeBytes,
    wasm,
    compresses,
    only,
  } = setting;
  const { amount, nativeBytes } = await chooseAmount(native, {
    parameters,
    wholeBytes,
    blockBytes,
    passMs: timing.passMs,
    path,
  });
  if (plain !== null) {
    await plain.open(parameters);
    const plainBytes = await plain.blocks(amount, Math.min(blockBytes, amount), `${path}-plain`);
    if (plainBytes !== nativeBytes)
      throw new Error(
        `The native library returns ${nativeBytes} bytes, but ${plainBytes} without the features that WASM lacks.`,
      );
  }
  const count = Math.ceil(amount / Math.min(blockBytes, amount));
  const blocks = await browser.blocks(
    { level, dataBytes: amount, blockBytes: Math.min(blockBytes, amount), compresses },
    path,
  );
  const nativeSha256 = createHash('sha256')
    .update(readFileSync(path).subarray(count * 4))
    .digest('hex');
  if (nativeSha256 !== blocks.nativeSha256)
    throw new Error('The blocks that the browser received differ from those that the native program wrote.');
  /** @type {(direction: CodecDirection, resultBytes: number) => Promise<CodecBenchCell['compress']> | null} */
  const time = (direction, resultBytes) =>
    only === undefined || only.includes(direction)
      ? timeDirection({ native, plain, browser, direction, timing, wasm, inPlace: blocks.inPlace, resultBytes })
      : null;
  const compress = blocks.compressed !== null ? await time('compress', blocks.compressed.sizeBytes) : null;
  const decompress = blocks.readsNative === null ? await time('decompress', amount) : null;
  const cell = {
    codec,
    implementation,
    level,
    options,
    data,
    block,
    dataBytes: amount,
    browserBytes: blocks.compressed?.sizeBytes ?? nativeBytes,
    nativeBytes,
    compress,
    decompress,
  };
  return {
    cell,
    sameBytes: blocks.compressed === null ? null : blocks.compressed.sha256 === nativeSha256,
    problem: blocks.readsNative,
  };
}
