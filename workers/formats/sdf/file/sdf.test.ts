import { describe, expect, it } from 'vitest';
import { sampleMolecules } from '../../../registry/sample-molecules';
import { unpackTexts } from '../../../model/canonical';
import { FormatlabError } from '../../../model/errors';
import { MoleculesBuilder } from '../../../model/molecules/builder';
import { differenceOfMolecules } from '../../../model/molecules/difference';
import { inconsistencyOf, type Molecules, stereoKinds } from '../../../model/molecules/molecules';
import { unreadableNumber, readInteger, readTenThousandths, writeTenThousandths } from './fields';
import { withoutSdfLosses } from './losses';
import { readSdf } from './read';
import { impliedHydrogens } from '../../../libraries/molecules/valence';
import { encodeSdf } from './write';
import { telling } from '../../../model/testing/telling';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const bytes = (text: string) => encoder.encode(text);
const read = (text: string, malformed: 'fatal' | 'skip' = 'fatal') => readSdf(bytes(text), { malformed });
const written = (molecules: Molecules) => decoder.decode(encodeSdf(molecules));

function refusal(text: string): string {
  try {
    read(text);
  } catch (thrown) {
    if (thrown instanceof FormatlabError && thrown.record.tag === 'malformedInput') return thrown.message;
    throw thrown;
  }
  throw new Error('It was read.');
}

/** A molfile as most programs write it. */
function molfile(
  atoms: readonly string[],
  bonds: readonly string[],
  properties: readonly string[] = [],
  title = 'title',
): string {
  const count = (items: readonly string[]) => String(items.length).padStart(3);
  return [
    title,
    '     Program         2D',
    '',
    `${count(atoms)}${count(bonds)}  0  0  0  0  0  0  0  0999 V2000`,
    ...atoms,
    ...bonds,
    ...properties,
    'M  END',
    '$$$$',
    '',
  ].join('\n');
}
const atom = (symbol: string, { x = 0, y = 0, z = 0, shift = 0, charge = 0, parity = 0, valence = 0 } = {}) =>
  `${[x, y, z].map((place) => place.toFixed(4).padStart(10)).join('')} ${symbol.padEnd(3)}${String(shift).padStart(2)}${[charge, parity, 0, 0, valence, 0, 0, 0, 0, 0, 0].map((field) => String(field).padStart(3)).join('')}`;
const bond = (...fields: readonly number[]) => fields.map((field) => String(field).padStart(3)).join('');

