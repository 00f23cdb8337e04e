import { describe, expect, it } from 'vitest';
import { withoutCdkLosses } from '../../libraries/cdk-objects/loss';
import { toCanonical } from '../../model/canonical';
import type { Dataset } from '../../model/dataset';
import { allocateBuffer } from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import { MoleculesBuilder } from '../../model/molecules/builder';
import { bondOrderAromatic, type Molecules } from '../../model/molecules/molecules';
import { sampleMolecules } from '../../registry/sample-molecules';
import { readMolecules } from './stream/read';
import { writeMolecules } from './stream/write';
import { isRefused } from '../../model/testing/is-refused';
import { telling } from '../../model/testing/telling';

const bytesOf = (dataset: Dataset) => Buffer.concat(toCanonical(dataset).parts);
const write = (molecules: Molecules, fixedWidth: boolean) => writeMolecules(molecules, fixedWidth, allocateBuffer);
const modes = [false, true];

function expectSame(molecules: Molecules, fixedWidth: boolean): Uint8Array<ArrayBuffer> {
  const file = write(molecules, fixedWidth);
  expect(bytesOf(readMolecules(file, fixedWidth)).equals(bytesOf(withoutCdkLosses(molecules)))).toBe(true);
  return file;
}

/** Bytes in hexadecimal, names in quotes as Kryo writes ASCII. */
function bytes(notation: string): Uint8Array<ArrayBuffer> {
  const parts = notation.match(/“[^”]*”|[0-9a-f]{2}/gu) ?? [];
  return new Uint8Array(
    parts.flatMap((part) =>
      part.startsWith('“')
        ? [...Buffer.from(part.slice(1, -2)), part.charCodeAt(part.length - 2) | 0x80]
        : [Number.parseInt(part, 16)],
    ),
  );
}

/** [13CH3][O-].[*:300]=[CH2:1] with the places of the sample molecules. */
function small(): Molecules {
  const builder = new MoleculesBuilder({ coordinates: true });
  builder.addAtom(6, 3, 0, 13, 0, 0, 0, 0);
  builder.addAtom(8, 0, -1, 0, 0, 0, 1.25, 0.75);
  builder.addAtom(0, 0, 0, 0, 0, 300, 2.5, 0);
  builder.addAtom(6, 2, 0, 0, 0, 1, 3.75, 0.75);
  builder.addBond(0, 1, 1);
  builder.addBond(2, 3, 2);
  builder.endMolecule();
  return builder.finish();
}

