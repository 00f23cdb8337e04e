import { type StereoKind, stereoKinds } from './molecules';

/** One stereo element with its carriers. */
export interface Configuration {
  readonly kind: StereoKind;
  readonly configuration: number;
  readonly carriers: ArrayLike<number>;
}

/**
 * OpenSMILES' `@TB1` to `@TB20` and `@OH1` to `@OH30`. Each word lists the carriers a, b, c … by place: one end of the axis, the ring
 * around it anticlockwise as seen from that end, the other end.
 */
const bipyramids =
  'abcde abdce abced abecd abdec abedc acdeb acedb bacde baced badce baecd badec baedc cabde cabed dabce dacbe caebd cadbe'.split(
    ' ',
  );
const octahedra = (
  'abcdef abedcf abcdfe abcedf abcfde abcefd abcfed abdcef abdcfe abecdf abfcde abecfd abfced abdecf abdfce abfdce abefcd abfecd abdefc abdfec abedfc abfdec abefdc abfedc ' +
  'acdefb acdfeb acedfb acfdeb acefdb acfedb'
).split(' ');

const slotsOf = (words: readonly string[]) =>
  words.map((word) => Array.from(word, (letter) => letter.charCodeAt(0) - 97));
const [bipyramidSlots, octahedronSlots] = [slotsOf(bipyramids), slotsOf(octahedra)];
const numbersOf = (words: readonly string[]): ReadonlyMap<string, number> =>
  new Map(words.map((word, index) => [word, index + 1]));
const [bipyramidNumbers, octahedronNumbers] = [numbersOf(bipyramids), numbersOf(octahedra)];

/** The index of the carrier opposite the first one across the centre, for `@SP1` (U), `@SP2` (4) and `@SP3` (Z). */
const oppositeFirst = [0, 2, 1, 3] as const;
const squareByOpposite = [0, 2, 1, 3] as const;

/**
 * The configuration number of the same arrangement if its carriers are listed in the order `carriers` (for a double bond: one carrier of
 * each end, begin first). Returns 0 if `carriers` are not the element's atoms.
 */
export function configurationInOrder(element: Configuration, carriers: ArrayLike<number>): number {
  const { kind, configuration } = element;
  if (kind === stereoKinds.doubleBond) {
    // Each end has at most two carriers. Naming the other one swaps the sides.
    const turned = (element.carriers[0] === carriers[0] ? 0 : 1) + (element.carriers[1] === carriers[1] ? 0 : 1);
    return turned % 2 === 0 ? configuration : 3 - configuration;
  }
  if (kind === stereoKinds.tetrahedral || kind === stereoKinds.allenal) {
    const parity = parityOfFour(element.carriers, carriers);
    return parity < 0 ? 0 : parity === 1 ? 3 - configuration : configuration;
  }
  const count = kind === stereoKinds.octahedral ? 6 : kind === stereoKinds.trigonalBipyramidal ? 5 : 4;
  // slots[i] is the place of the element's i-th carrier in the new order.
  const slots: number[] = [];
  let taken = 0;
  for (let slot = 0; slot < count; slot += 1) {
    let at = 0;
    while (at < count && (carriers[at] !== element.carriers[slot] || (taken & (1 << at)) !== 0)) at += 1;
    if (at === count) return 0;
    taken |= 1 << at;
    slots.push(at);
  }
  switch (kind) {
    case stereoKinds.squarePlanar:
      return squareByOpposite[oppositeOf(slots, oppositeFirst[configuration] ?? 0)] ?? 0;
    case stereoKinds.trigonalBipyramidal:
      return (
        bipyramidNumbers.get(
          wordOfBipyramid((bipyramidSlots[configuration - 1] ?? []).map((slot) => slots[slot] as number)),
        ) ?? 0
      );
    default:
      return (
        octahedronNumbers.get(
          wordOfOctahedron((octahedronSlots[configuration - 1] ?? []).map((slot) => slots[slot] as number)),
        ) ?? 0
      );
  }
}

/**
 * 1 if the second order is an odd permutation of the first, 0 if it is even, -1 if it is no permutation. It allocates no arrays, since most
 * configurations pass through here.
 */
function parityOfFour(from: ArrayLike<number>, to: ArrayLike<number>): number {
  let taken = 0;
  let parity = 0;
  for (let slot = 0; slot < 4; slot += 1) {
    let at = 0;
    while (at < 4 && (to[at] !== from[slot] || (taken & (1 << at)) !== 0)) at += 1;
    if (at === 4) return -1;
    for (let later = at + 1; later < 4; later += 1) parity ^= (taken >> later) & 1;
    taken |= 1 << at;
  }
  return parity;
}

/** The place, in the new order, of the carrier opposite the first one. */
function oppositeOf(slots: readonly number[], partner: number): number {
  if (slots[0] === 0) return slots[partner] as number;
  if (slots[partner] === 0) return slots[0] as number;
  const rest = [1, 2, 3].filter((slot) => slot !== partner);
  return slots[slots[rest[0] as number] === 0 ? (rest[1] as number) : (rest[0] as number)] as number;
}

const wordOf = (slots: readonly number[]) => String.fromCharCode(...slots.map((slot) => slot + 97));

/** The cycle, rotated to start with its lowest number. */
function fromLowest(cycle: readonly number[]): number[] {
  const at = cycle.indexOf(Math.min(...cycle));
  return [...cycle.slice(at), ...cycle.slice(0, at)];
}

function wordOfBipyramid(places: readonly number[]): string {
  const [top, first, second, third, bottom] = places as [number, number, number, number, number];
  return top < bottom
    ? wordOf([top, ...fromLowest([first, second, third]), bottom])
    : wordOf([bottom, ...fromLowest([third, second, first]), top]);
}

/** The word of an octahedron, rotated so that the first carrier is the top. The order around an end is anticlockwise. */
function wordOfOctahedron(places: readonly number[]): string {
  const top = places[0] as number;
  const bottom = places[5] as number;
  const ring = places.slice(1, 5);
  if (top === 0) return wordOf([top, ...fromLowest(ring), bottom]);
  if (bottom === 0) return wordOf([bottom, ...fromLowest([...ring].reverse()), top]);
  const at = ring.indexOf(0);
  const around = (step: number) => ring[(at + step) % 4] as number;
  return wordOf([0, ...fromLowest([around(1), top, around(3), bottom]), around(2)]);
}
