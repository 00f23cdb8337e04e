import type { Molecules } from '../../model/molecules/molecules';

const [nitrogen, oxygen, phosphorus] = [7, 8, 15] as const;
const oxidizedHalogens = [17, 35, 53];

/**
 * Normalizes groups that toolkits write either with separated charges ([N+](=O)[O-]) or with more bonds (N(=O)=O), so that molecules can be compared: nitro groups, N-oxides, azides, diazo
 * groups, oxyacids of halogens, and phosphorus with three neighbours. Each terminal O− or N− of such a group gets one more bond to its neighbour, which takes its charge. This is done for
 * every such bond independently, so it does not matter which oxygen had the charge. Azides [N−][N+]#N become N=N#N. Bonds that are only marked aromatic are not changed.
 */
export function withoutChargeSeparation(molecules: Molecules): Molecules {
  const { atoms, bonds, atomOffsets, bondOffsets } = molecules;
  const { elements, charges, hydrogens } = atoms;
  if (!charges.includes(-1)) return molecules;
  const { degrees, onlyOxygens, endsInNitrogen } = surroundingsOf(molecules);
  const [movedCharges, movedOrders] = [charges.slice(), bonds.orders.slice()];
  const gains = (end: number, center: number, order: number): boolean => {
    if (charges[end] !== -1 || hydrogens[end] !== 0) return false;
    if (elements[end] === nitrogen && degrees[end] === 2)
      return order === 1 && charges[center] === 1 && endsInNitrogen[center] === 1;
    if (degrees[end] !== 1) return false;
    if (elements[end] === nitrogen) return order === 2 && elements[center] === nitrogen;
    if (elements[end] !== oxygen || order !== 1) return false;
    const element = elements[center] as number;
    return (
      element === nitrogen ||
      (element === phosphorus && degrees[center] === 3) ||
      (oxidizedHalogens.includes(element) && onlyOxygens[center] === 1)
    );
  };
  for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1) {
    const first = atomOffsets[molecule] as number;
    for (let bond = bondOffsets[molecule] as number; bond < (bondOffsets[molecule + 1] as number); bond += 1) {
      const [begin, end] = [first + (bonds.begins[bond] as number), first + (bonds.ends[bond] as number)];
      const order = bonds.orders[bond] as number;
      const [from, to] = gains(begin, end, order) ? [begin, end] : gains(end, begin, order) ? [end, begin] : [-1, -1];
      if (from < 0) continue;
      movedOrders[bond] = order + 1;
      movedCharges[from] = (movedCharges[from] as number) + 1;
      movedCharges[to] = (movedCharges[to] as number) - 1;
    }
  }
  return { ...molecules, atoms: { ...atoms, charges: movedCharges }, bonds: { ...bonds, orders: movedOrders } };
}

interface Surroundings {
  readonly degrees: Uint16Array;
  /** 1 if all neighbours are oxygen. */
  readonly onlyOxygens: Uint8Array;
  /** 1 for a nitrogen with two neighbours and a triple bond to a terminal nitrogen. */
  readonly endsInNitrogen: Uint8Array;
}

function surroundingsOf({
  atoms: { elements },
  bonds,
  atomOffsets,
  bondOffsets,
  moleculeCount,
}: Molecules): Surroundings {
  const degrees = new Uint16Array(elements.length);
  const onlyOxygens = new Uint8Array(elements.length).fill(1);
  const triples: [begin: number, end: number][] = [];
  for (let molecule = 0; molecule < moleculeCount; molecule += 1) {
    const first = atomOffsets[molecule] as number;
    for (let bond = bondOffsets[molecule] as number; bond < (bondOffsets[molecule + 1] as number); bond += 1) {
      const [begin, end] = [first + (bonds.begins[bond] as number), first + (bonds.ends[bond] as number)];
      degrees[begin] = (degrees[begin] as number) + 1;
      degrees[end] = (degrees[end] as number) + 1;
      if (elements[end] !== oxygen) onlyOxygens[begin] = 0;
      if (elements[begin] !== oxygen) onlyOxygens[end] = 0;
      if (bonds.orders[bond] === 3 && elements[begin] === nitrogen && elements[end] === nitrogen)
        triples.push([begin, end]);
    }
  }
  const endsInNitrogen = new Uint8Array(elements.length);
  for (const [begin, end] of triples) {
    if (degrees[end] === 1 && degrees[begin] === 2) endsInNitrogen[begin] = 1;
    if (degrees[begin] === 1 && degrees[end] === 2) endsInNitrogen[end] = 1;
  }
  return { degrees, onlyOxygens, endsInNitrogen };
}
