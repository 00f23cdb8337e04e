import { describe, expect, it } from 'vitest';
import { toCanonical } from '../../model/canonical';
import type { Dataset } from '../../model/dataset';
import { MoleculesBuilder } from '../../model/molecules/builder';
import { type Molecules, stereoKinds } from '../../model/molecules/molecules';
import { sampleMolecules } from '../../registry/sample-molecules';
import { readMolecules } from './stream/read';
import { encodedSizeBytes, writeMolecules } from './stream/write';
import { isRefused } from '../../model/testing/is-refused';
import { telling } from '../../model/testing/telling';

const bytesOf = (dataset: Dataset) => Buffer.concat(toCanonical(dataset).parts);
const write = (molecules: Molecules) => writeMolecules(molecules, (sizeBytes) => new Uint8Array(sizeBytes).fill(0xa5));

function expectSame(molecules: Molecules): Uint8Array<ArrayBuffer> {
  const file = write(molecules);
  expect(file.length).toBe(encodedSizeBytes(molecules));
  expect(bytesOf(readMolecules(file)).equals(bytesOf(molecules))).toBe(true);
  return file;
}

/** CC[NH3+] with a mass, a class, a place and a title. */
function small(): Molecules {
  const builder = new MoleculesBuilder({ coordinates: true });
  builder.addAtom(6, 3, 0, 13, 0, 0, 1.5, -0.25);
  builder.addAtom(6, 2, 0, 0, 1, 7, 0, 1);
  builder.addAtom(7, 3, 1, 0, 0, 0, 2, 3);
  builder.addBond(0, 1, 1);
  builder.addBond(1, 2, 2, 1);
  builder.addStereo(stereoKinds.tetrahedral, 1, 2, [0, 1, 2, 1]);
  builder.endMolecule('é');
  return builder.finish();
}

/** A chain of so many atoms, everything about them at the widest. */
function chain(atoms: number): Molecules {
  const builder = new MoleculesBuilder({ coordinates: false });
  for (let atom = 0; atom < atoms; atom += 1) {
    builder.addAtom(
      atom % 119,
      atom % 256,
      (atom % 256) - 128,
      (257 * atom) % 65_536,
      atom % 2,
      (65_537 * atom) % 65_536,
    );
    if (atom > 0) builder.addBond(atom, atom - 1, atom % 6, atom % 2);
  }
  builder.addStereo(stereoKinds.doubleBond, atoms - 2, 1, [0, atoms - 1]);
  builder.addStereo(stereoKinds.octahedral, atoms - 1, 30, [0, 1, 2, 3, 4, atoms - 1]);
  builder.endMolecule('x'.repeat(atoms));
  builder.endMolecule();
  return builder.finish();
}

const hex = (file: Uint8Array) => Buffer.from(file).toString('hex').replace(/../gu, '$& ').trim();

describe('AtomContainer stream', () => {
  it.each(sampleMolecules())('gives back %s', (_, dataset) => {
    if (dataset.kind === 'molecules') expectSame(dataset);
  });

  it.each([8, 255, 256, 65_534])('gives back a chain of %i atoms', (atoms) => {
    expectSame(chain(atoms));
  });

  it('gives back titles at the edge of their length’s width', () => {
    for (const length of [1, 65_535, 65_536]) {
      const builder = new MoleculesBuilder({ coordinates: false });
      builder.endMolecule('t'.repeat(length));
      expect(expectSame(builder.finish()).length).toBe(5 + 4 + (length > 65_535 ? 4 : 2) + length + 5);
    }
  });

  it('has the bytes that the documentation says', () => {
    expect(hex(expectSame(small()))).toBe(
      [
        '41 43 53 01 01',
        '02 03 02 01 00 02 c3 a9',
        '06 43 00 0d 3f f8 00 00 00 00 00 00 bf d0 00 00 00 00 00 00',
        '06 92 00 07 00 00 00 00 00 00 00 00 3f f0 00 00 00 00 00 00',
        '07 23 01 40 00 00 00 00 00 00 00 40 08 00 00 00 00 00 00',
        '00 01 01 02 1a',
        '22 01 00 01 02 01',
        'ff 00 00 00 01',
      ].join(' '),
    );
  });

  it('refuses every file that is cut off, and whatever a byte is changed to, with an error of its own or other molecules', () => {
    for (const file of [write(small()), write(chain(9)), write(chain(300)).slice()]) {
      const ends = Array.from({ length: Math.min(file.length, 600) }, (_, end) => end);
      expect(ends.filter((end) => !isRefused(() => readMolecules(file.slice(0, end))))).toEqual([]);
      let refused = 0;
      for (let at = 0; at < Math.min(file.length, 400); at += 1) {
        for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
          const damaged = file.slice();
          damaged[at] = value;
          // What is read can be put into canonical form, which checks every index.
          if (isRefused(() => toCanonical(readMolecules(damaged)))) refused += 1;
        }
      }
      expect(refused).toBeGreaterThan(100);
    }
  });

  it('says where the damage is', () => {
    const damaged = (at: number, value: number) => {
      const file = write(small());
      file[at] = value;
      return () => readMolecules(file);
    };
    expect(damaged(0, 0x40)).toThrow(telling('“ACS”', 'byte 0'));
    expect(damaged(5, 0x10)).toThrow(telling('flags', 16, 'byte 5'));
    expect(damaged(13, 119)).toThrow(telling('element 119', 'byte 13'));
    expect(damaged(72, 9)).toThrow(telling('atoms', 9, 1, 3, 'byte 72'));
    expect(damaged(76, 0x16)).toThrow(telling('order 6', 'byte 76'));
    expect(damaged(77, 0x23)).toThrow(telling('configuration 3', 'kind 1', 'byte 77'));
    expect(damaged(79, 3)).toThrow(telling('carrier 3', 'byte 79'));
    expect(damaged(87, 2)).toThrow(telling('2 molecules', 1));
    expect(damaged(11, 0xff)).toThrow(telling('UTF-8'));
    expect(() => readMolecules(new Uint8Array([...write(small()), 0]))).toThrow(telling('1 bytes'));
  });

  it('makes no room for what the counts only promise', () => {
    const huge = new Uint8Array([
      0x41, 0x43, 0x53, 1, 1, 1, 0, 0, 0xff, 0xfe, 0, 0, 0xff, 0xfe, 0, 1, 0xff, 0xfc, 0, 0,
    ]);
    expect(() => readMolecules(huge)).toThrow(telling('molecule', `byte ${huge.length}`));
    const beyond = new Uint8Array([0x41, 0x43, 0x53, 1, 1, 1, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(() => readMolecules(beyond)).toThrow(/at most 65534/u);
  });
});
