import { unpackTexts } from '../canonical';
import { carrierSlots, type Molecules, type StereoKind, stereoKinds, stereoShapes } from './molecules';
import { type Configuration, sameConfiguration } from './same-configuration';

/** The maximum number of atoms to try before two molecules count as different. Only graphs of extreme symmetry come near this limit. */
const maxTries = 500_000;

/**
 * Compares molecules as labelled graphs. Returns null if both datasets hold the same molecules in the same order, each up to the order of
 * its atoms, bonds and stereo elements (graph isomorphism, stereo included); otherwise a sentence that says where they differ. It checks
 * every mapping bond by bond, so it never takes different molecules for equal.
 */
export function differenceOfMolecules(expected: Molecules, found: Molecules): string | null {
  if (expected.moleculeCount !== found.moleculeCount)
    return `It returned ${found.moleculeCount} molecules, but ${expected.moleculeCount} were written.`;
  if ((expected.coordinates === null) !== (found.coordinates === null))
    return found.coordinates === null
      ? 'It returned no coordinates.'
      : 'It returned coordinates, but none were written.';
  const [titles, foundTitles] = [unpackTexts(expected.titles), unpackTexts(found.titles)];
  for (let molecule = 0; molecule < expected.moleculeCount; molecule += 1) {
    if (titles[molecule] !== foundTitles[molecule])
      return `It returned the title “${foundTitles[molecule]?.slice(0, 100)}” for molecule ${molecule + 1}, but “${titles[molecule]?.slice(0, 100)}” was written.`;
    if (identical(expected, found, molecule)) continue;
    const difference = differenceOfGraphs(new Graph(expected, molecule), new Graph(found, molecule));
    if (difference !== null)
      return `Molecule ${molecule + 1}${titles[molecule] === '' ? '' : ` (${titles[molecule]?.slice(0, 100)})`} came back ${difference}.`;
  }
  return null;
}

/**
 * True if the molecule has the same values in every column of both datasets. This check is fast and usually succeeds. All previous
 * molecules must have equally many atoms, bonds and stereo elements in both.
 */
function identical(a: Molecules, b: Molecules, molecule: number): boolean {
  const same = (
    left: ArrayLike<number>,
    right: ArrayLike<number>,
    leftOffsets: Int32Array,
    rightOffsets: Int32Array,
    width = 1,
  ) => {
    if (leftOffsets[molecule + 1] !== rightOffsets[molecule + 1]) return false;
    const end = width * (leftOffsets[molecule + 1] ?? 0);
    for (let at = width * (leftOffsets[molecule] ?? 0); at < end; at += 1) if (left[at] !== right[at]) return false;
    return true;
  };
  return (
    (['elements', 'isotopes', 'charges', 'hydrogens', 'aromatic', 'maps'] as const).every((name) =>
      same(a.atoms[name], b.atoms[name], a.atomOffsets, b.atomOffsets),
    ) &&
    (['begins', 'ends', 'orders', 'aromatic'] as const).every((name) =>
      same(a.bonds[name], b.bonds[name], a.bondOffsets, b.bondOffsets),
    ) &&
    (['kinds', 'centers', 'configurations'] as const).every((name) =>
      same(a.stereo[name], b.stereo[name], a.stereoOffsets, b.stereoOffsets),
    ) &&
    same(a.stereo.carriers, b.stereo.carriers, a.stereoOffsets, b.stereoOffsets, carrierSlots) &&
    (a.coordinates === null ||
      b.coordinates === null ||
      same(a.coordinates, b.coordinates, a.atomOffsets, b.atomOffsets, 2))
  );
}

interface Bond {
  readonly to: number;
  readonly label: string;
}

/** A molecule as a graph: the neighbours of each atom, and classes of atoms that no isomorphism can mix. */
class Graph {
  readonly neighbours: Bond[][] = [];
  readonly classes: string[] = [];
  readonly stereo: (Configuration & { readonly centers: readonly number[] })[] = [];
  readonly bondCount: number;

