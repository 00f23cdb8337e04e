import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aromaticFlag } from '../../libraries/cdk-objects/objects';
import {
  atomArrayClass,
  atomClass,
  atomContainerClass,
  bondArrayClass,
  bondClass,
  chemObjectClass,
  hashMapClass,
  integerClass,
  orderClass,
  point2dClass,
  pseudoAtomClass,
} from '../../libraries/cdk-objects/classes';
import { type JavaClass, superclassChain } from '../../libraries/java-stream/java-class';
import { JavaStreamWriter } from '../../libraries/java-stream/writer';
import { unpackTexts } from '../../model/canonical';
import { inconsistencyOf, type Molecules } from '../../model/molecules/molecules';
import { FormatlabError } from '../../model/errors';
import { sampleMolecules } from '../../registry/sample-molecules';
import { format } from './implementations/formatlab';
import { readMolecules } from './read';
import { CdkObjectWriter } from './write';
import { telling } from '../../model/testing/telling';

/** Writes CDK's objects field by field, as wrong as a test wants them. What isn't told is null, 0 or false. */
class Hand {
  readonly stream = new JavaStreamWriter(0);

  object(javaClass: JavaClass, fields: Readonly<Record<string, () => void>>): number {
    const handle = this.stream.object(javaClass);
    for (const { fields: declared } of superclassChain(javaClass)) {
      for (const { name, type } of declared) {
        const write = fields[name];
        if (write !== undefined) write();
        else if (type === 'Z') this.stream.u8(0);
        else if (type === 'S') this.stream.u16(0);
        else if (type === 'I') this.stream.u32(0);
        else this.stream.nulls(1);
      }
    }
    return handle;
  }

  readonly int = (value: number) => () => this.stream.u32(value);
  readonly short = (value: number) => () => this.stream.u16(value);
  readonly text = (value: string) => () => this.stream.string(value);
  readonly to = (handle: number) => () => this.stream.reference(handle);
  readonly order = (name: string) => () => this.stream.enumConstant(orderClass, name);
  readonly integer = (value: number) => () => {
    this.stream.object(integerClass);
    this.stream.u32(value);
  };
  readonly array =
    (javaClass: JavaClass, ...elements: (() => void)[]) =>
    () => {
      this.stream.array(javaClass, elements.length);
      for (const write of elements) write();
    };
  readonly point = (x: number, y: number) => () => {
    this.stream.object(point2dClass);
    this.stream.f64(x);
    this.stream.f64(y);
  };
  readonly map =
    (...entries: (readonly [() => void, () => void])[]) =>
    () => {
      this.stream.object(hashMapClass);
      this.stream.f32(0.75);
      this.stream.u32(12);
      this.stream.blockData(8);
      this.stream.u32(16);
      this.stream.u32(entries.length);
      for (const [key, value] of entries) {
        key();
        value();
      }
      this.stream.endBlockData();
    };

  /** An atom, whose handle goes to `handles`. */
  readonly atom =
    (fields: Readonly<Record<string, () => void>>, handles: number[] = [], javaClass = atomClass) =>
    () => {
      handles.push(this.object(javaClass, { atomicNumber: this.integer(6), ...fields }));
    };
  readonly bond =
    (
      handles: readonly number[],
      begin: number,
      end: number,
      order: () => void,
      fields: Readonly<Record<string, () => void>> = {},
    ) =>
    () => {
      const ends = [begin, end].map((index) => () => this.stream.reference(handles[index] ?? 0));
      this.object(bondClass, { atomCount: this.int(2), atoms: this.array(atomArrayClass, ...ends), order, ...fields });
    };

  molecule(
    atoms: readonly (() => void)[],
    bonds: readonly (() => void)[] = [],
    fields: Readonly<Record<string, () => void>> = {},
  ): number {
    return this.object(atomContainerClass, {
      atomCount: this.int(atoms.length),
      bondCount: this.int(bonds.length),
      atoms: this.array(atomArrayClass, ...atoms),
      bonds: this.array(bondArrayClass, ...bonds),
      ...fields,
    });
  }

  read(): Molecules {
    return readMolecules(this.stream.finish()).molecules;
  }

