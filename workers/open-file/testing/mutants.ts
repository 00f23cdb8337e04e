import { seededRandom } from '../../model/random';

/** For tests: copies of a valid file, changed as damaged or hostile files are. The same seed gives the same copies. */
interface Mutant {
  readonly what: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Values at which lengths, counts and offsets typically fail. */
const claims = [0, 1, 8, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x00ffffff, 0x7fffffff, 0x80000000, 0xffffffff];

export function* mutantsOfFile(sound: Uint8Array<ArrayBuffer>, seed: number, count: number): Generator<Mutant> {
  const random = seededRandom(seed);
  const place = () => random.below(sound.length);
  const joined = (...parts: readonly Uint8Array[]) => {
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  };
  const changed = (change: (bytes: Uint8Array<ArrayBuffer>) => void) => {
    const bytes = sound.slice();
    change(bytes);
    return bytes;
  };
  /** Positions of ASCII digits, with which text formats write lengths and counts. */
  const digits = [...sound.keys()].filter((at) => (sound[at] ?? 0) >= 0x30 && (sound[at] ?? 0) <= 0x39);
  const kinds: (() => Mutant)[] = [
    () => {
      const at = place();
      const bit = random.below(8);
      return {
        what: `bit ${bit} of byte ${at} flipped`,
        bytes: changed((bytes) => (bytes[at] = (bytes[at] ?? 0) ^ (1 << bit))),
      };
    },
    () => {
      const times = 2 + random.below(12);
      return {
        what: `${times} bytes replaced`,
        bytes: changed((bytes) => {
          for (let index = 0; index < times; index += 1) bytes[place()] = random.below(256);
        }),
      };
    },
    () => {
      const end = place();
      return { what: `cut at byte ${end}`, bytes: sound.slice(0, end) };
    },
    () => {
      const from = place();
      const to = Math.min(sound.length, from + 1 + random.below(64));
      return { what: `bytes ${from} to ${to} left out`, bytes: joined(sound.subarray(0, from), sound.subarray(to)) };
    },
    () => {
      const from = place();
      const to = Math.min(sound.length, from + 1 + random.below(256));
      const at = place();
      return {
        what: `bytes ${from} to ${to} repeated at ${at}`,
        bytes: joined(sound.subarray(0, at), sound.subarray(from, to), sound.subarray(at)),
      };
    },
    () => {
      const sizeBytes = [1, 2, 4, 8][random.below(4)] ?? 4;
      const at = random.below(Math.max(1, sound.length - sizeBytes));
      const claim = claims[random.below(claims.length)] ?? 0;
      return {
        what: `${claim} in ${sizeBytes} bytes at ${at}`,
        bytes: changed((bytes) => {
          const high = claim === 0xffffffff ? 0xff : 0;
          for (let index = 0; index < sizeBytes && at + index < bytes.length; index += 1)
            bytes[at + index] = index < 4 ? (claim >>> (8 * index)) & 0xff : high;
        }),
      };
    },
    () => {
      const at = digits.length === 0 ? place() : (digits[random.below(digits.length)] ?? 0);
      const longer = String(random.below(2 ** 31)).repeat(1 + random.below(3));
      return {
        what: `the number ${longer} at byte ${at}`,
        bytes: joined(sound.subarray(0, at), new TextEncoder().encode(longer), sound.subarray(at + 1)),
      };
    },
  ];
  for (let index = 0; index < count; index += 1) {
    const mutant = kinds[index % kinds.length]?.();
    if (mutant !== undefined && mutant.bytes.length > 0) yield mutant;
  }
}
