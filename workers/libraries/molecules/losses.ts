import { bondOrderAromatic, carrierSlots, type Molecules } from '../../model/molecules/molecules';

/** Removes properties of molecules that notations cannot express. The results share every unchanged column with their input. */

const zeros = <A extends Uint8Array | Uint16Array>(column: A): A =>
  column.some((value) => value !== 0)
    ? (new (column.constructor as new (length: number) => A)(column.length) as A)
    : column;

export function withoutCoordinates(molecules: Molecules): Molecules {
  return molecules.coordinates === null ? molecules : { ...molecules, coordinates: null };
}

export function withoutTitles(molecules: Molecules): Molecules {
  if (molecules.titles.data.length === 0) return molecules;
  return { ...molecules, titles: { offsets: new Int32Array(molecules.moleculeCount + 1), data: new Uint8Array() } };
}

export function withoutMaps(molecules: Molecules): Molecules {
  return { ...molecules, atoms: { ...molecules.atoms, maps: zeros(molecules.atoms.maps) } };
}

export function withoutIsotopes(molecules: Molecules): Molecules {
  return { ...molecules, atoms: { ...molecules.atoms, isotopes: zeros(molecules.atoms.isotopes) } };
}

/** Removes only the aromatic flags; orders stay. */
export function withoutAromaticFlags(molecules: Molecules): Molecules {
  return {
    ...molecules,
    atoms: { ...molecules.atoms, aromatic: zeros(molecules.atoms.aromatic) },
    bonds: { ...molecules.bonds, aromatic: zeros(molecules.bonds.aromatic) },
  };
}

/** Gives bonds that are marked aromatic the order {@link bondOrderAromatic}, and marks bonds of that order. The Kekulé structure is then lost. */
export function withoutKekule(molecules: Molecules): Molecules {
  const { orders, aromatic } = molecules.bonds;
  const [lessOrders, moreFlags] = [orders.slice(), aromatic.slice()];
  for (let bond = 0; bond < orders.length; bond += 1) {
    if (aromatic[bond] === 1) lessOrders[bond] = bondOrderAromatic;
    else if (orders[bond] === bondOrderAromatic) moreFlags[bond] = 1;
  }
  return { ...molecules, bonds: { ...molecules.bonds, orders: lessOrders, aromatic: moreFlags } };
}

/** Keeps the stereo elements for which `keeps` returns true. Its arguments are the molecule and the index in the stereo columns. */
export function filterStereoElements(
  molecules: Molecules,
  keeps: (element: number, molecule: number) => boolean,
): Molecules {
  const { stereo, stereoOffsets, moleculeCount } = molecules;
  const kept: number[] = [];
  const offsets = new Int32Array(moleculeCount + 1);
  for (let molecule = 0; molecule < moleculeCount; molecule += 1) {
    const end = stereoOffsets[molecule + 1] ?? 0;
    for (let element = stereoOffsets[molecule] ?? 0; element < end; element += 1)
      if (keeps(element, molecule)) kept.push(element);
    offsets[molecule + 1] = kept.length;
  }
  if (kept.length === stereo.kinds.length) return molecules;
  const carriers = new Uint16Array(carrierSlots * kept.length);
  kept.forEach((element, at) => {
    carriers.set(stereo.carriers.subarray(carrierSlots * element, carrierSlots * (element + 1)), carrierSlots * at);
  });
  return {
    ...molecules,
    stereoOffsets: offsets,
    stereo: {
      kinds: Uint8Array.from(kept, (element) => stereo.kinds[element] ?? 0),
      centers: Uint16Array.from(kept, (element) => stereo.centers[element] ?? 0),
      carriers,
      configurations: Uint8Array.from(kept, (element) => stereo.configurations[element] ?? 0),
    },
  };
}

export function withoutStereo(molecules: Molecules): Molecules {
  return filterStereoElements(molecules, () => false);
}
