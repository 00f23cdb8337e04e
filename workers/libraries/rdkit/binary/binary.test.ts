import { LittleEndianWriter } from '../../bytes/byte-writer';
import { describe, expect, it } from 'vitest';
import { FormatlabError } from '../../../model/errors';
import { MoleculesBuilder } from '../../../model/molecules/builder';
import { differenceOfMolecules } from '../../../model/molecules/difference';
import { type Molecules, stereoKinds } from '../../../model/molecules/molecules';
import { sampleMolecules } from '../../../registry/sample-molecules';
import { withoutRdkitLosses } from '../kept';
import { RdkitMoleculeReader } from './read';
import { addRecord, readRecords } from './records';
import { RdkitMoleculeWriter } from './write';
import { telling } from '../../../model/testing/telling';

const everything = { coordinates: true, titles: true, settled: false };

function fileOf(molecules: Molecules): Uint8Array<ArrayBuffer> {
  const writer = new RdkitMoleculeWriter(molecules, everything);
  const file = new LittleEndianWriter();
  for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1) addRecord(file, writer.write(molecule));
  return file.finish();
}

const read = (file: Uint8Array) => readRecords(file, (record) => record);

function made(fill: (builder: MoleculesBuilder) => void, coordinates = false): Molecules {
  const builder = new MoleculesBuilder({ coordinates });
  fill(builder);
  builder.endMolecule('made');
  return builder.finish();
}

describe('records', () => {
  it.each(sampleMolecules())('%s come back', (_name, dataset) => {
    if (dataset.kind !== 'molecules') throw new Error('These are no molecules.');
    expect(differenceOfMolecules(withoutRdkitLosses(dataset), withoutRdkitLosses(read(fileOf(dataset))))).toBeNull();
  });

  it('have indices of four bytes beyond 255 atoms, maps beyond 127, isotopes, and hydrogens that no valence implies', () => {
    const chain = made((builder) => {
      for (let atom = 0; atom < 300; atom += 1) {
        builder.addAtom(6, atom === 0 || atom === 299 ? 3 : 2, 0, atom === 7 ? 13 : 0, 0, atom);
        if (atom > 0) builder.addBond(atom - 1, atom, 1);
      }
      builder.addAtom(92, 6, 5, 235, 0, 65_535);
    });
    expect(read(fileOf(chain))).toEqual(chain);
  });

  it('keep places in single precision where that gives them back, else in double', () => {
    const places = (x: number) => made((builder) => builder.addAtom(8, 2, 0, 0, 0, 0, x, -x), true);
    const [near, far, odd] = [places(1.2345), places(100_000.0001), places(Math.PI)];
    expect(fileOf(far).length - fileOf(near).length).toBe(12);
    for (const given of [near, far, odd]) expect(read(fileOf(given)).coordinates).toEqual(given.coordinates);
  });

  it('have octahedra over the neighbours in the order of the bonds, and leave out what RDKit has no place for', () => {
    const complex = (carriers: readonly number[]) =>
      made((builder) => {
        const center = builder.addAtom(26);
        for (const element of [9, 17, 35, 53, 7, 8]) builder.addBond(center, builder.addAtom(element), 1);
        builder.addStereo(stereoKinds.octahedral, center, 7, carriers);
      });
    const turned = complex([3, 1, 2, 6, 5, 4]);
    expect(differenceOfMolecules(turned, read(fileOf(turned)))).toBeNull();
    expect(differenceOfMolecules(complex([1, 2, 3, 4, 5, 6]), read(fileOf(turned)))).not.toBeNull();
    expect(read(fileOf(complex([1, 2, 3, 4, 5, 0]))).stereo.kinds).toHaveLength(0);
  });
});

/** What no molecules may have, whatever the file said: counts larger than the file, bonds without two atoms of their own, unknown orders. */
function faultsOf({ moleculeCount, atomOffsets, bondOffsets, bonds }: Molecules, fileBytes: number): string[] {
  const faults: string[] = [];
  if (!(Math.max(moleculeCount, atomOffsets.at(-1) ?? 0, bondOffsets.at(-1) ?? 0) < fileBytes)) faults.push('count');
  for (let molecule = 0; molecule < moleculeCount; molecule += 1) {
    const atomCount = (atomOffsets[molecule + 1] ?? 0) - (atomOffsets[molecule] ?? 0);
    for (let bond = bondOffsets[molecule] ?? 0; bond < (bondOffsets[molecule + 1] ?? 0); bond += 1) {
      const [begin = atomCount, end = atomCount] = [bonds.begins[bond], bonds.ends[bond]];
      if (begin >= atomCount || end >= atomCount || begin === end) faults.push('bond');
      if ((bonds.orders[bond] ?? 255) > 10) faults.push('order');
    }
  }
  return faults;
}

describe('damaged records', () => {
  const dataset = sampleMolecules().find(([name]) => name === 'molecules-coordinates')?.[1];
  if (dataset?.kind !== 'molecules') throw new Error('The sample is gone.');
  const file = fileOf(dataset);

  it('are refused wherever they are cut, but between two', () => {
    const ends = new Set<number>([0]);
    for (let at = 0; at < file.length; at += 4 + new DataView(file.buffer).getUint32(at, true)) ends.add(at);
    for (let end = 1; end < file.length; end += 1) {
      if (ends.has(end)) continue;
      expect(() => read(file.subarray(0, end)), `cut to ${end}`).toThrow(FormatlabError);
    }
  });

  it('say which molecule and which byte', () => {
    const second = 4 + new DataView(file.buffer).getUint32(0, true);
    const other = file.slice();
    other[second + 4 + 8] = 15;
    expect(() => read(other)).toThrow(telling('version 15', 16));
  });

  it('never make it read without end, whatever is flipped', () => {
    const outcomes = { refused: 0, read: 0 };
    for (let at = 0; at < file.length; at += 1) {
      for (const bit of [0, 3, 7]) {
        const other = file.slice();
        other[at] = (other[at] ?? 0) ^ (1 << bit);
        try {
          expect(faultsOf(read(other), file.length), `bit ${bit} of byte ${at}`).toEqual([]);
          outcomes.read += 1;
        } catch (thrown) {
          expect(thrown, `bit ${bit} of byte ${at}`).toBeInstanceOf(FormatlabError);
          outcomes.refused += 1;
        }
      }
    }
    expect(outcomes.read).toBeGreaterThan(0);
    expect(outcomes.refused).toBeGreaterThan(file.length / 2);
  });

  it('are refused for any bit of the mark, the tag and the version at their start', () => {
    for (let bit = 0; bit < 8 * 12; bit += 1) {
      const other = file.slice();
      const at = 4 + (bit >> 3);
      other[at] = (other[at] ?? 0) ^ (1 << (bit & 7));
      expect(() => read(other), `bit ${bit}`).toThrow(FormatlabError);
    }
  });

  it('that lie about a count are refused at once', () => {
    const reader = new RdkitMoleculeReader({ directions: false });
    const record = new RdkitMoleculeWriter(dataset, everything).write(0).slice();
    new DataView(record.buffer).setUint32(20, 0xffff_ffff, true);
    expect(() => reader.read(record, new MoleculesBuilder({ coordinates: false }))).toThrow(/atoms/);
  });
});