/** What CDK 1.5.11 and Kryo 3.0.3 in Java write of it. */
const byJava = {
  'variable-length': `
    01 00 “org.openscience.cdk.silent.AtomContainer” 01 08
    01 01 “[Lorg.openscience.cdk.interfaces.IAtom;” 01 05
    01 02 “org.openscience.cdk.silent.Atom” 01 01 0c 00 00 00 01 00 00 00 00 01 00 00 00 00 01 06 00 00 01 1a 00 00
    01 03 “javax.vecmath.Point2d” 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 82 43
    01 02 01 01 10 00 00 00 01 00 00 00 00 01 01 00 00 00 01 00 00 00 00 00 00 01 03 01 3f f4 00 00 00 00 00 00 3f e8 00 00 00 00 00 00 00 00 00 01 82 4f
    01 04 “org.openscience.cdk.silent.PseudoAtom” 01 01 00 00 00 00 01 00 00 00 00 01 00 00 00 00 01 00 00 00 01 82 2a 00 00 00
    01 03 01 40 04 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 05 “java.util.LinkedHashMap” 01 01 03 01 “cdk:AtomAtomMapping” 02 d8 04 01 00 0b
    01 02 01 01 0c 00 00 00 01 00 00 00 00 01 00 00 00 00 01 04 00 00 00 00 00 01 03 01 40 0e 00 00 00 00 00 00 3f e8 00 00 00 00 00 00 00 01 05 01 01 03 0e 02 02 00 06
    04 01 06 “[Lorg.openscience.cdk.interfaces.IBond;” 01 03
    01 07 “org.openscience.cdk.silent.Bond” 01 04 01 01 01 03 01 02 04 01 02 07 01 01 04 00 00 00 01 01 00 01 01
    01 07 01 04 01 01 01 03 01 04 0a 01 02 0f 01 01 08 00 00 00 01 02 00 16
    01 00 00 14 00 00
    01 08 “[Lorg.openscience.cdk.interfaces.ILonePair;” 01 0b 00 00 00 00 00 00 00 00 00 00 00 00
    01 09 “[Lorg.openscience.cdk.interfaces.ISingleElectron;” 01 0b 00 00 00 00 00 00 00 00 00 00
    01 0a “java.util.HashSet” 01 00`,
  'fixed-width': `
    01 00 “org.openscience.cdk.silent.AtomContainer” 01 04 00 00 00
    01 01 “[Lorg.openscience.cdk.interfaces.IAtom;” 01 05
    01 02 “org.openscience.cdk.silent.Atom” 01 01 06 00 00 00 00 00 00 01 00 00 00 00 01 00 00 00 00 00 00 00 01 03 00 00 00 00 00 01 0d 00 00 00 00 00
    01 03 “javax.vecmath.Point2d” 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 82 43
    01 02 01 01 08 00 00 00 00 00 00 01 00 00 00 00 01 ff ff ff ff 00 00 00 01 00 00 00 00 00 00 00 00 00
    01 03 01 00 00 00 00 00 00 f4 3f 00 00 00 00 00 00 e8 3f 00 00 00 01 82 4f
    01 04 “org.openscience.cdk.silent.PseudoAtom” 01 01 00 00 00 00 00 00 00 01 00 00 00 00 01 00 00 00 00 00 00 00 01 00 00 00 00 00 00 01 82 2a 00 00 00
    01 03 01 00 00 00 00 00 00 04 40 00 00 00 00 00 00 00 00 00 01 05 “java.util.LinkedHashMap” 01 01 00 00 00 03 01 “cdk:AtomAtomMapping” 02 2c 01 00 00 01 00 00 00 00 0b
    01 02 01 01 06 00 00 00 00 00 00 01 00 00 00 00 01 00 00 00 00 00 00 00 01 02 00 00 00 00 00 00 00 00
    01 03 01 00 00 00 00 00 00 0e 40 00 00 00 00 00 00 e8 3f 00 01 05 01 01 00 00 00 03 0e 02 01 00 00 00 00 06
    02 00 00 00 01 06 “[Lorg.openscience.cdk.interfaces.IBond;” 01 03
    01 07 “org.openscience.cdk.silent.Bond” 01 02 00 00 00 01 01 01 03 01 02 04 01 02 07 01 01 02 00 00 00 00 00 00 01 01 00 01 01
    01 07 01 02 00 00 00 01 01 01 03 01 04 0a 01 02 0f 01 01 04 00 00 00 00 00 00 01 02 00 16
    01 00 00 0a 00 00 00 00 00 00 00 00
    01 08 “[Lorg.openscience.cdk.interfaces.ILonePair;” 01 0b 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    01 09 “[Lorg.openscience.cdk.interfaces.ISingleElectron;” 01 0b 00 00 00 00 00 00 00 00 00 00
    01 0a “java.util.HashSet” 01 00`,
};