  async message(): Promise<string> {
    const session = await format.open({
      options: {},
      innerCodec: null,
      schema: { kind: 'molecules', coordinates: false, titles: false },
    });
    try {
      await session.decode?.(this.stream.finish());
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(FormatlabError);
      if (thrown instanceof FormatlabError) return thrown.record.message;
    }
    throw new Error('The stream was read.');
  }
}

test('CDK’s own stream (e2e/interop/test_java_objects.py makes it anew) is read, and written again byte for byte', () => {
  const file = readFileSync(join(import.meta.dirname, '../../../fixtures/molecules/cdk-objects.obj'));
  const { molecules } = readMolecules(new Uint8Array(file));
  expect(molecules.moleculeCount).toBe(19);
  // Each atom’s place: 1.25 to the right of the one before, every other one higher.
  expect([...(molecules.coordinates ?? []).slice(0, 6)]).toEqual([0, 0, 1.25, 0.75, 2.5, 0]);
  expect(Buffer.compare(Buffer.from(new CdkObjectWriter(molecules).write()), file)).toBe(0);
});

describe('a stream that another program wrote', () => {
  test('gives atoms and bonds with what is unset, pseudo atoms, classes, titles, and every order', () => {
    const hand = new Hand();
    const atoms: number[] = [];
    const { integer, text, map, atom, bond, order, short } = hand;
    hand.molecule(
      [
        atom(
          {
            massNumber: integer(13),
            formalCharge: integer(-2),
            hydrogenCount: integer(200),
            flags: short(aromaticFlag + 2),
            properties: map([text('cdk:AtomAtomMapping'), integer(300)], [text('other'), text('x')]),
          },
          atoms,
        ),
        atom({ atomicNumber: () => hand.stream.nulls(1), symbol: text('Cl') }, atoms),
        atom({ atomicNumber: integer(5), label: text('R1') }, atoms, pseudoAtomClass),
        atom({}, atoms),
        atom({}, atoms),
        atom({}, atoms),
      ],
      [
        bond(atoms, 1, 0, order('SINGLE')),
        bond(atoms, 1, 2, order('DOUBLE')),
        bond(atoms, 2, 3, order('TRIPLE')),
        bond(atoms, 3, 4, order('QUADRUPLE')),
        bond(atoms, 4, 5, order('UNSET')),
        bond(atoms, 0, 5, () => hand.stream.nulls(1), { flags: short(aromaticFlag) }),
      ],
      { properties: map([text('cdk:Title'), text('two\nlines é')]) },
    );
    const { atoms: columns, bonds, titles, coordinates } = hand.read();
    expect([...columns.elements]).toEqual([6, 17, 0, 6, 6, 6]);
    expect([
      columns.isotopes[0],
      columns.charges[0],
      columns.hydrogens[0],
      columns.aromatic[0],
      columns.maps[0],
    ]).toEqual([13, -2, 200, 1, 300]);
    expect([
      columns.isotopes[1],
      columns.charges[1],
      columns.hydrogens[1],
      columns.aromatic[1],
      columns.maps[1],
    ]).toEqual([0, 0, 0, 0, 0]);
    expect([[...bonds.begins], [...bonds.ends], [...bonds.orders], [...bonds.aromatic]]).toEqual([
      [1, 1, 2, 3, 4, 0],
      [0, 2, 3, 4, 5, 5],
      [1, 2, 3, 4, 0, 5],
      [0, 0, 0, 0, 0, 1],
    ]);
    expect(unpackTexts(titles)).toEqual(['two lines é']);
    expect(coordinates).toBeNull();
  });

  test('may have room to spare in its arrays, places, and a molecule twice', () => {
    const hand = new Hand();
    const { atom, point, array, int, integer } = hand;
    const roomy = array(atomArrayClass, atom({ point2d: point(1.5, -2) }), () => hand.stream.nulls(1));
    const first = hand.molecule([], [], { atomCount: int(1), atoms: roomy });
    hand.molecule([atom({ atomicNumber: integer(7), point2d: point(0, 3) })]);
    hand.stream.reference(first);
    const { moleculeCount, atoms, coordinates } = hand.read();
    expect([moleculeCount, [...atoms.elements], [...(coordinates ?? [])]]).toEqual([
      3,
      [6, 7, 6],
      [1.5, -2, 0, 3, 1.5, -2],
    ]);
  });
});

