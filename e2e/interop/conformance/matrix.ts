import { conformancePatterns, type ConformanceDirection } from '../../../workers/model/conformance';
import type { Codec, CodecImplementationMeta } from '../../../workers/model/entry';
import { completeOptions } from '../../../workers/model/options';
import type { SourcePattern } from './sources';

/** Sizes × patterns × levels for one direction of one implementation, the small ones in one go, the large ones as long as they are not too slow. */

export const smallSizes = [0, 1, 11, 12, 13, 14, 15, 16, 17, 63, 64, 65, 651, 4_096, 65_535, 65_536, 65_537] as const;
export const largeSizes = [1_048_576, 16_777_216] as const;

export type Level = number | null;

export interface ConformanceCase {
  readonly sizeBytes: number;
  readonly pattern: SourcePattern;
  readonly level: Level;
}

export interface ConformanceOutcome {
  /** Null: accepted. */
  readonly refusal: string | null;
}

export interface MatrixLimits {
  /** Levels other than the default are left out. */
  readonly defaultLevelOnly: boolean;
  /** At which levels there are cases of 1 MiB and more. */
  readonly large: 'none' | 'defaultLevel' | 'allLevels';
  /** Larger cases are left out. */
  readonly largestBytes: number;
  /** A large case that takes longer by the speeds that the codec's metadata estimate is left out: what is run depends on no machine's speed. */
  readonly caseLimitMs: number;
}

export interface MatrixResult {
  readonly direction: ConformanceDirection;
  /** `keyOf` of each case that was run. */
  readonly ran: readonly string[];
}

export const keyOf = ({ sizeBytes, pattern, level }: ConformanceCase) => `${sizeBytes}/${pattern}/${level ?? 'none'}`;

export function edgeLevels({ levels }: CodecImplementationMeta): readonly Level[] {
  return levels === null ? [null] : [...new Set([levels.min, levels.default, levels.max])];
}

/** Bytes of an element that the input has to be a whole number of, under default options. */
export function elementBytesOf({ elementBytes, options }: CodecImplementationMeta): number {
  return elementBytes?.(completeOptions(options ?? [], {}, '')) ?? 1;
}

export const reasonOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 500);

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

export async function compressCase(
  codec: Codec,
  data: Uint8Array,
  level: Level,
): Promise<{ bytes: Uint8Array<ArrayBuffer> | null; refusal: string | null }> {
  try {
    return { bytes: await codec.compress(data, level), refusal: null };
  } catch (thrown) {
    return { bytes: null, refusal: `it did not compress: ${reasonOf(thrown)}`.slice(0, 500) };
  }
}

/** With the exact size as room. */
export async function decompressCase(
  codec: Codec,
  bytes: Uint8Array,
  expected: Uint8Array,
): Promise<ConformanceOutcome> {
  try {
    const found = await codec.decompress(bytes, expected.length);
    if (equalBytes(found, expected)) return { refusal: null };
    return {
      refusal:
        found.length === expected.length
          ? 'it read other bytes than were written'
          : `it read ${found.length} bytes where ${expected.length} were written`,
    };
  } catch (thrown) {
    return { refusal: reasonOf(thrown) };
  }
}

const sizeText = (sizeBytes: number) =>
  sizeBytes >= 1_048_576 ? `${sizeBytes / 1_048_576} MiB` : `${sizeBytes.toLocaleString('en')} bytes`;
const levelText = (level: Level) => (level === null ? '' : ` at level ${level}`);

interface LeftOut {
  readonly sizeBytes: number;
  readonly level: Level;
  readonly expectedMs: number;
}

/** Null where nothing was left out. */
export function leftOutText(
  leftOut: readonly LeftOut[],
  limits: MatrixLimits,
  levels: readonly Level[],
  defaultLevel: Level,
  elementBytes: number,
): string | null {
  const parts: string[] = [];
  if (elementBytes > 1)
    parts.push(`sizes that are no whole number of ${elementBytes}-byte elements, which it does not take`);
  if (limits.defaultLevelOnly && levels.length > 1) parts.push(`levels other than ${defaultLevel}`);
  const tooLarge = largeSizes.filter((sizeBytes) => limits.large === 'none' || sizeBytes > limits.largestBytes);
  const large = largeSizes.filter((sizeBytes) => !tooLarge.includes(sizeBytes));
  if (tooLarge.length > 0) parts.push(tooLarge.map(sizeText).join(' and '));
  if (large.length > 0 && limits.large === 'defaultLevel' && levels.length > 1)
    parts.push(`${large.map(sizeText).join(' and ')} at levels other than ${defaultLevel}`);
  const groups = new Map<string, LeftOut[]>();
  for (const one of leftOut) {
    const name = `${sizeText(one.sizeBytes)}${levelText(one.level)}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  for (const [name, ones] of groups) {
    const seconds = Math.max(...ones.map(({ expectedMs }) => expectedMs)) / 1_000;
    parts.push(
      `${name} of ${ones.length} of ${conformancePatterns.length} patterns (up to about ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s each)`,
    );
  }
  return parts.length === 0 ? null : `Left out: ${parts.join('; ')}.`.slice(0, 500);
}

export interface Direction {
  readonly levels: readonly Level[];
  readonly defaultLevel: Level;
  readonly elementBytes: number;
  /** Of the slow side, as metadata estimate it. */
  estimateMBps(level: Level): number;
  /** In the order of `cases`, all of one level. */
  run(cases: readonly ConformanceCase[]): Promise<readonly ConformanceOutcome[]>;
}

export async function runMatrix(direction: Direction, limits: MatrixLimits): Promise<MatrixResult> {
  const { levels, defaultLevel, elementBytes } = direction;
  const ran: string[] = [];
  const refused: ConformanceDirection['refused'] = [];
  const leftOut: LeftOut[] = [];
  const note = (one: ConformanceCase, { refusal }: ConformanceOutcome) => {
    ran.push(keyOf(one));
    if (refusal !== null) refused.push({ ...one, message: refusal });
  };
  for (const level of limits.defaultLevelOnly ? [defaultLevel] : levels) {
    const small = smallSizes
      .filter((sizeBytes) => sizeBytes % elementBytes === 0)
      .flatMap((sizeBytes) => conformancePatterns.map((pattern) => ({ sizeBytes, pattern, level })));
    const outcomes = await direction.run(small);
    small.forEach((one, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined) throw new Error('An outcome is missing.');
      note(one, outcome);
    });
    if (limits.large === 'none' || (limits.large === 'defaultLevel' && level !== defaultLevel)) continue;
    for (const sizeBytes of largeSizes.filter((size) => size <= limits.largestBytes)) {
      const expectedMs = sizeBytes / (1_000 * direction.estimateMBps(level));
      for (const pattern of conformancePatterns) {
        const one = { sizeBytes, pattern, level };
        if (expectedMs > limits.caseLimitMs) {
          leftOut.push({ sizeBytes, level, expectedMs });
          continue;
        }
        const [outcome] = await direction.run([one]);
        if (outcome === undefined) throw new Error('An outcome is missing.');
        note(one, outcome);
      }
    }
  }
  return {
    direction: {
      cases: ran.length,
      accepted: ran.length - refused.length,
      refused,
      leftOut: leftOutText(leftOut, limits, levels, defaultLevel, elementBytes),
    },
    ran,
  };
}
