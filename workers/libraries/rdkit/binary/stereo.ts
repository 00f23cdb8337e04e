import { configurationInOrder } from '../../../model/molecules/configurations';
import { type StereoKind, stereoKinds, stereoShapes } from '../../../model/molecules/molecules';
import { chiralityCodes } from './tags';

/**
 * RDKit describes a configuration by the neighbours of the atom in the order of its bonds, with an implicit hydrogen or lone pair last: clockwise is `@@`, and the other classes have the
 * number that they have in SMILES. It cannot express allenes, nor the other classes with an implicit hydrogen or lone pair.
 */
interface AtomChirality {
  readonly tag: number;
  /** The SMILES number of a square planar, trigonal bipyramidal or octahedral configuration, otherwise 0. */
  readonly permutation: number;
}

/** RDKit's tag; null if RDKit cannot express the configuration. `neighbours` are those of the centre, by ascending bond. */
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
      return { tag: number === 2 ? chiralityCodes.clockwise : chiralityCodes.anticlockwise, permutation: 0 };
    case stereoKinds.squarePlanar:
      return { tag: chiralityCodes.squarePlanar, permutation: number };
    case stereoKinds.trigonalBipyramidal:
      return { tag: chiralityCodes.trigonalBipyramidal, permutation: number };
    default:
      return { tag: chiralityCodes.octahedral, permutation: number };
  }
}

/** The configuration of an atom with this tag; null if a dataset cannot express it (an axis, an unknown configuration, too few neighbours). */
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
  const configuration = kind === stereoKinds.tetrahedral ? (tag === chiralityCodes.clockwise ? 2 : 1) : permutation;
  if (configuration < 1 || configuration > stereoShapes[kind].configurations) return null;
  return { kind, configuration, carriers: missing === 1 ? [...neighbours, center] : neighbours };
}

function kindOf(tag: number): StereoKind | null {
  switch (tag) {
    case chiralityCodes.clockwise:
    case chiralityCodes.anticlockwise:
      return stereoKinds.tetrahedral;
    case chiralityCodes.squarePlanar:
      return stereoKinds.squarePlanar;
    case chiralityCodes.trigonalBipyramidal:
      return stereoKinds.trigonalBipyramidal;
    case chiralityCodes.octahedral:
      return stereoKinds.octahedral;
    default:
      return null;
  }
}