  constructor(molecules: Molecules, molecule: number) {
    const { atoms, bonds, coordinates } = molecules;
    const first = molecules.atomOffsets[molecule] ?? 0;
    const end = molecules.atomOffsets[molecule + 1] ?? 0;
    const firstBond = molecules.bondOffsets[molecule] ?? 0;
    this.bondCount = (molecules.bondOffsets[molecule + 1] ?? 0) - firstBond;
    for (let atom = first; atom < end; atom += 1) {
      this.neighbours.push([]);
      this.classes.push(
        `${atoms.elements[atom]} ${atoms.isotopes[atom]} ${atoms.charges[atom]} ${atoms.hydrogens[atom]} ${atoms.aromatic[atom]} ${atoms.maps[atom]} ${coordinates?.[2 * atom]} ${coordinates?.[2 * atom + 1]}`,
      );
    }
    for (let bond = firstBond; bond < firstBond + this.bondCount; bond += 1) {
      const [from, to] = [bonds.begins[bond] ?? 0, bonds.ends[bond] ?? 0];
      const label = `${bonds.orders[bond]} ${bonds.aromatic[bond]}`;
      this.neighbours[from]?.push({ to, label });
      this.neighbours[to]?.push({ to: from, label });
    }
    const endStereo = molecules.stereoOffsets[molecule + 1] ?? 0;
    for (let element = molecules.stereoOffsets[molecule] ?? 0; element < endStereo; element += 1) {
      const kind = molecules.stereo.kinds[element] as StereoKind;
      const center = molecules.stereo.centers[element] ?? 0;
      const carriers = [
        ...molecules.stereo.carriers.subarray(
          element * carrierSlots,
          element * carrierSlots + stereoShapes[kind].carriers,
        ),
      ];
      const centers =
        kind === stereoKinds.doubleBond
          ? [bonds.begins[firstBond + center] ?? 0, bonds.ends[firstBond + center] ?? 0]
          : [center];
      this.stereo.push({ kind, configuration: molecules.stereo.configurations[element] ?? 0, carriers, centers });
    }
  }

  get atomCount(): number {
    return this.neighbours.length;
  }
}

/** Splits the classes of both graphs by the neighbours of each atom until no class splits further. Returns false if the graphs differ. */
function refineTogether(a: Graph, b: Graph): boolean {
  let count = 0;
  for (;;) {
    const numbers = new Map<string, number>();
    const numbered = (graph: Graph) =>
      graph.classes.map((name) => {
        const known = numbers.get(name);
        if (known !== undefined) return known;
        numbers.set(name, numbers.size);
        return numbers.size - 1;
      });
    const [left, right] = [numbered(a), numbered(b)];
    const tally = new Int32Array(numbers.size);
    for (const name of left) tally[name] = (tally[name] ?? 0) + 1;
    for (const name of right) tally[name] = (tally[name] ?? 0) - 1;
    if (tally.some((surplus) => surplus !== 0)) return false;
    if (numbers.size === count) return true;
    count = numbers.size;
    const next = (graph: Graph, own: readonly number[]) => {
      graph.neighbours.forEach((bonds, atom) => {
        graph.classes[atom] = `${own[atom]}:${bonds
          .map(({ to, label }) => `${label}-${own[to]}`)
          .sort()
          .join(',')}`;
      });
    };
    next(a, left);
    next(b, right);
  }
}

/** The order in which to map atoms: rare classes first, and each atom after one of its neighbours if possible. */
function visitingOrder(graph: Graph): { readonly atom: number; readonly parent: number | null }[] {
  const sizes = new Map<string, number>();
  for (const name of graph.classes) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  const rarity = (atom: number) => sizes.get(graph.classes[atom] ?? '') ?? 0;
  const roots = Array.from({ length: graph.atomCount }, (_, atom) => atom).sort(
    (left, right) => rarity(left) - rarity(right),
  );
  const seen = new Uint8Array(graph.atomCount);
  const order: { atom: number; parent: number | null }[] = [];
  for (const root of roots) {
    if (seen[root] === 1) continue;
    seen[root] = 1;
    const queue: { atom: number; parent: number | null }[] = [{ atom: root, parent: null }];
    for (let at = 0; at < queue.length; at += 1) {
      const visit = queue[at] as { atom: number; parent: number | null };
      order.push(visit);
      for (const { to } of graph.neighbours[visit.atom] ?? []) {
        if (seen[to] === 1) continue;
        seen[to] = 1;
        queue.push({ atom: to, parent: visit.atom });
      }
    }
  }
  return order;
}

