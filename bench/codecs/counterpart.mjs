/** @import { CodecBenchCell } from '../../workers/model/codec-bench' */
/** @import { OptionValues } from '../../workers/model/options' */

/** @typedef {(level: number | null, options: OptionValues) => (number | null)[]} Parameters */
/** @typedef {(data: CodecBenchCell['data']) => OptionValues} OptionsOf */

/**
 * Which native library, with which parameters, does the work of an implementation in the registry, and what of it is measured. Each codec says it in
 * `workers/codecs/<id>/testing/native-counterpart.mjs`.
 *
 * - `parameters`: those of native/<library>. A null level is the library's default on the native side.
 * - `levels`, `fullLevels`: the levels of the default run, and of --full.
 * - `options`, `fullOptions`: functions that give the options for a dataset.
 * - `keepsHistory`: the bytes depend a little on what the same context compressed before, so each cell begins with a new one. (In LZ4's fast
 *   levels the zeros of an unused table point to the beginning of the data, where a match may be.)
 * - `ownScale`: its levels are not those of upstream, so its compressed size shows which level of ours to compare it with.
 *
 * @typedef {{
 *   library: string,
 *   parameters: Parameters,
 *   levels: (number | null)[],
 *   fullLevels: (number | null)[],
 *   options: OptionsOf[],
 *   fullOptions?: OptionsOf[],
 *   elementBytes?: (data: CodecBenchCell['data']) => number,
 *   keepsHistory?: boolean,
 *   ownScale?: boolean,
 * }} Counterpart
 */

/** @type {(from: number, to: number) => number[]} */
export const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** @type {OptionsOf[]} */
export const noOptions = [() => ({})];
export const noLevel = { levels: [null], fullLevels: [null], options: noOptions };