describe('SDF', () => {
  it.each(sampleMolecules())('gives %s back, less what it declares to lose', (_, dataset) => {
    if (dataset.kind !== 'molecules') throw new Error('unreachable');
    const found = readSdf(encodeSdf(dataset), { malformed: 'fatal' });
    expect(inconsistencyOf(found.molecules)).toBeNull();
    expect(differenceOfMolecules(withoutSdfLosses(dataset), found.molecules)).toBeNull();
  });

  it('writes lines as every reader expects them', () => {
    const builder = new MoleculesBuilder({ coordinates: true });
    builder.addAtom(6, 3, 0, 13, 0, 0, -1.25, 0.0001);
    builder.addAtom(7, 3, 1, 0, 0, 7, 12.5, -0.5);
    builder.addAtom(17, 0, -1, 0, 0, 0, 99_999.9999, -9_999.9999);
    builder.addAtom(26, 0, 2, 0, 0, 0, 0, 0);
    builder.addBond(0, 1, 1);
    builder.endMolecule('salt');
    expect(written(builder.finish()).split('\n')).toEqual([
      'salt',
      '  Formatlb          2D',
      '',
      '  4  1  0  0  0  0  0  0  0  0999 V2000',
      '   -1.2500    0.0001    0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0',
      '   12.5000   -0.5000    0.0000 N   0  0  0  0  0  0  0  0  0  7  0  0',
      '99999.9999-9999.9999    0.0000 Cl  0  0  0  0  0  0  0  0  0  0  0  0',
      '    0.0000    0.0000    0.0000 Fe  0  0  0  0  0 15  0  0  0  0  0  0',
      '  1  2  1  0',
      'M  CHG  3   2   1   3  -1   4   2',
      'M  ISO  1   1  13',
      'M  END',
      '$$$$',
      '',
    ]);
  });

  it('writes what V2000 has no room for as V3000, and reads it', () => {
    const builder = new MoleculesBuilder({ coordinates: true });
    for (let at = 0; at < 1_200; at += 1) {
      builder.addAtom(6, 2, 0, 0, 0, 0, at / 8, at % 2);
      if (at > 0) builder.addBond(at - 1, at, 1);
    }
    builder.endMolecule('polyethylene');
    for (const [charge, isotope, map, x] of [
      [16, 0, 0, 1],
      [0, 1_000, 0, 2],
      [0, 0, 1_000, 3],
      [0, 0, 0, 200_000.5],
    ] as const) {
      builder.addAtom(92, 0, charge, isotope, 0, map, x, 0);
      builder.endMolecule();
    }
    builder.addAtom(73, 0, 0, 0, 0, 0, 0, 0);
    for (let at = 1; at < 9; at += 1) builder.addBond(0, builder.addAtom(8, 0, 0, 0, 0, 0, at, 1), 2);
    builder.endMolecule('of valence 16');
    const molecules = builder.finish();
    expect(written(molecules).match(/V3000/gu)).toHaveLength(6);
    expect(
      differenceOfMolecules(
        withoutSdfLosses(molecules),
        readSdf(encodeSdf(molecules), { malformed: 'fatal' }).molecules,
      ),
    ).toBeNull();
  });

  it('keeps configurations of atoms without coordinates, by parity', () => {
    for (const configuration of [1, 2]) {
      for (const carriers of [
        [0, 1, 2, 3],
        [3, 0, 1, 2],
        [1, 2, 0, 3],
      ]) {
        const builder = new MoleculesBuilder({ coordinates: false });
        for (const [element, hydrogens] of [
          [7, 2],
          [6, 1],
          [9, 0],
          [17, 0],
        ] as const)
          builder.addAtom(element, hydrogens);
        for (const end of [0, 2, 3]) builder.addBond(1, end, 1);
        builder.addStereo(stereoKinds.tetrahedral, 1, configuration, carriers);
        builder.endMolecule();
        const molecules = builder.finish();
        const back = read(written(molecules)).molecules;
        expect(back.coordinates).toBeNull();
        expect(differenceOfMolecules(molecules, back)).toBeNull();
      }
    }
  });

  it('says as lost what coordinates contradict, and does not claim the contrary', () => {
    const builder = new MoleculesBuilder({ coordinates: true });
    for (const [x, y, hydrogens] of [
      [0, 0, 3],
      [1, 1, 1],
      [2, 1, 1],
      [3, 0, 3],
    ] as const)
      builder.addAtom(6, hydrogens, 0, 0, 0, 0, x, y);
    builder.addBond(0, 1, 1);
    const double = builder.addBond(1, 2, 2);
    builder.addBond(2, 3, 1);
    builder.addStereo(stereoKinds.doubleBond, double, 1, [0, 3]);
    builder.endMolecule();
    const molecules = builder.finish();
    expect(withoutSdfLosses(molecules).stereo.kinds).toHaveLength(0);
    expect(written(molecules)).toContain('  2  3  2  3\n');
    expect(read(written(molecules)).molecules.stereo.kinds).toHaveLength(0);
    const other = { ...molecules, stereo: { ...molecules.stereo, configurations: Uint8Array.of(2) } };
    expect(differenceOfMolecules(other, read(written(other)).molecules)).toBeNull();
  });

  it('refuses a title that would end the molecule', () => {
    const builder = new MoleculesBuilder({ coordinates: false });
    builder.addAtom(6, 4);
    builder.endMolecule('$$$$ and more');
    expect(() => encodeSdf(builder.finish())).toThrow(telling('Molecule 1', 'title'));
  });
});

