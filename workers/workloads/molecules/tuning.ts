import type { Composition } from './parts';

/** A kind of molecule: its frequency, its size, and its parts. */
export interface MoleculeKind {
  readonly perMille: number;
  /** Points of the size distribution: the share of the molecules with at most this many atoms other than hydrogen, without salts. */
  readonly sizes: readonly (readonly [share: number, atoms: number])[];
  readonly core: string;
  /**
   * Which groups of parts are added: their shares (per mille), the share added through a linker, and the number of atoms that must still be
   * missing.
   */
  readonly extensions: readonly {
    readonly group: string;
    readonly perMille: number;
    readonly linkerPerMille: number;
    readonly least: number;
  }[];
  /** The share of steps (per mille) at which growth stops if few atoms are missing. */
  readonly stopPerMille: number;
  /** Growth continues until the chosen parts have this information content in bits. Molecules with less would repeat too often. */
  readonly minBits: number;
  /** The share of molecules (per mille) with stereo configurations. */
  readonly stereoPerMille: number;
  /** A group that is added first, if a core alone is too small. */
  readonly first?: string;
  /** For chains: the groups that end them. */
  readonly ends?: { readonly tail: string; readonly core: string; readonly corePerMille: number };
}

/** By which shares the molecules of one choice of the parameter “composition” are drawn. */
interface MoleculeDistributions {
  readonly modes: readonly MoleculeKind[];
  readonly isotopePerMille: number;
  /** The share of salts (per mille) among neutral and among charged molecules. */
  readonly saltPerMille: { readonly neutral: number; readonly charged: number };
}

const extension = (group: string, perMille: number, least = 1, linkerPerMille = 0) => ({
  group,
  perMille,
  least,
  linkerPerMille,
});

