import { type StereoKind, stereoKinds } from './molecules';

/** One stereo element with its carriers, in the numbering of the molecule that it is compared in. */
export interface Configuration {
  readonly kind: StereoKind;
  readonly configuration: number;
  readonly carriers: readonly number[];
}

/** Parity of the permutation that makes `to` of `from`: 0 even, 1 odd; null where they are not the same carriers. */
function parity(from: readonly number[], to: readonly number[]): number | null {
  const rest = [...from];
  let swaps = 0;
  for (let slot = 0; slot < to.length; slot += 1) {
    const at = rest.indexOf(to[slot] as number, slot);
    if (at < 0) return null;
    if (at === slot) continue;
    rest[at] = rest[slot] as number;
    rest[slot] = to[slot] as number;
    swaps += 1;
  }
  return swaps % 2;
}

/** Slot opposite the first carrier of `@SP1` (U), `@SP2` (4) and `@SP3` (Z), as OpenSMILES draws them. */
const oppositeFirst = [0, 2, 1, 3] as const;

function opposite({ configuration, carriers }: Configuration, carrier: number): number | undefined {
  const slot = carriers.indexOf(carrier);
  // Two pairs lie opposite each other: the first with its own, and what is left.
  const partner = oppositeFirst[configuration] ?? 0;
  if (slot === 0) return carriers[partner];
  if (slot === partner) return carriers[0];
  return carriers.find((_, other) => other !== 0 && other !== partner && other !== slot);
}

/** Whether two elements at the same centre say the same of it, whatever the order of their carriers. Of a double bond both are told from the same end. */
export function sameConfiguration(a: Configuration, b: Configuration): boolean {
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case stereoKinds.tetrahedral:
    case stereoKinds.allenal: {
      const swaps = parity(a.carriers, b.carriers);
      return swaps !== null && ((a.configuration + b.configuration) & 1) === swaps;
    }
    case stereoKinds.doubleBond: {
      // An end has two carriers at most: naming the other one turns the sides round.
      const turned = a.carriers.filter((carrier, end) => carrier !== b.carriers[end]).length;
      return ((a.configuration + b.configuration + turned) & 1) === 0;
    }
    case stereoKinds.squarePlanar:
      return parity(a.carriers, b.carriers) !== null && a.carriers.every((carrier) => opposite(a, carrier) === opposite(b, carrier));
    default:
      return a.configuration === b.configuration && a.carriers.every((carrier, slot) => carrier === b.carriers[slot]);
  }
}
