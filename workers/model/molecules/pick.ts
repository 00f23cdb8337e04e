import type { ByteStrings } from '../byte-strings';
import { carrierSlots, type Molecules } from './molecules';

/** The byte strings at the given indices, in that order. */
export function pickTexts({ offsets, data }: ByteStrings, chosen: readonly number[]): ByteStrings {
  const picked = pickedOffsets(offsets, chosen);
  return { offsets: picked, data: pickColumn(data, offsets, picked, chosen) };
}

/** The molecules at the given indices, in that order. */
export function pickMolecules(molecules: Molecules, chosen: readonly number[]): Molecules {
  const { atomOffsets, bondOffsets, stereoOffsets, atoms, bonds, stereo, coordinates } = molecules;
  const [ofAtoms, ofBonds, ofStereo] = [atomOffsets, bondOffsets, stereoOffsets].map((offsets) =>
    pickedOffsets(offsets, chosen),
  ) as [Int32Array, Int32Array, Int32Array];
  const atom = <A extends Column>(column: A) => pickColumn(column, atomOffsets, ofAtoms, chosen);
  const bond = <A extends Column>(column: A) => pickColumn(column, bondOffsets, ofBonds, chosen);
  const element = <A extends Column>(column: A, width = 1) =>
    pickColumn(column, stereoOffsets, ofStereo, chosen, width);
  return {
    kind: 'molecules',
    moleculeCount: chosen.length,
    atomOffsets: ofAtoms,
    bondOffsets: ofBonds,
    stereoOffsets: ofStereo,
    atoms: {
      elements: atom(atoms.elements),
      isotopes: atom(atoms.isotopes),
      charges: atom(atoms.charges),
      hydrogens: atom(atoms.hydrogens),
      aromatic: atom(atoms.aromatic),
      maps: atom(atoms.maps),
    },
    bonds: {
      begins: bond(bonds.begins),
      ends: bond(bonds.ends),
      orders: bond(bonds.orders),
      aromatic: bond(bonds.aromatic),
    },
    stereo: {
      kinds: element(stereo.kinds),
      centers: element(stereo.centers),
      carriers: element(stereo.carriers, carrierSlots),
      configurations: element(stereo.configurations),
    },
    coordinates: coordinates === null ? null : pickColumn(coordinates, atomOffsets, ofAtoms, chosen, 2),
    titles: pickTexts(molecules.titles, chosen),
  };
}

type Column = Uint8Array | Int8Array | Uint16Array | Float64Array;

function pickedOffsets(offsets: Int32Array, chosen: readonly number[]): Int32Array {
  const picked = new Int32Array(chosen.length + 1);
  chosen.forEach((item, index) => {
    picked[index + 1] = (picked[index] ?? 0) + (offsets[item + 1] ?? 0) - (offsets[item] ?? 0);
  });
  return picked;
}

/** Copies `width` values for each entry of the offsets. */
function pickColumn<A extends Column>(
  column: A,
  offsets: Int32Array,
  picked: Int32Array,
  chosen: readonly number[],
  width = 1,
): A {
  const made = new (column.constructor as new (length: number) => A)(width * (picked.at(-1) ?? 0));
  chosen.forEach((item, index) => {
    made.set(
      column.subarray(width * (offsets[item] ?? 0), width * (offsets[item + 1] ?? 0)) as never,
      width * (picked[index] ?? 0),
    );
  });
  return made;
}