/** Fitted by e2e/interop/molecule_statistics.py to the figures in meta.ts. */
export const moleculeDistributions: Readonly<Record<Composition, MoleculeDistributions>> = {
  chembl: {
    isotopePerMille: 4,
    saltPerMille: { neutral: 58, charged: 600 },
    modes: [
      {
        perMille: 887,
        core: 'ring',
        sizes: [
          [0, 11],
          [0.01, 14],
          [0.05, 18],
          [0.1, 20],
          [0.25, 22],
          [0.5, 27],
          [0.75, 31],
          [0.9, 37],
          [0.95, 40],
          [0.99, 48],
          [1, 68],
        ],
        extensions: [extension('ring', 560, 7, 660), extension('sub', 440)],
        minBits: 18,
        stopPerMille: 300,
        stereoPerMille: 980,
      },
      {
        perMille: 22,
        core: 'chain',
        sizes: [
          [0, 11],
          [0.3, 16],
          [0.8, 28],
          [1, 45],
        ],
        extensions: [extension('sub', 700), extension('ring', 150, 10, 500), extension('acyl', 150, 4)],
        minBits: 18,
        stopPerMille: 150,
        stereoPerMille: 700,
      },
      {
        perMille: 26,
        core: 'residue',
        sizes: [
          [0, 20],
          [0.3, 35],
          [0.6, 55],
          [0.9, 100],
          [1, 190],
        ],
        extensions: [extension('residue', 1_000, 9)],
        minBits: 18,
        stopPerMille: 150,
        stereoPerMille: 960,
        ends: { tail: 'carboxyEnd', core: 'aminoEnd', corePerMille: 450 },
      },
      {
        perMille: 33,
        core: 'natural',
        sizes: [
          [0, 20],
          [0.5, 34],
          [0.9, 55],
          [1, 80],
        ],
        extensions: [
          extension('sub', 350),
          extension('oxygenSub', 250),
          extension('glycosyl', 150, 10),
          extension('ring', 250, 9, 500),
        ],
        minBits: 18,
        stopPerMille: 150,
        stereoPerMille: 900,
      },
      {
        perMille: 14,
        core: 'nucleoside',
        sizes: [
          [0, 22],
          [0.5, 30],
          [1, 45],
        ],
        extensions: [extension('sub', 400), extension('phosphoryl', 200), extension('ring', 400, 8, 600)],
        minBits: 18,
        stopPerMille: 150,
        stereoPerMille: 930,
      },
      {
        perMille: 10,
        core: 'sugar',
        sizes: [
          [0, 16],
          [0.5, 30],
          [0.9, 60],
          [1, 90],
        ],
        extensions: [extension('glycosyl', 450, 9), extension('oxygenSub', 250), extension('ring', 300, 8, 300)],
        minBits: 18,
        stopPerMille: 150,
        stereoPerMille: 960,
      },
      {
        perMille: 8,
        core: 'lipid',
        first: 'acyl',
        sizes: [
          [0, 16],
          [0.5, 30],
          [1, 60],
        ],
        extensions: [extension('acyl', 700, 3), extension('sub', 300)],
        minBits: 18,
        stopPerMille: 150,
        stereoPerMille: 700,
      },
    ],
  },
  chebi: {
    isotopePerMille: 4,
    saltPerMille: { neutral: 12, charged: 60 },
    modes: [
      {
        perMille: 535,
        core: 'ring',
        sizes: [
          [0, 9],
          [0.05, 12],
          [0.25, 19],
          [0.5, 26],
          [0.75, 33],
          [0.9, 41],
          [1, 62],
        ],
        extensions: [extension('ring', 390, 8, 450), extension('sub', 610)],
        minBits: 19,
        stopPerMille: 150,
        stereoPerMille: 700,
      },
      {
        perMille: 65,
        core: 'chain',
        sizes: [
          [0, 9],
          [0.3, 12],
          [0.8, 19],
          [1, 45],
        ],
        extensions: [extension('sub', 750), extension('acyl', 250, 3)],
        minBits: 19,
        stopPerMille: 150,
        stereoPerMille: 850,
      },
      {
        perMille: 65,
        core: 'residue',
        sizes: [
          [0, 14],
          [0.5, 18],
          [0.9, 34],
          [1, 105],
        ],
        extensions: [extension('residue', 1_000, 9)],
        minBits: 19,
        stopPerMille: 150,
        stereoPerMille: 980,
        ends: { tail: 'carboxyEnd', core: 'aminoEnd', corePerMille: 200 },
      },
      {
        perMille: 165,
        core: 'natural',
        sizes: [
          [0, 16],
          [0.5, 28],
          [0.9, 44],
          [1, 76],
        ],
        extensions: [
          extension('sub', 400),
          extension('oxygenSub', 200),
          extension('glycosyl', 300, 9),
          extension('acyl', 100, 6),
        ],
        minBits: 19,
        stopPerMille: 150,
        stereoPerMille: 950,
      },
      {
        perMille: 60,
        core: 'nucleoside',
        sizes: [
          [0, 22],
          [0.5, 28],
          [1, 54],
        ],
        extensions: [extension('sub', 350), extension('phosphoryl', 400), extension('acyl', 250, 4)],
        minBits: 19,
        stopPerMille: 150,
        stereoPerMille: 970,
      },
      {
        perMille: 50,
        core: 'sugar',
        sizes: [
          [0, 18],
          [0.5, 24],
          [0.8, 36],
          [1, 85],
        ],
        extensions: [extension('glycosyl', 750, 9), extension('oxygenSub', 250)],
        minBits: 19,
        stopPerMille: 150,
        stereoPerMille: 980,
      },
      {
        perMille: 60,
        core: 'lipid',
        first: 'acyl',
        sizes: [
          [0, 13],
          [0.4, 15],
          [0.9, 32],
          [1, 64],
        ],
        extensions: [extension('acyl', 700, 3), extension('sub', 300)],
        minBits: 19,
        stopPerMille: 150,
        stereoPerMille: 850,
      },
    ],
  },
};

/** The number of atoms other than hydrogen, from a random word. */
export function heavyAtomCount({ sizes }: MoleculeKind, random: number): number {
  const share = random / 0x100000000;
  for (let bend = 1; bend < sizes.length; bend += 1) {
    const [to, high] = sizes[bend] as readonly [number, number];
    if (share >= to) continue;
    const [from, low] = sizes[bend - 1] as readonly [number, number];
    return low + Math.floor(((high + 1 - low) * (share - from)) / (to - from));
  }
  return (sizes.at(-1) as readonly [number, number])[1];
}