describe('a stream is refused', () => {
  test.each<[string, (hand: Hand) => void, RegExp]>([
    [
      'that holds a text',
      (hand) => hand.stream.string('C'),
      /The Java object stream can’t be read: at byte 4 it holds a text instead of a molecule \(org\.openscience\.cdk\.silent\.AtomContainer\)/u,
    ],
    [
      'that holds another object',
      (hand) => void hand.object(chemObjectClass, {}),
      /The Java object stream can’t be read: at byte 4 it holds another object instead of a molecule \(org\.openscience\.cdk\.silent\.AtomContainer\)/u,
    ],
    ['that holds an atom', (hand) => hand.atom({})(), /an atom or bond without a molecule/u],
    [
      'that holds null',
      (hand) => hand.stream.nulls(1),
      /The Java object stream can’t be read: at byte 4 it holds null instead of a molecule \(org\.openscience\.cdk\.silent\.AtomContainer\)/u,
    ],
    [
      'whose atom is no element',
      (hand) => void hand.molecule([hand.atom({ atomicNumber: hand.integer(119) })]),
      /an atom that is not a known element: atomic number 119/u,
    ],
    [
      'whose atom has no element',
      (hand) => void hand.molecule([hand.atom({ atomicNumber: () => hand.stream.nulls(1), symbol: hand.text('Qq') })]),
      /atomic number unset, symbol “Qq”/u,
    ],
    [
      'whose charge is too large',
      (hand) => void hand.molecule([hand.atom({ formalCharge: hand.integer(128) })]),
      /charge \(128\) is outside -128 to 127/u,
    ],
    [
      'whose hydrogens are negative',
      (hand) => void hand.molecule([hand.atom({ hydrogenCount: hand.integer(-1) })]),
      /hydrogens \(-1\)/u,
    ],
    [
      'whose mass number is too large',
      (hand) => void hand.molecule([hand.atom({ massNumber: hand.integer(70_000) })]),
      /mass number \(70000\)/u,
    ],
    [
      'whose atom class is negative',
      (hand) =>
        void hand.molecule([hand.atom({ properties: hand.map([hand.text('cdk:AtomAtomMapping'), hand.integer(-1)]) })]),
      /atom class \(-1\)/u,
    ],
    [
      'whose charge is a text',
      (hand) => void hand.molecule([hand.atom({ formalCharge: hand.text('+') })]),
      /an atom whose charge is not an Integer/u,
    ],
    [
      'with more atoms than its array',
      (hand) => void hand.molecule([hand.atom({})], [], { atomCount: hand.int(2) }),
      /a molecule of 2 atoms whose array has 1 elements/u,
    ],
    ['with less than no atoms', (hand) => void hand.molecule([], [], { atomCount: hand.int(-1) }), /-1 atoms/u],
    [
      'with more bonds than its array',
      (hand) => void hand.molecule([], [], { bondCount: hand.int(7) }),
      /a molecule of 7 bonds whose array has 0 elements/u,
    ],
    ['with an atom missing', (hand) => void hand.molecule([() => hand.stream.nulls(1)]), /atom 0 is missing/u],
    [
      'without an array of atoms',
      (hand) => void hand.molecule([], [], { atoms: () => hand.stream.nulls(1) }),
      /The Java object stream can’t be read: at byte 4 it holds atoms that are not in an array of CDK’s/u,
    ],
    [
      'whose bonds are atoms',
      (hand) => void hand.molecule([], [], { bonds: hand.array(bondArrayClass, hand.atom({})) }),
      /an array of bonds that has another object in it/u,
    ],
  ])('%s', async (_what, write, message) => {
    const hand = new Hand();
    write(hand);
    expect(await hand.message()).toMatch(message);
  });

  const bonded = (bond: (hand: Hand, atoms: readonly number[]) => () => void) => {
    const hand = new Hand();
    const atoms: number[] = [];
    hand.molecule([hand.atom({}, atoms), hand.atom({}, atoms)], [() => bond(hand, atoms)()]);
    return hand.message();
  };
  test.each<[string, Parameters<typeof bonded>[0], RegExp]>([
    [
      'to itself',
      (hand, atoms) => hand.bond(atoms, 0, 0, hand.order('SINGLE')),
      /bond 0 does not join two of its atoms/u,
    ],
    [
      'to an atom of no molecule',
      (hand, atoms) =>
        hand.bond(atoms, 0, 0, hand.order('SINGLE'), {
          atoms: hand.array(atomArrayClass, hand.to(atoms[0] ?? 0), hand.atom({})),
        }),
      /does not join two of its atoms/u,
    ],
    [
      'to null',
      (hand, atoms) =>
        hand.bond(atoms, 0, 0, hand.order('SINGLE'), {
          atoms: hand.array(atomArrayClass, hand.to(atoms[0] ?? 0), () => hand.stream.nulls(1)),
        }),
      /does not join two of its atoms/u,
    ],
    [
      'of three atoms',
      (hand, atoms) => hand.bond(atoms, 0, 1, hand.order('SINGLE'), { atomCount: hand.int(3) }),
      /a bond of 3 atoms/u,
    ],
    [
      'of an order that no dataset holds',
      (hand, atoms) => hand.bond(atoms, 0, 1, hand.order('SEXTUPLE')),
      /a bond of the unknown order “SEXTUPLE”/u,
    ],
    [
      'whose order is a text',
      (hand, atoms) => hand.bond(atoms, 0, 1, hand.text('SINGLE')),
      /a bond of the unknown order “”/u,
    ],
  ])('with a bond %s', async (_what, bond, message) => {
    expect(await bonded(bond)).toMatch(message);
  });

  test('with the same atom twice', async () => {
    const hand = new Hand();
    const atoms: number[] = [];
    hand.molecule([hand.atom({}, atoms), () => hand.stream.reference(atoms[0] ?? 0)]);
    expect(await hand.message()).toMatch(/atom 1 is listed twice/u);
  });

  test('with an atom or an array of an earlier molecule', async () => {
    const hand = new Hand();
    const atoms: number[] = [];
    hand.molecule([hand.atom({}, atoms)]);
    hand.molecule([hand.to(atoms[0] ?? 0)]);
    expect(await hand.message()).toMatch(telling('atom', 'earlier molecule'));
    const other = new Hand();
    const arrays: number[] = [];
    other.molecule([], [], { atoms: () => arrays.push(other.stream.array(atomArrayClass, 0)) });
    other.molecule([], [], { atoms: other.to(arrays[0] ?? 0) });
    expect(await other.message()).toMatch(telling('array', 'earlier molecule'));
  });

  test('with a molecule inside another', async () => {
    const hand = new Hand();
    hand.molecule([], [], { properties: hand.map([hand.text('inner'), () => void hand.molecule([])]) });
    expect(await hand.message()).toMatch(/a molecule inside another/u);
  });

  test('where only some atoms have a place', async () => {
    const hand = new Hand();
    hand.molecule([hand.atom({ point2d: hand.point(1, 2) }), hand.atom({})]);
    expect(await hand.message()).toMatch(telling('1 atoms', 'coordinates'));
  });

  test('at every byte where it can end', () => {
    const [, dataset] = sampleMolecules()[0] ?? [];
    if (dataset?.kind !== 'molecules') throw new Error('The first sample is of molecules.');
    const file = new CdkObjectWriter(dataset).write();
    const whole: number[] = [];
    for (let length = 0; length < file.length; length += 1) {
      try {
        whole.push(readMolecules(file.subarray(0, length)).molecules.moleculeCount);
      } catch (thrown) {
        if (!(thrown instanceof FormatlabError)) throw thrown;
      }
    }
    // A stream has no end of its own: behind each molecule it may be over.
    expect(whole).toEqual(Array.from({ length: dataset.moleculeCount }, (_, count) => count));
  });

  test('or read, but never anything else, whichever bytes are changed', () => {
    const samples = sampleMolecules().slice(0, 4);
    let random = 42;
    const below = (limit: number) => {
      random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((random / 2 ** 32) * limit);
    };
    let refused = 0;
    for (const [, dataset] of samples) {
      if (dataset.kind !== 'molecules') throw new Error('The samples are of molecules.');
      const file = new CdkObjectWriter(dataset).write();
      for (let attempt = 0; attempt < 1_000; attempt += 1) {
        const damaged = file.slice();
        for (let change = below(3); change >= 0; change -= 1) damaged[below(file.length)] = below(256);
        try {
          const { molecules } = readMolecules(damaged);
          const inconsistency = inconsistencyOf(molecules);
          if (inconsistency !== null) expect.unreachable(inconsistency);
        } catch (thrown) {
          if (!(thrown instanceof FormatlabError)) throw thrown;
          refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(1_000);
  });
});
