import { damageOf } from '../../../model/damaged-input';

export const damagedPage = damageOf({ format: 'parquet', subject: 'A page' });

/** The bits of a level of at most `level`. */
export const bitWidthOf = (level: number): number => 32 - Math.clz32(level);

interface Run {
  readonly isPacked: boolean;
  /** How many of its values belong to the page. */
  readonly count: number;
  /** Where its value, or its packed values, begin. */
  readonly at: number;
}

/**
 * Steps through `count` values in Parquet's hybrid of run-length encoding and bit-packing (Encodings.md, “RLE = 3”). arrow-rs skips runs of no
 * values and ignores what a run holds too many, so that one changed byte displaces all values after it.
 * @throws DamagedInput
 */
function* runsOf(bytes: Uint8Array, width: number, count: number): Generator<Run> {
  let at = 0;
  let seen = 0;
  while (seen < count) {
    let header = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at];
      if (byte === undefined) throw damagedPage(`holds ${seen} values or levels, but claims ${count}`);
      if (shift > 28) throw damagedPage('has a run whose length has more than 32 bits');
      at += 1;
      header += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    const isPacked = header % 2 === 1;
    const length = isPacked ? ((header - 1) / 2) * 8 : header / 2;
    const valueBytes = isPacked ? ((header - 1) / 2) * width : (width + 7) >> 3;
    const runCount = Math.min(length, count - seen);
    if (length === 0) throw damagedPage('has a run of no values');
    // Writers round up to 8 values, and some writers of packed runs to more.
    if (!isPacked && length > runCount + 7)
      throw damagedPage(`has a run of ${length} values where it claims only ${runCount}`);
    // Some writers leave out the bytes after the last value.
    if (at + (isPacked ? (runCount * width + 7) >> 3 : valueBytes) > bytes.length)
      throw damagedPage('ends in the middle of a run');
    yield { isPacked, count: runCount, at };
    seen += runCount;
    at += valueBytes;
  }
}

/** Checks that the bytes hold `count` values. */
export function checkHybridRuns(bytes: Uint8Array, width: number, count: number): void {
  for (const _ of runsOf(bytes, width, count));
}

/** Checks that the bytes hold `count` values, and counts those that equal `wanted`. `width` is at most 8. */
export function countRunValues(bytes: Uint8Array, width: number, count: number, wanted: number): number {
  let found = 0;
  for (const run of runsOf(bytes, width, count)) {
    if (!run.isPacked) {
      if (bytes[run.at] === wanted) found += run.count;
      continue;
    }
    const mask = (1 << width) - 1;
    for (let index = 0, bit = 0; index < run.count; index += 1, bit += width) {
      const byte = run.at + (bit >> 3);
      const word = (bytes[byte] ?? 0) | ((bytes[byte + 1] ?? 0) << 8);
      if (((word >> (bit & 7)) & mask) === wanted) found += 1;
    }
  }
  return found;
}
