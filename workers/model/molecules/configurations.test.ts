import { describe, expect, it } from 'vitest';
import { configurationInOrder } from './configurations';
import { type StereoKind, stereoKinds, stereoShapes } from './molecules';

function permutations(length: number): number[][] {
  if (length === 0) return [[]];
  return permutations(length - 1).flatMap((rest) =>
    Array.from({ length }, (_, at) => [...rest.slice(0, at), length - 1, ...rest.slice(at)]),
  );
}

/** Orders of carriers that leave the first number as it is: the rotations of the shape. */
const rotations: readonly (readonly [name: string, kind: StereoKind, count: number])[] = [
  ['tetrahedron', stereoKinds.tetrahedral, 12],
  ['square', stereoKinds.squarePlanar, 8],
  ['bipyramid', stereoKinds.trigonalBipyramidal, 6],
  ['octahedron', stereoKinds.octahedral, 24],
];

describe('configurationInOrder', () => {
  it.each(rotations)(
    '%s: each number comes as often as the shape has rotations, and there and back is the same',
    (_, kind, count) => {
      const shape = stereoShapes[kind];
      const carriers = Array.from({ length: shape.carriers }, (_, slot) => 10 + slot);
      for (let configuration = 1; configuration <= shape.configurations; configuration += 1) {
        const found = new Array<number>(shape.configurations + 1).fill(0);
        for (const order of permutations(shape.carriers)) {
          const turned = order.map((slot) => carriers[slot] as number);
          const number = configurationInOrder({ kind, configuration, carriers }, turned);
          found[number] = (found[number] ?? 0) + 1;
          expect(configurationInOrder({ kind, configuration: number, carriers: turned }, carriers)).toBe(configuration);
        }
        expect(found).toEqual([0, ...new Array<number>(shape.configurations).fill(count)]);
      }
    },
  );

  it('says the same of one arrangement over two orders as over one', () => {
    for (const kind of [stereoKinds.trigonalBipyramidal, stereoKinds.octahedral, stereoKinds.squarePlanar] as const) {
      const shape = stereoShapes[kind];
      const carriers = Array.from({ length: shape.carriers }, (_, slot) => slot);
      const orders = permutations(shape.carriers).filter((_, index) => index % 7 === 0);
      for (const [index, order] of orders.entries()) {
        const configuration = 1 + (index % shape.configurations);
        const next = orders[(index + 5) % orders.length] as number[];
        const over = configurationInOrder(
          { kind, configuration: configurationInOrder({ kind, configuration, carriers }, order), carriers: order },
          next,
        );
        expect(over).toBe(configurationInOrder({ kind, configuration, carriers }, next));
      }
    }
  });

  it('knows examples of the OpenSMILES specification', () => {
    // S[As@TB5](F)(N)(Cl)Br is F[As@TB10](S)(Cl)(N)Br; F[As@TB15](Cl)(S)(Br)N is Br[As@TB20](Cl)(S)(F)N; atoms S F Cl Br N.
    expect(
      configurationInOrder(
        { kind: stereoKinds.trigonalBipyramidal, configuration: 5, carriers: [0, 1, 4, 2, 3] },
        [1, 0, 2, 4, 3],
      ),
    ).toBe(10);
    expect(
      configurationInOrder(
        { kind: stereoKinds.trigonalBipyramidal, configuration: 15, carriers: [1, 2, 0, 3, 4] },
        [3, 2, 0, 1, 4],
      ),
    ).toBe(20);
    // C[Co@](F)(Cl)(Br)(I)S is F[Co@@](S)(I)(C)(Cl)Br; atoms C F Cl Br I S.
    expect(
      configurationInOrder(
        { kind: stereoKinds.octahedral, configuration: 1, carriers: [0, 1, 2, 3, 4, 5] },
        [1, 5, 4, 0, 2, 3],
      ),
    ).toBe(2);
    // S[Co@OH5](F)(I)(Cl)(C)Br is Br[Co@OH9](C)(S)(Cl)(F)I.
    expect(
      configurationInOrder(
        { kind: stereoKinds.octahedral, configuration: 5, carriers: [5, 1, 4, 2, 0, 3] },
        [3, 0, 5, 2, 1, 4],
      ),
    ).toBe(9);
    // N1[C@] against N1[C@@]: two carriers exchanged.
    expect(
      configurationInOrder({ kind: stereoKinds.tetrahedral, configuration: 1, carriers: [0, 1, 2, 3] }, [1, 0, 2, 3]),
    ).toBe(2);
  });

  it('gives 0 where the carriers are others', () => {
    expect(
      configurationInOrder({ kind: stereoKinds.tetrahedral, configuration: 1, carriers: [0, 1, 2, 3] }, [0, 1, 2, 4]),
    ).toBe(0);
  });

  it.each([
    [stereoKinds.tetrahedral, 4],
    [stereoKinds.allenal, 4],
    [stereoKinds.squarePlanar, 4],
    [stereoKinds.trigonalBipyramidal, 5],
    [stereoKinds.octahedral, 6],
  ])('of kind %i, gives 0 for each of %i carriers that is another, or named twice', (kind, count) => {
    const carriers = Array.from({ length: count }, (_, slot) => 10 + slot);
    for (let slot = 0; slot < count; slot += 1) {
      const withOther = (other: number) => carriers.map((carrier, at) => (at === slot ? other : carrier));
      expect(configurationInOrder({ kind, configuration: 1, carriers }, withOther(99))).toBe(0);
      const neighbour = carriers[(slot + 1) % count] ?? 0;
      expect(configurationInOrder({ kind, configuration: 1, carriers }, withOther(neighbour))).toBe(0);
    }
    expect(configurationInOrder({ kind, configuration: 1, carriers }, carriers)).toBe(1);
  });

  it('tells the sides of a double bond by which of two carriers each end names', () => {
    const numbers = (configuration: number) =>
      [
        [1, 2],
        [9, 2],
        [1, 9],
        [9, 8],
      ].map((order) => configurationInOrder({ kind: stereoKinds.doubleBond, configuration, carriers: [1, 2] }, order));
    expect(numbers(1)).toEqual([1, 2, 2, 1]);
    expect(numbers(2)).toEqual([2, 1, 1, 2]);
  });

  it('counts the exchanges of four carriers, one of which may stand twice', () => {
    for (const kind of [stereoKinds.tetrahedral, stereoKinds.allenal] as const) {
      const inOrder = (configuration: number, ...order: number[]) =>
        configurationInOrder({ kind, configuration, carriers: [5, 1, 2, 5] }, order);
      expect([inOrder(1, 5, 1, 2, 5), inOrder(1, 5, 5, 1, 2), inOrder(1, 5, 5, 2, 1), inOrder(2, 5, 5, 2, 1)]).toEqual([
        1, 1, 2, 1,
      ]);
      const four = (...order: number[]) =>
        configurationInOrder({ kind, configuration: 1, carriers: [0, 1, 2, 3] }, order);
      expect([four(1, 0, 2, 3), four(1, 2, 0, 3), four(1, 2, 3, 0), four(3, 2, 1, 0), four(0, 1, 3, 2)]).toEqual([
        2, 1, 2, 1, 2,
      ]);
    }
  });
});
