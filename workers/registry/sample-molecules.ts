import type { Dataset } from '../model/dataset';
import { MoleculesBuilder } from '../model/molecules/builder';
import { type Molecules, stereoKinds } from '../model/molecules/molecules';

/**
 * Small molecules with the edge cases of molecular graphs, for the contract tests and the reference readers. Atoms have the order of the
 * SMILES in each comment.
 */

const [H, C, N, O, Cl] = [1, 6, 7, 8, 17] as const;

/** Coordinates for each atom, so that drawings and files have some. They are multiples of 0.25, which four decimals represent exactly. */
const place = (atom: number) => [1.25 * atom, atom % 2 === 0 ? 0 : 0.75] as const;

class Sketch {
  readonly #builder: MoleculesBuilder;

  constructor(coordinates: boolean) {
    this.#builder = new MoleculesBuilder({ coordinates });
  }

  atom(
    element: number,
    hydrogens: number,
    given: {
      readonly charge?: number;
      readonly isotope?: number;
      readonly aromatic?: boolean;
      readonly map?: number;
    } = {},
  ): number {
    const [x, y] = place(this.#builder.atomCount);
    return this.#builder.addAtom(
      element,
      hydrogens,
      given.charge ?? 0,
      given.isotope ?? 0,
      given.aromatic ? 1 : 0,
      given.map ?? 0,
      x,
      y,
    );
  }

  bond(begin: number, end: number, order = 1, aromatic = false): number {
    return this.#builder.addBond(begin, end, order, aromatic ? 1 : 0);
  }

  /** Adds a ring of aromatic carbons, each with one hydrogen. If `substituted`, the first has none. */
  benzene(substituted = false): void {
    const first = this.atom(C, substituted ? 0 : 1, { aromatic: true });
    for (let index = 1; index < 6; index += 1)
      this.bond(first + index - 1, this.atom(C, 1, { aromatic: true }), index % 2 === 1 ? 2 : 1, true);
    this.bond(first, first + 5, 1, true);
  }

  get builder(): MoleculesBuilder {
    return this.#builder;
  }
}

/**
 * Molecules that every notation supports: organic molecules with charges, isotopes, aromatic rings, stereo elements and several components.
 */
function common(coordinates: boolean, titled: boolean): Molecules {
  const sketch = new Sketch(coordinates);
  const { builder } = sketch;
  const end = (title: string) => builder.endMolecule(titled ? title : '');
  // CCO
  sketch.atom(C, 3);
  sketch.bond(0, sketch.atom(C, 2));
  sketch.bond(1, sketch.atom(O, 1));
  end('ethanol');
  // c1ccccc1
  sketch.benzene();
  end('benzene');
  // N[C@@H](C)C(=O)O
  sketch.atom(N, 2);
  sketch.bond(0, sketch.atom(C, 1));
  sketch.bond(1, sketch.atom(C, 3));
  sketch.bond(1, sketch.atom(C, 0));
  sketch.bond(3, sketch.atom(O, 0), 2);
  sketch.bond(3, sketch.atom(O, 1));
  builder.addStereo(stereoKinds.tetrahedral, 1, 2, [0, 1, 2, 3]);
  end('L-alanine');
  // C/C=C/C
  sketch.atom(C, 3);
  sketch.bond(0, sketch.atom(C, 1));
  const double = sketch.bond(1, sketch.atom(C, 1), 2);
  sketch.bond(2, sketch.atom(C, 3));
  builder.addStereo(stereoKinds.doubleBond, double, 1, [0, 3]);
  end('(E)-but-2-ene');
  // [13CH3][NH3+].[Cl-]
  sketch.atom(C, 3, { isotope: 13 });
  sketch.bond(0, sketch.atom(N, 3, { charge: 1 }));
  sketch.atom(Cl, 0, { charge: -1 });
  end('methyl-13C-ammonium chloride, naïve “title” 日本');
  // c1cc[nH]c1
  const pyrrole = [C, C, C, N, C].map((element) => sketch.atom(element, 1, { aromatic: true }));
  for (const [from, to, order] of [
    [0, 1, 1],
    [1, 2, 2],
    [2, 3, 1],
    [3, 4, 1],
    [0, 4, 2],
  ] as const)
    sketch.bond(pyrrole[from] ?? 0, pyrrole[to] ?? 0, order, true);
  end('pyrrole');
  // [2H]O
  sketch.atom(H, 0, { isotope: 2 });
  sketch.bond(0, sketch.atom(O, 1));
  end('');
  return builder.finish();
}

/** Molecules that only some notations support: wildcards, atom classes, allenes, atoms without hydrogens. */
function unusual(): Molecules {
  const sketch = new Sketch(false);
  const { builder } = sketch;
  // [*:1]C
  sketch.atom(0, 0, { map: 1 });
  sketch.bond(0, sketch.atom(C, 3));
  builder.endMolecule('R-CH3');
  // CC=[C@]=CC
  sketch.atom(C, 3);
  sketch.bond(0, sketch.atom(C, 1));
  sketch.bond(1, sketch.atom(C, 0), 2);
  sketch.bond(2, sketch.atom(C, 1), 2);
  sketch.bond(3, sketch.atom(C, 3));
  builder.addStereo(stereoKinds.allenal, 2, 1, [0, 1, 3, 4]);
  builder.endMolecule('penta-2,3-diene');
  // [Pb]
  sketch.atom(82, 0);
  builder.endMolecule('lead');
  return builder.finish();
}

/** Many molecules, so that values repeat. */
function many(): Molecules {
  const sketch = new Sketch(true);
  for (let molecule = 0; molecule < 300; molecule += 1) {
    const chain = molecule % 17;
    sketch.benzene(chain > 0);
    let last = 0;
    for (let length = 0; length < chain; length += 1) {
      const choice = (molecule + length) % 3;
      const next = sketch.atom([C, N, O][choice] ?? C, ([4, 3, 2][choice] ?? 4) - (length + 1 < chain ? 2 : 1));
      sketch.bond(last, next);
      last = next;
    }
    sketch.builder.endMolecule(`M${molecule}`);
  }
  return sketch.builder.finish();
}

/** The sample datasets of molecules, by name. */
export function sampleMolecules(): readonly (readonly [string, Dataset])[] {
  return [
    ['molecules', common(false, true)],
    ['molecules-coordinates', common(true, true)],
    ['molecules-untitled', common(true, false)],
    ['molecules-unusual', unusual()],
    ['molecules-300', many()],
    ['molecules-0', new MoleculesBuilder({ coordinates: false }).finish()],
  ];
}
