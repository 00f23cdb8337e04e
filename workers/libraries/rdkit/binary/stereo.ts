import { configurationInOrder } from '../../../model/molecules/configurations';
import { type StereoKind, stereoKinds, stereoShapes } from '../../../model/molecules/molecules';
import { chirality } from './tags';

/**
 * RDKit tells a configuration over the neighbours of the atom in the order of its bonds, a hydrogen that is no atom (or a lone pair) last: clockwise is `@@` of them, and the
 * other classes have their SMILES number. It has no place for allenes, nor for the other classes where a carrier is no atom.
 */
export interface AtomChirality {
  readonly tag: number;
  /** Number of a square, bipyramid or octahedron, else 0. */
  readonly permutation: number;
}

/** Null where RDKit has no place for it. `neighbours`: of the centre, by ascending bond. */
export function chiralityOf(
  kind: StereoKind,
  configuration: number,
  carriers: ArrayLike<number>,
  center: number,
  neighbours: readonly number[],
): AtomChirality | null {
  const count = stereoShapes[kind].carriers;
  const missing = count - neighbours.length;
  if (
    kind === stereoKinds.allenal ||
    kind === stereoKinds.doubleBond ||
    missing < 0 ||
    missing > (kind === stereoKinds.tetrahedral ? 1 : 0)
  )
    return null;
  const number = configurationInOrder(
    { kind, configuration, carriers },
    missing === 1 ? [...neighbours, center] : neighbours,
  );
  if (number === 0) return null;
  switch (kind) {
    case stereoKinds.tetrahedral:
      return { tag: number === 2 ? chirality.clockwise : chirality.anticlockwise, permutation: 0 };
    case stereoKinds.squarePlanar:
      return { tag: chirality.squarePlanar, permutation: number };
    case stereoKinds.trigonalBipyramidal:
      return { tag: chirality.trigonalBipyramidal, permutation: number };
    default:
      return { tag: chirality.octahedral, permutation: number };
  }
}

/** What the tag says of an atom; null where it says nothing that has a place here (an axis, an unknown configuration, too few neighbours). */
export function configurationOf(
  tag: number,
  permutation: number,
  center: number,
  neighbours: readonly number[],
): { readonly kind: StereoKind; readonly configuration: number; readonly carriers: readonly number[] } | null {
  const kind = kindOf(tag);
  if (kind === null) return null;
  const missing = stereoShapes[kind].carriers - neighbours.length;
  if (missing < 0 || missing > (kind === stereoKinds.tetrahedral ? 1 : 0)) return null;
  const configuration = kind === stereoKinds.tetrahedral ? (tag === chirality.clockwise ? 2 : 1) : permutation;
  if (configuration < 1 || configuration > stereoShapes[kind].configurations) return null;
  return { kind, configuration, carriers: missing === 1 ? [...neighbours, center] : neighbours };
}

function kindOf(tag: number): StereoKind | null {
  switch (tag) {
    case chirality.clockwise:
    case chirality.anticlockwise:
      return stereoKinds.tetrahedral;
    case chirality.squarePlanar:
      return stereoKinds.squarePlanar;
    case chirality.trigonalBipyramidal:
      return stereoKinds.trigonalBipyramidal;
    case chirality.octahedral:
      return stereoKinds.octahedral;
    default:
      return null;
  }
}