describe('reading of SDF', () => {
  it('takes data items, line ends of two characters, a mark at the start, and a last molecule without an end', () => {
    const text = molfile([atom('C'), atom('O', { x: 1 })], [bond(1, 2, 1, 0)]);
    const withData = `\uFEFF${text.replace('$$$$', () => '> <NAME>\nM  END\n\n> <$$>\nfirst\n\n$$$$')}${text.replace('$$$$\n', '').replaceAll('\n', '\r\n')}`;
    expect(refusal(withData)).toMatch(telling('file', '$$$$', 'truncated'));
    const { molecules } = readSdf(bytes(withData), { malformed: 'fatal', openEnd: true });
    expect(molecules.moleculeCount).toBe(2);
    expect(unpackTexts(molecules.titles)).toEqual(['title', 'title']);
    expect([...molecules.atoms.hydrogens]).toEqual([3, 1, 3, 1]);
  });

  it('refuses a molecule that would be taken for data, since the line before it is damaged', () => {
    const text = molfile([atom('C')], []);
    const damaged = text.replace('$$$$', () => '> <NAME>\na\n\n;$$$$');
    expect(refusal(damaged + text)).toMatch(telling('$$$$', 'missing'));
    const { molecules, leftOut } = read(damaged + text + text, 'skip');
    expect([molecules.moleculeCount, leftOut]).toEqual([1, 1]);
  });

  it('adds the hydrogens of MDL’s model, and those of told valences', () => {
    const { molecules } = read(
      molfile(
        [
          atom('C'),
          atom('C', { valence: 3 }),
          atom('C', { valence: 15 }),
          atom('S', { charge: 3 }),
          atom('D'),
          atom('N', { charge: 4 }),
          atom('R#'),
          atom('Na'),
        ],
        [],
        ['M  CHG  1   1  -1'],
      ),
    );
    expect([...molecules.atoms.hydrogens]).toEqual([3, 3, 0, 2, 1, 3, 0, 1]);
    // A line M  CHG takes the place of all charges in atom lines.
    expect([...molecules.atoms.charges]).toEqual([-1, 0, 0, 0, 0, 0, 0, 0]);
    expect([...molecules.atoms.isotopes]).toEqual([0, 0, 0, 0, 2, 0, 0, 0]);
    const old = read(
      molfile(
        [atom('O', { charge: 5 }), atom('N', { charge: 3 }), atom('C', { charge: 4 }), atom('C', { shift: 1 })],
        [],
      ),
    ).molecules;
    expect([...old.atoms.charges]).toEqual([-1, 1, 0, 0]);
    expect([...old.atoms.hydrogens]).toEqual([1, 4, 3, 4]);
    expect([...old.atoms.isotopes]).toEqual([0, 0, 0, 13]);
    const radicals = read(molfile([atom('C'), atom('O')], [], ['M  RAD  2   1   3   2   2'])).molecules;
    expect([...radicals.atoms.hydrogens]).toEqual([2, 1]);
  });

  it('finds a Kekulé structure of aromatic bonds', () => {
    const ring = (last: string) =>
      molfile(
        [...Array.from({ length: 5 }, () => atom('C')), atom(last)],
        Array.from({ length: 6 }, (_, at) => bond(at + 1, ((at + 1) % 6) + 1, 4, 0)),
      );
    const { molecules } = read(ring('N'));
    expect([...molecules.atoms.hydrogens]).toEqual([1, 1, 1, 1, 1, 0]);
    expect([...molecules.bonds.orders].sort()).toEqual([1, 1, 1, 2, 2, 2]);
    expect(new Set(molecules.bonds.aromatic)).toEqual(new Set([1]));
    expect(refusal(molfile([], [], [], 'a') + ring('O'))).toMatch(/^Line 7: .*aromatic.* atom \d \(C\)/u);
    expect(read(molfile([], [], [], 'a') + ring('O'), 'skip')).toMatchObject({
      leftOut: 1,
      problems: [{ line: 7 }],
      molecules: { moleculeCount: 1 },
    });
  });

  it('reads configurations of three dimensions from places alone', () => {
    const corners = [
      [1, 1, 1],
      [1, -1, -1],
      [-1, 1, -1],
      [-1, -1, 1],
    ] as const;
    const text = (mirror: number) =>
      molfile(
        [
          atom('C'),
          ...['N', 'O', 'F', 'Cl'].map((symbol, at) =>
            atom(symbol, { x: mirror * (corners[at]?.[0] ?? 0), y: corners[at]?.[1], z: corners[at]?.[2] }),
          ),
        ],
        [2, 3, 4, 5].map((end) => bond(1, end, 1, 0)),
      );
    const [one, other] = [1, -1].map((mirror) => read(text(mirror)));
    expect(one?.solidCount).toBe(1);
    expect(
      [...(one?.molecules.stereo.configurations ?? []), ...(other?.molecules.stereo.configurations ?? [])].sort(),
    ).toEqual([1, 2]);
  });

  it('takes a wedge on the arms of a T as on a Y, and on its stem as between two bonds less than half a turn apart', () => {
    const configurations = (places: readonly (readonly [number, number])[], wedge: number, mark: number) => {
      const atoms = [
        atom('C'),
        ...['N', 'O', 'F'].map((symbol, at) => atom(symbol, { x: places[at]?.[0], y: places[at]?.[1] })),
      ];
      return [
        ...read(
          molfile(
            atoms,
            [2, 3, 4].map((end, at) => bond(1, end, 1, at === wedge ? mark : 0)),
          ),
        ).molecules.stereo.configurations,
      ];
    };
    const [tee, why, arrow] = [
      [
        [0, 1],
        [-1, 0],
        [1, 0],
      ],
      [
        [0, 1],
        [-1, -0.3],
        [1, -0.3],
      ],
      [
        [0, 1],
        [-1, 0.3],
        [1, 0.3],
      ],
    ] as const;
    for (const wedge of [0, 1, 2]) {
      for (const mark of [1, 6]) {
        const shown = configurations(tee, wedge, mark);
        expect(shown).toHaveLength(1);
        expect(shown).toEqual(configurations(wedge === 0 ? arrow : why, wedge, mark));
        expect(shown).not.toEqual(configurations(tee, wedge, 7 - mark));
      }
    }
  });

  const good = molfile([atom('C'), atom('O', { x: 1 })], [bond(1, 2, 1, 0)]);
  it.each([
    ['an atom less than counted', good.replace('  2  1  0', '  3  1  0'), /^Line 7: atom 3 of 3 should be here/u],
    ['atoms for bonds', good.replace('  2  1  0', '  1  1  0'), /^Line 6: bond 1 of 1 should be here/u],
    ['counts that go on for ever', good.replace('  2  1  0', '999999  0'), /^Line 7: atom 3 of 999 should be here/u],
    [
      'no counts',
      good.replace('  2  1  0', 'two one  '),
      /^Line 4: the count of atoms must be a whole number, but is “two”/u,
    ],
    ['an unknown element', good.replace(' C  ', ' Cx '), /^Line 5: atom 1 has the unknown symbol “Cx”/u],
    [
      'a list of elements',
      good.replace(' C  ', ' L  '),
      /^Line 5: atom 1 is “L”, which is a query for several elements, not an atom/u,
    ],
    ['a place that is none', good.replace('    0.0000', '    0,0000'), /^Line 5: x must be a number, but is “0,0000”/u],
    [
      'a bond to nowhere',
      good.replace('  1  2  1', '  1  3  1'),
      /^Line 7: the bond joins atoms 1 and 3, but there are only 2 atoms/u,
    ],
    ['a bond to itself', good.replace('  1  2  1', '  2  2  1'), /^Line 7: the bond joins atom 2 to itself/u],
    [
      'a bond told twice',
      good.replace('  2  1  0', '  2  2  0').replace('  1  2  1  0', '  1  2  1  0\n  2  1  2  0'),
      /^Line 8: the bond joins atoms 2 and 1, which already have a bond/u,
    ],
    [
      'a bond told twice in V3000',
      written(large())
        .replace('COUNTS 1200 1199', 'COUNTS 1200 1200')
        .replace('M  V30 END BOND', 'M  V30 1200 1 1 2\nM  V30 END BOND'),
      /the bond joins atoms 1 and 2, which already have a bond/u,
    ],
    [
      'a query bond',
      good.replace('  1  2  1', '  1  2  6'),
      /^Line 7: the bond has the type 6, which is a query for several types/u,
    ],
    ['a cut file', good.slice(0, 200), /^Line \d: /u],
    ['no end', good.replace('M  END\n', ''), /^Line 8: the molecule ends, but M {2}END should follow/u],
    [
      'a charge of nobody',
      good.replace('M  END', 'M  CHG  1   3   1\nM  END'),
      /M {2}CHG refers to atom 3, but there are only 2/u,
    ],
    ['a version of tomorrow', good.replace('V2000', 'V4000'), /^Line 4: the connection table is of version “V4000”/u],
    [
      'V3000 that counts wrong',
      written(large()).replace('COUNTS 1200 1199', 'COUNTS 1200 1198'),
      /there are more bonds than the 1198/u,
    ],
    [
      'V3000 that counts too much',
      written(large()).replace('COUNTS 1200 1199', 'COUNTS 1201 1199'),
      /there are 1200 atoms and 1199 bonds, but COUNTS declares 1201 and 1199/u,
    ],
    [
      'V3000 with more atoms than can be held',
      written(large()).replace('COUNTS 1200', 'COUNTS 65535'),
      /at most 65534/u,
    ],
  ])('names line and reason of %s', (_, text, says) => {
    expect(refusal(text)).toMatch(says);
    const { molecules, leftOut } = read(`${good}${text.endsWith('$$$$\n') ? text : `${text}\n$$$$\n`}${good}`, 'skip');
    expect([molecules.moleculeCount, leftOut]).toEqual([2, 1]);
  });

  it('reads or refuses whatever bytes are altered', () => {
    const file = encodeSdf(sampleMolecules()[1]?.[1] as Molecules);
    let readable = 0;
    for (let at = 0; at < file.length; at += 7) {
      const altered = file.slice();
      altered[at] = (altered[at] ?? 0) ^ (0x55 >> (at % 3));
      try {
        expect(inconsistencyOf(readSdf(altered, { malformed: 'skip' }).molecules)).toBeNull();
        expect(inconsistencyOf(readSdf(altered, { malformed: 'fatal' }).molecules)).toBeNull();
        readable += 1;
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(FormatlabError);
      }
    }
    expect(readable).toBeGreaterThan(0);
  });
});

