/** Which candidates the Java harness measures (formatlab.Main measure), by what it calls them, and what its files hold of molecules. */

/** @import { DatasetSchema } from '../../../workers/model/dataset' */
/** @import { Molecules } from '../../../workers/model/molecules/molecules' */
/** @import { Candidate } from '../../../workers/model/plan' */
/** @import { MoleculeSession } from '../molecule-session' */

/** @typedef {typeof import('./measured-module')} Product */

/**
 * A row of the harness, or why a candidate is none of it. Rows that were `taken` before (by which candidate) are measured once.
 * @param {Candidate} candidate
 * @param {ReadonlyMap<string, number>} taken
 * @returns {{ row: string, reason?: undefined } | { row?: undefined, reason: string }}
 */
export function harnessRowOf(candidate, taken) {
  const { format, implementation, options, codec } = candidate;
  if (codec !== null) return { reason: 'The Java harness writes files as they are, without a codec.' };
  if (implementation !== 'formatlab')
    return { reason: otherLibraries[implementation] ?? `${implementation} is no library of Java.` };
  if (!Object.hasOwn(names, format))
    return { reason: 'The Java harness has molecules as CDK and Kryo write them, and nothing for this format.' };
  if (
    format === 'cml' &&
    (options.ids !== 'file' || options.aromaticity !== 'flags' || options.hydrogens !== 'counted')
  ) {
    return {
      reason: 'CDK 1.5.11 writes CML in one way: ids through the file, aromatic marks, hydrogens on every atom.',
    };
  }
  const row = format === 'kryo' ? `kryo/${options.numbers}` : format;
  const before = taken.get(row);
  if (before !== undefined)
    return { reason: `In Java this is the same as candidate ${before + 1}, and measured there.` };
  return { row };
}

/** @type {Readonly<Record<string, 'javaObjects' | 'kryo' | 'atomContainer' | 'cml' | 'smiles'>>} */
const names = {
  'java-objects': 'javaObjects',
  kryo: 'kryo',
  'atom-container': 'atomContainer',
  cml: 'cml',
  smiles: 'smiles',
};

/** @type {Readonly<Record<string, string>>} */
const otherLibraries = {
  rdkit: 'RDKit is written in C++: the native script in Python measures it.',
  openchemlib: 'The Java harness has CDK and Kryo; OpenChemLib in Java is not among them.',
};

/**
 * What Java's file has beside what the format itself declares, in words, and taken away.
 * @type {Readonly<Record<string, { words: string[], forget: (product: Product, molecules: Molecules) => Molecules }>>}
 */
const lostByCdk = {
  'atom-container': {
    words: [
      'Stereo of which CDK 1.5.11 has no classes: of centres that are not tetrahedral, and of double bonds that hydrogens tell.',
    ],
    forget: (product, molecules) =>
      product.filterStereoElements(molecules, (element, molecule) => hasClass(product, molecules, element, molecule)),
  },
  cml: {
    words: ['All configurations, which CDK 1.5.11 does not write, and titles, of which it takes no notice.'],
    forget: (product, molecules) => product.withoutTitles(product.withoutStereo(molecules)),
  },
  smiles: {
    words: [
      'Stereo of which CDK 1.5.11 has no classes: of centres that are not tetrahedral, of nitrogens, and of double bonds that hydrogens tell.',
    ],
    forget: (product, molecules) =>
      product.filterStereoElements(
        molecules,
        (element, molecule) =>
          hasClass(product, molecules, element, molecule) && !isNitrogen(product, molecules, element, molecule),
      ),
  },
};

/** @type {(product: Product, molecules: Molecules, element: number, molecule: number) => boolean} */
function hasClass({ stereoKinds, carrierSlots }, { stereo, bonds, bondOffsets }, element, molecule) {
  const kind = stereo.kinds[element];
  if (kind === stereoKinds.tetrahedral || kind === stereoKinds.allenal) return true;
  if (kind !== stereoKinds.doubleBond) return false;
  const bond = (bondOffsets[molecule] ?? 0) + (stereo.centers[element] ?? 0);
  const ends = [bonds.begins[bond], bonds.ends[bond]];
  return (
    !ends.includes(stereo.carriers[carrierSlots * element]) &&
    !ends.includes(stereo.carriers[carrierSlots * element + 1])
  );
}

/** @type {(product: Product, molecules: Molecules, element: number, molecule: number) => boolean} */
const isNitrogen = ({ stereoKinds }, { stereo, atoms, atomOffsets }, element, molecule) =>
  stereo.kinds[element] === stereoKinds.tetrahedral &&
  atoms.elements[(atomOffsets[molecule] ?? 0) + (stereo.centers[element] ?? 0)] === 7;

/**
 * The product's own files of molecules, and its check of Java's: null where Java's file holds them, less what is lost; else where it differs.
 * @param {Product} product
 * @param {Candidate} candidate one that has a row
 * @param {DatasetSchema} schema
 */
export async function openRow(product, { format, options }, schema) {
  const name = names[format];
  const meta = product.formats.get(format)?.implementations.find(({ id }) => id === 'formatlab');
  if (name === undefined || meta === undefined) throw new Error(`The Java harness has no format ${format}.`);
  const module = product[name];
  const session = /** @type {MoleculeSession} */ (await module.open({ options, innerCodec: null, schema }));
  const lost = lostByCdk[format];
  return {
    loss: [...meta.loss(schema, options), ...(lost?.words ?? [])],
    /** @param {Molecules} molecules */
    encode: async (molecules) => await session.encode(molecules),
    /**
     * @param {Molecules} molecules
     * @param {Uint8Array<ArrayBuffer>} file
     */
    difference: async (molecules, file) => {
      const held = /** @type {Molecules} */ (module.forget?.(molecules, options) ?? molecules);
      return product.differenceOfMolecules(lost?.forget(product, held) ?? held, await session.decode(file));
    },
  };
}
