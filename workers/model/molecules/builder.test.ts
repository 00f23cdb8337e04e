import { describe, expect, it } from 'vitest';
import { unpackTexts } from '../canonical';
import { MoleculesBuilder } from './builder';
import { noCarrier, stereoKinds } from './molecules';
import { telling } from '../testing/telling';

describe('MoleculesBuilder', () => {
  it('makes columns of what it is given, and forgets a molecule that was not ended', () => {
    const builder = new MoleculesBuilder({ coordinates: true });
    expect(builder.addAtom(6, 1, -1, 13, 1, 7, 0.5, 1.5)).toBe(0);
    expect(builder.addAtom(8)).toBe(1);
    expect(builder.addBond(0, 1, 2, 1)).toBe(0);
    expect([builder.atomCount, builder.bondCount, builder.moleculeCount]).toEqual([2, 1, 0]);
    builder.addStereo(stereoKinds.tetrahedral, 0, 2, [1, 0, 0, 0]);
    builder.endMolecule('one');
    expect([builder.atomCount, builder.bondCount, builder.moleculeCount]).toEqual([0, 0, 1]);
    expect([builder.firstAtom, builder.firstBond]).toEqual([2, 1]);
    builder.addAtom(1);
    builder.abandonMolecule();
    expect(builder.addAtom(7, 2)).toBe(0);
    expect(builder.addAtom(7, 1)).toBe(1);
    expect(builder.addBond(1, 0, 1)).toBe(0);
    builder.setPlace(1, 8, 9);
    builder.endMolecule(Uint8Array.of(50));
    builder.addAtom(1);
    builder.addBond(0, 0, 1);
    builder.addStereo(stereoKinds.doubleBond, 0, 1, [0, 0]);
    expect(builder.finish()).toEqual({
      kind: 'molecules',
      moleculeCount: 2,
      atomOffsets: Int32Array.of(0, 2, 4),
      bondOffsets: Int32Array.of(0, 1, 2),
      stereoOffsets: Int32Array.of(0, 1, 1),
      atoms: {
        elements: Uint8Array.of(6, 8, 7, 7),
        isotopes: Uint16Array.of(13, 0, 0, 0),
        charges: Int8Array.of(-1, 0, 0, 0),
        hydrogens: Uint8Array.of(1, 0, 2, 1),
        aromatic: Uint8Array.of(1, 0, 0, 0),
        maps: Uint16Array.of(7, 0, 0, 0),
      },
      bonds: {
        begins: Uint16Array.of(0, 1),
        ends: Uint16Array.of(1, 0),
        orders: Uint8Array.of(2, 1),
        aromatic: Uint8Array.of(1, 0),
      },
      stereo: {
        kinds: Uint8Array.of(1),
        centers: Uint16Array.of(0),
        carriers: Uint16Array.of(1, 0, 0, 0, noCarrier, noCarrier),
        configurations: Uint8Array.of(2),
      },
      coordinates: Float64Array.of(0.5, 1.5, 0, 0, 0, 0, 8, 9),
      titles: { offsets: Int32Array.of(0, 3, 4), data: Uint8Array.of(111, 110, 101, 50) },
    });
  });

  it('grows beyond the room that it began with', () => {
    const builder = new MoleculesBuilder({ coordinates: true, expectedMolecules: 1 });
    for (let molecule = 0; molecule < 20; molecule += 1) {
      for (let atom = 0; atom < 12; atom += 1) builder.addAtom(molecule, atom, -atom, molecule, 1, atom, atom, -atom);
      for (let atom = 1; atom < 12; atom += 1) builder.addBond(atom - 1, atom, 1, 1);
      for (let element = 0; element < 6; element += 1)
        builder.addStereo(stereoKinds.octahedral, element, 30, [1, 2, 3, 4, 5, 6]);
      builder.endMolecule(`molecule ${molecule}`);
    }
    const { atoms, bonds, stereo, coordinates, atomOffsets, bondOffsets, stereoOffsets, titles } = builder.finish();
    const each = <T>(count: number, value: (molecule: number, at: number) => T) =>
      Array.from({ length: 20 * count }, (_, at) => value(Math.floor(at / count), at % count));
    expect([...atoms.elements]).toEqual(each(12, (molecule) => molecule));
    expect([...atoms.isotopes]).toEqual(each(12, (molecule) => molecule));
    expect([...atoms.hydrogens]).toEqual(each(12, (_, atom) => atom));
    expect([...atoms.charges]).toEqual(each(12, (_, atom) => 0 - atom));
    expect([...atoms.maps]).toEqual(each(12, (_, atom) => atom));
    expect([...atoms.aromatic]).toEqual(each(12, () => 1));
    expect([...(coordinates ?? [])]).toEqual(each(24, (_, at) => (at % 2 === 0 ? at / 2 : -(at - 1) / 2)));
    expect([...bonds.begins]).toEqual(each(11, (_, bond) => bond));
    expect([...bonds.ends]).toEqual(each(11, (_, bond) => bond + 1));
    expect([...bonds.orders, ...bonds.aromatic]).toEqual(Array(440).fill(1));
    expect([...stereo.carriers]).toEqual(each(36, (_, slot) => (slot % 6) + 1));
    expect([...stereo.centers]).toEqual(each(6, (_, element) => element));
    expect([...stereo.configurations]).toEqual(Array(120).fill(30));
    expect([...stereo.kinds]).toEqual(Array(120).fill(6));
    const steps = (step: number) => Array.from({ length: 21 }, (_, at) => step * at);
    expect([[...atomOffsets], [...bondOffsets], [...stereoOffsets]]).toEqual([steps(12), steps(11), steps(6)]);
    expect(unpackTexts(titles)).toEqual(Array.from({ length: 20 }, (_, at) => `molecule ${at}`));
  });

  it('takes titles of any length, as text or bytes', () => {
    const titles = ['x'.repeat(85), 'é'.repeat(90), '', '日'.repeat(1_000), 'end'];
    const [asTexts, asBytes] = [false, true].map((bytes) => {
      const builder = new MoleculesBuilder({ coordinates: false });
      for (const title of titles) builder.endMolecule(bytes ? new TextEncoder().encode(title) : title);
      return builder.finish().titles;
    });
    expect(asTexts && unpackTexts(asTexts)).toEqual(titles);
    expect(asBytes).toEqual(asTexts);
  });

  it('sets places of atoms that were put into the columns themselves', () => {
    const builder = new MoleculesBuilder({ coordinates: true });
    builder.addAtom(6, 0, 0, 0, 0, 0, 1, 2);
    builder.endMolecule();
    builder.setPlace(0, 3, 4);
    builder.setPlace(2, 7, 8);
    builder.setPlace(1, 5, 6);
    for (const column of [
      builder.elements,
      builder.isotopes,
      builder.charges,
      builder.hydrogens,
      builder.aromaticAtoms,
      builder.maps,
    ])
      column.length = 4;
    builder.endMolecule();
    expect(builder.finish().coordinates).toEqual(Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8));
    const without = new MoleculesBuilder({ coordinates: false });
    without.setPlace(0, 1, 2);
    expect(without.finish().coordinates).toBeNull();
  });

  it('refuses more atoms or bonds than indices reach', () => {
    const ended = (atoms: number, bonds: number) => {
      const builder = new MoleculesBuilder({ coordinates: false });
      builder.endMolecule();
      for (let atom = 0; atom < atoms; atom += 1) builder.addAtom(6);
      for (let bond = 0; bond < bonds; bond += 1) builder.addBond(0, 1, 1);
      builder.endMolecule();
      return builder.finish().moleculeCount;
    };
    expect(ended(65_534, 65_534)).toBe(2);
    expect(() => ended(65_535, 1)).toThrow(telling('Molecule 2', '65,535 atoms', '1 bonds', '65,534'));
    expect(() => ended(2, 65_535)).toThrow(telling('Molecule 2', '2 atoms', '65,535 bonds', '65,534'));
  });
});