function large(): Molecules {
  const builder = new MoleculesBuilder({ coordinates: false });
  for (let at = 0; at < 1_200; at += 1) {
    builder.addAtom(6, 2);
    if (at > 0) builder.addBond(at - 1, at, 1);
  }
  builder.endMolecule();
  return builder.finish();
}

describe('fields', () => {
  it('are read as numbers, or as none', () => {
    const whole = (text: string) => readInteger(bytes(text), 0, text.length, text.length);
    expect(['  7', ' -3', '   ', '12 ', '1 2', 'abc', '  -'].map(whole)).toEqual([
      7,
      -3,
      0,
      12,
      unreadableNumber,
      unreadableNumber,
      unreadableNumber,
    ]);
    const place = (text: string) => readTenThousandths(bytes(text), 0, text.length, text.length);
    expect(
      ['    1.2500', '   -0.0001', '      12', ' 1.23456', '1.5e1', '-.5', '1e400', '1..2', '  nan'].map(place),
    ).toEqual([12_500, -1, 120_000, 12_346, 150_000, -5_000, unreadableNumber, unreadableNumber, unreadableNumber]);
  });

  it('are written as printf writes them', () => {
    for (const value of [0, 1, -1, 9_999, 10_000, -10_000, 12_345_678, -99_999_999, 999_999_999]) {
      const field = new Uint8Array(10).fill(0x20);
      writeTenThousandths(field, value, 10);
      expect(decoder.decode(field)).toBe((value / 10_000).toFixed(4).padStart(10));
    }
  });
});

describe('MDL’s model of valence', () => {
  it.each([
    ['carbon', 6, 0, [4, 3, 2, 1, 0, 0]],
    ['ammonium', 7, 1, [4, 3, 2, 1, 0, 0]],
    ['nitrogen', 7, 0, [3, 2, 1, 0, 1, 0, 0]],
    ['oxide', 8, -1, [1, 0, 0]],
    ['sulfur', 16, 0, [2, 1, 0, 1, 0, 1, 0, 0]],
    ['tin', 50, 0, [2, 1, 0, 1, 0, 0]],
    ['sodium', 11, 0, [1, 0, 0]],
    ['sodium cation', 11, 1, [0, 0]],
    ['iron', 26, 0, [0, 0]],
    ['boron anion', 5, -1, [4, 3, 2, 1, 0]],
    ['iodine', 53, 0, [1, 0, 1, 0, 1, 0, 1, 0, 0]],
    ['fluorine cation', 9, 1, [0, 0]],
    ['thallium', 81, 0, [1, 0, 1, 0, 0]],
  ])('adds hydrogens to %s', (_, element, charge, hydrogens) => {
    expect(hydrogens.map((_count, bonded) => impliedHydrogens(element, charge, bonded))).toEqual(hydrogens);
  });
});