describe.each(modes)('Kryo, fixed width %s', (fixedWidth) => {
  const numbers = fixedWidth ? 'fixed-width' : 'variable-length';

  it.each(sampleMolecules())('gives back %s', (_, dataset) => {
    if (dataset.kind === 'molecules') expectSame(dataset, fixedWidth);
  });

  it('writes and reads the bytes that Java does', () => {
    const expected = bytes(byJava[numbers]);
    expect(Buffer.from(expectSame(small(), fixedWidth)).toString('hex')).toBe(Buffer.from(expected).toString('hex'));
    // Numbers of objects and names begin anew with each molecule.
    expect(readMolecules(new Uint8Array([...expected, ...expected]), fixedWidth).moleculeCount).toBe(2);
  });

  it('gives back what is widest: thousands of atoms, all elements, every column at its edges, orders of each kind', () => {
    const builder = new MoleculesBuilder({ coordinates: false });
    for (let atom = 0; atom < 20_000; atom += 1) {
      builder.addAtom(
        atom % 119,
        atom % 256,
        (atom % 256) - 128,
        (257 * atom) % 65_536,
        atom % 2,
        (65_537 * atom) % 65_536,
      );
      if (atom > 0)
        builder.addBond(
          atom,
          atom >> 1,
          atom % 6,
          atom % 6 === bondOrderAromatic || (atom % 6 > 0 && atom % 7 === 0) ? 1 : 0,
        );
    }
    builder.endMolecule();
    builder.endMolecule();
    expectSame(builder.finish(), fixedWidth);
  });

  it('finds out by the first atom whether there are places, whatever came before', () => {
    const builder = new MoleculesBuilder({ coordinates: true });
    builder.endMolecule();
    builder.endMolecule();
    builder.addAtom(6, 4, 0, 0, 0, 0, -0.5, Number.MAX_VALUE);
    builder.endMolecule();
    expectSame(builder.finish(), fixedWidth);
    const none = write(sampleMolecules()[0]?.[1] as Molecules, fixedWidth);
    expect(() => readMolecules(new Uint8Array([...write(small(), fixedWidth), ...none]), fixedWidth)).toThrow(
      telling('no coordinates', 'first atom'),
    );
    expect(() => readMolecules(new Uint8Array([...none, ...write(small(), fixedWidth)]), fixedWidth)).toThrow(
      /^(?!.*no coordinates).*coordinates.*first atom/u,
    );
  });

  it('refuses a file that is cut off inside a molecule, wherever', () => {
    const file = write(small(), fixedWidth);
    const read = Array.from({ length: file.length - 1 }, (_, index) => index + 1).filter(
      (end) => !isRefused(() => readMolecules(file.slice(0, end), fixedWidth)),
    );
    expect(read).toEqual([]);
  });

  it('meets whatever a byte is changed to with an error of its own or other molecules', () => {
    const file = write(small(), fixedWidth);
    let refused = 0;
    for (let at = 0; at < file.length; at += 1) {
      for (const value of [0, 1, 2, 3, 5, 0x7f, 0x80, 0x81, 0xff, (file[at] as number) ^ 1]) {
        const damaged = file.slice();
        damaged[at] = value;
        // What is read can be put into canonical form, which checks every index.
        if (isRefused(() => toCanonical(readMolecules(damaged, fixedWidth)))) refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(file.length);
  });

  it('reads arrays that have room to spare, as containers that grew have', () => {
    const ours = byJava[numbers].replace('IBond;” 01 03', 'IBond;” 01 05').replace(/(00 16)\s/u, '$1 00 00 ');
    expect(bytesOf(readMolecules(bytes(ours), fixedWidth)).equals(bytesOf(small()))).toBe(true);
  });

  it.each([
    [
      'a class that nobody knows',
      /“org.openscience.cdk.silent.Bond”/u,
      '“java.lang.ProcessBuilder”',
      /the class java\.lang\.ProcessBuilder is not one of the CDK classes that Formatlab supports.*\(at byte /u,
    ],
    [
      'a class that is somewhere else',
      /“org.openscience.cdk.silent.Bond”/u,
      '“java.util.HashSet”',
      /instead of org\.openscience\.cdk\.silent\.Bond/u,
    ],
    [
      'a class name that never came',
      /01 02 01 01/u,
      '01 09 01 01',
      /a reference leads to class name 9, but only 4 were read so far/u,
    ],
    [
      'a registered class',
      /01 02 01 01/u,
      '0b 01 01',
      /a molecule refers to the registered class 9, but none is registered/u,
    ],
    ['an object that never came', /00 16/u, '00 7f', /refers to object 125, but only 24 were read so far/u],
    [
      'an object of another class',
      /00 16/u,
      '00 04',
      /refers to object 2, which is of the class org\.openscience\.cdk\.silent\.Atom instead of IBond\.Stereo/u,
    ],
    ['a bond to itself', /01 02 04 01 02 07/u, '01 02 04 01 02 04', /joins an atom with itself/u],
    ['a bond that holds itself', /01 02 04 01 02 07/u, '01 02 04 01 07 15', /one end of a bond is not an Atom/u],
    [
      'a bond of an atom that is new',
      /01 02 04 01 02 07/u,
      '01 02 04 01 02 01',
      /one end of a bond is not an atom of the molecule/u,
    ],
    ['an atom twice', /01 02 01 01/u, '01 02 04 01', /an atom is a reference to an earlier object/u],
    [
      'an order that is none',
      /01 01 00 01 01\s/u,
      '01 09 00 01 01 ',
      /Kryo: a bond’s order is enum constant 9, but there are only 7/u,
    ],
    [
      'an order without a place',
      /01 01 00 01 01\s/u,
      '01 05 00 01 01 ',
      /a bond has the order QUINTUPLE, which Formatlab can’t store/u,
    ],
    ['a wedge', /01 01 00 01 01\s/u, '01 01 00 01 02 ', /a bond is a wedge/u],
    ['an unknown symbol', /82 4f/u, '82 51', /no element “Q”/u],
    ['a symbol of another element', /82 4f/u, '82 4e', /an atom’s symbol N contradicts its atomic number 8/u],
    [
      'a label',
      /82 2a( 00 00 00[\s\S]*?) 0b\n/u,
      '4f e7$1 01 82 2a\n',
      /a PseudoAtom has the label Og; Formatlab can store only \*/u,
    ],
    ['stereo elements', /(“java.util.HashSet”) 01 00/u, '$1 01 01', /has stereo elements/u],
    ['another property', /“cdk:AtomAtomMapping”/u, '“cdk:Title”', /a property other than cdk:AtomAtomMapping/u],
    [
      'a partial charge',
      /(01 08 00 00 00|01 10) 00 00/u,
      '$1 00 01',
      /the field “charge” of Atom has a value that CDK’s SMILES parser never writes, and Formatlab can’t store it/u,
    ],
    [
      'a null array',
      /01 06 (“\[Lorg.openscience.cdk.interfaces.IBond;”) 01 03/u,
      '01 06 $1 00',
      /the array of bonds is null/u,
    ],
    [
      'an array that the file has Kryo: the array of bonds claims 4294967294 elements, more than the file can hold',
      /(IBond;” 01) 03/u,
      '$1 ff ff ff ff 0f',
      /Kryo: the array of bonds claims 4294967294 elements, more than the file can hold/u,
    ],
    [
      'an array that is too short',
      /(IBond;” 01) 03/u,
      '$1 02',
      /Kryo: the array of bonds has 1 elements, fewer than the 2 that are declared/u,
    ],
    ['a number that does not end', /(IBond;” 01) 03/u, '$1 ff ff ff ff ff ff', /more than (five bytes|32 bits)/u],
    ['a text that is null', /82 4f/u, '80', /a string is null/u],
    ['a text that is too long', /82 4f/u, 'c2 ff ff 0f', /longer than any/u],
  ] as const)('refuses %s, and says where', (_, place, damage, message) => {
    const damaged = byJava[numbers].replace(place, damage);
    expect(damaged).not.toBe(byJava[numbers]);
    expect(() => readMolecules(bytes(damaged), fixedWidth)).toThrow(message);
    expect(() => readMolecules(bytes(damaged), fixedWidth)).toThrow(/byte [\d,]+ /u);
  });
});

it('reads no file with the other kind of numbers', () => {
  for (const fixedWidth of modes)
    expect(() => readMolecules(write(small(), fixedWidth), !fixedWidth)).toThrow(FormatlabError);
});
