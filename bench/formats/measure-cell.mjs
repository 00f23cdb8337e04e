import { alternate } from '../alternate.mjs';

/** @import { FormatBenchCell, FormatBenchOperation, FormatBenchTimes } from '../../workers/model/format-bench' */
/** @import { BrowserRound, BrowserSide } from './browser-side.mjs' */
/** @import { Case } from './cases.mjs' */
/** @import { NativeFile, NativeSide } from './native-side.mjs' */

/** @type {readonly FormatBenchOperation[]} */
const operations = ['encode', 'decode'];

/** Ends a cell whose other rounds would fail, too. */
class CellEnded extends Error {}

const reasonLength = 500;
/** @param {unknown} thrown */
const messageOf = (thrown) => (thrown instanceof Error ? thrown.message : String(thrown)).trim().slice(0, reasonLength);

/** @param {number} number */
const rounded = (number) => Number(number.toPrecision(5));

/**
 * Pairs the rounds that both sides have finished. A side that failed or has no form for the data gives its reason instead.
 * @param {readonly number[]} browserMs
 * @param {readonly number[]} nativeMs
 * @returns {FormatBenchTimes | null} null without a round
 */
export function pairedRounds(browserMs, nativeMs) {
  const rounds = browserMs.flatMap((ms, round) => {
    const other = nativeMs[round];
    return other === undefined ? [] : [{ browserMs: rounded(ms), nativeMs: rounded(other) }];
  });
  return rounds.length === 0 ? null : { status: 'measured', rounds };
}

/**
 * Measures a cell, and keeps the finished rounds if `signal` aborts it.
 * @param {{ browser: BrowserSide, native: NativeSide, measured: Case, rounds: number, signal: AbortSignal }} what
 * @returns {Promise<FormatBenchCell | null>} null if it was stopped before the first round had ended
 */
export async function measureCell({ browser, native, measured, rounds, signal }) {
  const { format, counterpart, setting, data, dataset } = measured;
  /** @type {Record<FormatBenchOperation, { browserMs: number[], nativeMs: number[], why: FormatBenchTimes | null }>} */
  const taken = {
    encode: { browserMs: [], nativeMs: [], why: null },
    decode: { browserMs: [], nativeMs: [], why: null },
  };
  /** @type {{ browser: BrowserRound | null, native: NativeFile | null }} */
  const made = { browser: null, native: null };

  const absent = counterpart.absent?.[data];
  if (absent !== undefined)
    for (const operation of operations) taken[operation].why = { status: 'unsupported', reason: absent };

  /** @type {(side: 'browser' | 'native', thrown: unknown) => never} */
  const fail = (side, thrown) => {
    if (!signal.aborted)
      for (const operation of operations) taken[operation].why = { status: 'failed', side, reason: messageOf(thrown) };
    throw new CellEnded();
  };

  const browserRound = async () => {
    const round = await browser.round(measured).catch((thrown) => fail('browser', thrown));
    made.browser ??= round;
    for (const operation of operations) {
      const time = round.times[operation];
      if ('ms' in time) taken[operation].browserMs.push(time.ms);
      else
        taken[operation].why =
          'unsupported' in time
            ? { status: 'unsupported', reason: time.unsupported.slice(0, reasonLength) }
            : { status: 'failed', side: 'browser', reason: time.failed.slice(0, reasonLength) };
    }
    if (operations.every((operation) => taken[operation].why !== null)) throw new CellEnded();
  };

  const nativeRound = async () => {
    if (made.native === null) {
      made.native = await native.prepare(measured).catch((thrown) => fail('native', thrown));
      if (made.browser !== null && made.native.datasetSha256 !== made.browser.datasetSha256)
        fail('native', new Error('Its data differs from the page’s.'));
    }
    for (const operation of operations)
      if (taken[operation].why === null)
        taken[operation].nativeMs.push(await native.time(operation).catch((thrown) => fail('native', thrown)));
  };

  if (absent === undefined)
    try {
      await browser.begin().catch((thrown) => fail('browser', thrown));
      await alternate(rounds, [
        async () => signal.aborted || (await browserRound()),
        async () => signal.aborted || (await nativeRound()),
      ]);
    } catch (thrown) {
      if (!(thrown instanceof CellEnded)) throw thrown;
    }

  const [encode, decode] = operations.map(
    (operation) => taken[operation].why ?? pairedRounds(taken[operation].browserMs, taken[operation].nativeMs),
  );
  if (encode == null || decode == null) return null;
  const files = { browser: made.browser?.file ?? null, native: made.native };
  return {
    format,
    implementation: counterpart.implementation,
    setting: setting.name,
    codec: setting.codec === null ? null : { id: setting.codec.id, level: setting.codec.level },
    data,
    size: dataset.size,
    sizes:
      files.browser === null || files.native === null
        ? null
        : {
            browserBytes: files.browser.sizeBytes,
            nativeBytes: files.native.sizeBytes,
            equal: files.browser.sha256 === files.native.sha256,
          },
    encode,
    decode,
  };
}