function differenceOfGraphs(a: Graph, b: Graph): string | null {
  if (a.atomCount !== b.atomCount) return `with ${b.atomCount} atoms instead of ${a.atomCount}`;
  if (a.bondCount !== b.bondCount) return `with ${b.bondCount} bonds instead of ${a.bondCount}`;
  if (a.stereo.length !== b.stereo.length)
    return `with ${b.stereo.length} stereo elements instead of ${a.stereo.length}`;
  if (!refineTogether(a, b)) return 'with other atoms or bonds than were written';
  const order = visitingOrder(a);
  const position = new Int32Array(a.atomCount);
  order.forEach(({ atom }, at) => {
    position[atom] = at;
  });
  // A stereo element can be compared once the last of its atoms is mapped.
  const due: Graph['stereo'][] = order.map(() => []);
  for (const element of a.stereo)
    due[Math.max(...[...element.centers, ...element.carriers].map((atom) => position[atom] ?? 0))]?.push(element);
  const elementsAt = new Map(b.stereo.map((element) => [centerKey(element), element]));
  const mapped = new Int32Array(a.atomCount).fill(-1);
  const taken = new Uint8Array(b.atomCount);
  let tries = 0;

  const fits = (atom: number, candidate: number): boolean => {
    if (taken[candidate] === 1 || a.classes[atom] !== b.classes[candidate]) return false;
    const others = b.neighbours[candidate] ?? [];
    return (a.neighbours[atom] ?? []).every(
      ({ to, label }) => mapped[to] === -1 || others.some((bond) => bond.to === mapped[to] && bond.label === label),
    );
  };
  const stereoHolds = (at: number): boolean =>
    (due[at] ?? []).every((element) => {
      const turned = {
        ...element,
        centers: element.centers.map((atom) => mapped[atom] ?? -1),
        carriers: element.carriers.map((atom) => mapped[atom] ?? -1),
      };
      const other = elementsAt.get(centerKey(turned));
      if (other === undefined) return false;
      // Only a double bond has two centres.
      const reversed = other.centers[0] !== turned.centers[0];
      return sameConfiguration(turned, reversed ? { ...other, carriers: [...other.carriers].reverse() } : other);
    });

  // Iterates instead of recursing, since a molecule may have more atoms than the call stack has frames.
  const candidatesOf = (at: number): number[] => {
    const { atom, parent } = order[at] as { atom: number; parent: number | null };
    const all =
      parent === null
        ? Array.from({ length: b.atomCount }, (_, candidate) => candidate)
        : (b.neighbours[mapped[parent] ?? -1] ?? []).map(({ to }) => to);
    return all.filter((candidate) => fits(atom, candidate));
  };
  const open: { readonly candidates: number[]; next: number }[] = [];
  if (order.length > 0) open.push({ candidates: candidatesOf(0), next: 0 });
  while (open.length > 0) {
    const at = open.length - 1;
    const level = open[at] as { readonly candidates: number[]; next: number };
    const { atom } = order[at] as { atom: number };
    const before = mapped[atom] ?? -1;
    if (before >= 0) {
      taken[before] = 0;
      mapped[atom] = -1;
    }
    const candidate = level.candidates[level.next];
    level.next += 1;
    if (candidate === undefined) {
      open.pop();
      continue;
    }
    tries += 1;
    if (tries > maxTries) return 'too symmetrical to be compared atom by atom';
    mapped[atom] = candidate;
    taken[candidate] = 1;
    if (!stereoHolds(at)) continue;
    if (at + 1 === order.length) return null;
    open.push({ candidates: candidatesOf(at + 1), next: 0 });
  }
  return order.length === 0 ? null : 'with another configuration than was written';
}

/** A key of the element's centre that does not depend on which end of a double bond comes first. */
function centerKey({ kind, centers }: { readonly kind: StereoKind; readonly centers: readonly number[] }): string {
  return `${kind} ${[...centers].sort((left, right) => left - right).join(' ')}`;
}
