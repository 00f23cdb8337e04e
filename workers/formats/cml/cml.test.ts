import { describe, expect, test } from 'vitest';
import { MoleculesBuilder } from '../../model/molecules/builder';
import { bondOrderAromatic, stereoKinds } from '../../model/molecules/molecules';
import { sampleMolecules } from '../../registry/sample-molecules';
import { format } from './implementations/formatlab';
import { javaDouble, parseXmlDouble } from './text/numbers';
import { readCml } from './text/read';
import { writeCml } from './text/write';
import { telling } from '../../model/testing/telling';

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
const molecule = (inside: string) =>
  utf8(`<molecule xmlns="http://www.xml-cml.org/schema" id="m1">\n${inside}\n</molecule>`);
const atoms = (count: number) =>
  `<atomArray>${Array.from({ length: count }, (_, index) => `<atom id="x${index}" elementType="C" hydrogenCount="1"/>`).join('\n')}</atomArray>`;

test('numbers are written as Java prints doubles', () => {
  const values = [0, -0, 1e-4, -5e-4, 1e-3, 1.25, -12.3456, 1e5, 12_345_678.9, 3, 1e7, 0.1 + 0.2];
  // As Double.toString gave them in CDK's output.
  expect(values.map(javaDouble)).toEqual([
    '0.0',
    '-0.0',
    '1.0E-4',
    '-5.0E-4',
    '0.001',
    '1.25',
    '-12.3456',
    '100000.0',
    '1.23456789E7',
    '3.0',
    '1.0E7',
    '0.30000000000000004',
  ]);
  const read = (text: string) => parseXmlDouble(latin1(` ${text} `), 1, text.length + 1);
  expect(values.map((value) => read(javaDouble(value)))).toEqual(values);
  expect(['', '.', '-', '1e', '0x10', 'NaN', '1 2'].map(read)).toEqual(new Array(7).fill(Number.NaN));
});

test('a set of molecules is written as CDK writes it', () => {
  const builder = new MoleculesBuilder({ coordinates: true });
  builder.addAtom(6, 3, 0, 13, 0, 0, 1.25, -0.0005);
  builder.addAtom(7, 3, 1, 0, 0, 4, 0, 12.3456);
  builder.addBond(0, 1, 1);
  builder.endMolecule('naïve "t" <&> 日');
  builder.addAtom(0, 0);
  builder.endMolecule();
  const lines = [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    '<moleculeList convention="cdk:moleculeSet" id="molSet1" xmlns="http://www.xml-cml.org/schema">',
    '  <molecule id="m1" title="naïve &quot;t&quot; &lt;&amp;&gt; &#x65E5;">',
    '    <atomArray>',
    '      <atom id="a1" elementType="C" x2="1.25" y2="-5.0E-4" formalCharge="0" hydrogenCount="3" isotopeNumber="13"/>',
    '      <atom id="a2" elementType="N" x2="0.0" y2="12.3456" formalCharge="1" hydrogenCount="3">',
    '        <scalar title="cdk:AtomAtomMapping" dataType="xsd:string">4</scalar>',
    '      </atom>',
    '    </atomArray>',
    '    <bondArray>',
    '      <bond id="b1" atomRefs2="a1 a2" order="S"/>',
    '    </bondArray>',
    '  </molecule>',
    '  <molecule id="m2">',
    '    <atomArray>',
    '      <atom id="a3" title="*" elementType="Du" x2="0.0" y2="0.0" formalCharge="0" hydrogenCount="0"/>',
    '    </atomArray>',
    '  </molecule>',
    '</moleculeList>',
    '',
  ];
  const file = writeCml(builder.finish());
  expect(textOf(file).split('\r\n')).toEqual(lines);
  expect(readCml(file)).toEqual(builder.finish());
});

test.each(sampleMolecules())('%s come back', (_, dataset) => {
  if (dataset.kind !== 'molecules') throw new Error('They are molecules.');
  if (dataset.stereo.kinds.includes(stereoKinds.allenal))
    expect([...readCml(writeCml(dataset)).stereo.kinds]).toEqual([]);
  else expect(readCml(writeCml(dataset))).toEqual(dataset);
});

test('ids may begin anew in each molecule', () => {
  for (const [, dataset] of sampleMolecules()) {
    if (dataset.kind !== 'molecules' || dataset.stereo.kinds.includes(stereoKinds.allenal)) continue;
    const file = writeCml(dataset, { ids: 'molecule' });
    expect(readCml(file)).toEqual(dataset);
    if (dataset.moleculeCount > 1) expect(textOf(file).match(/<atom id="a1"/g)?.length).toBe(dataset.moleculeCount);
  }
});

test('without marks, bonds of the order A are aromatic all the same, and verification knows it', async () => {
  const builder = new MoleculesBuilder({ coordinates: false });
  for (let atom = 0; atom < 3; atom += 1) builder.addAtom(6, 1, 0, 0, 1);
  builder.addBond(0, 1, bondOrderAromatic, 1);
  builder.addBond(1, 2, bondOrderAromatic, 0);
  builder.addBond(0, 2, 1, 1);
  builder.endMolecule();
  const molecules = builder.finish();
  for (const aromaticity of ['kekule', 'flags']) {
    const options = { ids: 'file', aromaticity, hydrogens: 'counted' };
    const session = await format.open({
      options,
      innerCodec: null,
      schema: { kind: 'molecules', coordinates: false, titles: false },
    });
    const file = await session.encode?.(molecules);
    if (file === undefined) throw new Error('It encodes.');
    expect(await session.decode?.(file)).toEqual(format.forget?.(molecules, options));
  }
});

test('hydrogens that element, charge and bonds imply may be left out', () => {
  let [counts, atomCount] = [0, 0];
  for (const [, dataset] of sampleMolecules()) {
    if (dataset.kind !== 'molecules' || dataset.stereo.kinds.includes(stereoKinds.allenal)) continue;
    const file = writeCml(dataset, { hydrogens: 'implied' });
    expect(readCml(file)).toEqual(dataset);
    counts += textOf(file).match(/hydrogenCount/g)?.length ?? 0;
    atomCount += dataset.atoms.elements.length;
  }
  expect(counts).toBeLessThan(atomCount / 2);
  const builder = new MoleculesBuilder({ coordinates: false });
  for (const hydrogens of [4, 2, 0]) builder.addAtom(6, hydrogens);
  builder.addAtom(92, 0);
  builder.endMolecule('methane, methylene, carbon, uranium');
  const file = writeCml(builder.finish(), { hydrogens: 'implied' });
  expect(textOf(file).match(/hydrogenCount="\d"/g)).toEqual(['hydrogenCount="2"', 'hydrogenCount="0"']);
  expect(readCml(file)).toEqual(builder.finish());
});

test('hydrogens that are not told are reckoned, beside those that are atoms', () => {
  const read = readCml(
    molecule(`<atomArray><atom id="c" elementType="C"/><atom id="n" elementType="N" formalCharge="1"/><atom id="o" elementType="O"/><atom id="h" elementType="H"/><atom id="m" elementType="C" hydrogenCount="2"/></atomArray>
<bondArray><bond atomRefs2="c n" order="S"/><bond atomRefs2="c o" order="D"/><bond atomRefs2="n h" order="S"/></bondArray>`),
  );
  expect([...read.atoms.hydrogens]).toEqual([1, 2, 0, 0, 2]);
});

test('a title that XML has no place for is refused', () => {
  const builder = new MoleculesBuilder({ coordinates: false });
  builder.endMolecule('bell\u0007');
  expect(() => writeCml(builder.finish())).toThrow(telling('title', 'molecule 1', 'U+0007'));
});

describe('what others write', () => {
  test('prefixes, other quotes, names of any kind, bonds both ways, comments, CDATA and UTF-8', () => {
    const file = utf8(`\uFEFF<?xml version='1.0'?><!-- <molecule> -->
<cml:cml xmlns:cml='http://www.xml-cml.org/schema'><cml:molecule id='m' title='l&apos;é&#x2019;&#233;'>
  <cml:name>other</cml:name>
  <cml:bondArray/>
  <cml:atomArray>
    <cml:atom id='C1' elementType='C' hydrogenCount='1'/><cml:atom id='a2' elementType='Cl' hydrogenCount='0' x3='1'/>
    <cml:atom id='C3' elementType='C' hydrogenCount='2'/><cml:atom id='h' elementType='H' hydrogenCount='0'/>
  </cml:atomArray>
  <cml:bondArray>
    <cml:bond id='b1' atomRefs2='C3  C1' order='2'><cml:bondStereo atomRefs4='C3 C3 C1 a2'><![CDATA[T]]></cml:bondStereo></cml:bond>
    <cml:bond atomRefs2='C1 a2' order='S'><cml:bondStereo>W</cml:bondStereo></cml:bond>
    <cml:bond atomRefs2='h C3' order='1'/>
  </cml:bondArray>
</cml:molecule></cml:cml>`);
    const read = readCml(file);
    expect(new TextDecoder().decode(read.titles.data)).toBe("l'é’é");
    expect([...read.atoms.elements, ...read.atoms.hydrogens]).toEqual([6, 17, 6, 1, 1, 0, 1, 0]);
    expect([...read.bonds.begins, ...read.bonds.ends, ...read.bonds.orders]).toEqual([2, 0, 3, 0, 1, 2, 2, 1, 1]);
    expect([
      ...read.stereo.kinds,
      ...read.stereo.centers,
      ...read.stereo.carriers.subarray(0, 2),
      ...read.stereo.configurations,
    ]).toEqual([2, 0, 2, 1, 1]);
    expect(read.coordinates).toBeNull();
  });

  test('Latin-1 as its bytes say, also where Windows has other characters', () => {
    const read = readCml(latin1('<?xml version="1.0" encoding="ISO-8859-1"?><molecule title="é\u0085"></molecule>'));
    expect(new TextDecoder().decode(read.titles.data)).toBe('é\u0085');
  });
});

test.each([
  ['', 'Line 1 is the end of the file, but no element was found.'],
  ['CCO ethanol', 'Line 1 has text outside the root element.'],
  [
    '<!DOCTYPE x [<!ENTITY a "b">]><molecule/>',
    'Line 1 has a DOCTYPE, which Formatlab rejects because its entities can expand without limit. Remove the DOCTYPE.',
  ],
  ['<molecule>\n<atomArray>\n', 'Line 3 is the end of the file, but still inside <atomArray>.'],
  ['<a>\n</b>', 'Line 2 closes <b> where <a> is open.'],
  ['<a/><b/>', 'Line 1 begins a second root element.'],
  ['<a b=c/>', 'Line 1 has an attribute value without quotes.'],
  ['<a b/>', 'Line 1 has an attribute without a value.'],
  ['<a b="c', 'Line 1 has an attribute value whose quote is never closed.'],
  ['<a><!-- ', 'Line 1 begins a comment that is never closed.'],
  ['<?xml version="1.0" encoding="UTF-16"?><a/>', 'Line 1 is in UTF-16; Formatlab reads UTF-8 and ISO-8859-1.'],
  ['<molecule title="&bomb;"/>', 'Line 1 has “&bomb;”, which is no known reference. Write & as &amp;.'],
  ['<a>'.repeat(257), 'Line 1 nests elements deeper than 256.'],
  [
    `<a ${Array.from({ length: 65 }, (_, index) => `b${index}=""`).join(' ')}/>`,
    'Line 1 has more than 64 attributes in a tag.',
  ],
])('%s is refused', (text, message) => {
  expect(() => readCml(utf8(text))).toThrow(message);
});

test.each([
  ['<atom id="a1" elementType="Xy" hydrogenCount="0"/>', 'Line 2 has an atom with the unknown element “Xy”.'],
  [
    '<atom id="a1" elementType="C"/><atom id="a2" elementType="C" hydrogenCount="1"/><bond atomRefs2="a1 a2" order="A"/>',
    'Line 1 begins a molecule whose atom 1 has no hydrogenCount but a bond of order A, so its number of hydrogens is unknown.',
  ],
  ['<atom id="a1" hydrogenCount="1"/>', 'Line 2 has an atom without an elementType.'],
  ['<atom elementType="C" hydrogenCount="1"/>', 'Line 2 has an atom without an id.'],
  [
    '<atom id="a1" elementType="C" hydrogenCount="many"/>',
    'Line 2 has “many” as hydrogenCount, which must be a number.',
  ],
  [
    '<atom id="a1" elementType="C" hydrogenCount="1" formalCharge="300"/>',
    'Line 2 has 300 as formalCharge, which must be a whole number from -128 to 127.',
  ],
  [
    '<atom id="z" elementType="C" hydrogenCount="1"/>\n<atom id="z" elementType="C" hydrogenCount="1"/>',
    'Line 3 has a second atom with the id “z”.',
  ],
  [`${atoms(2)}\n<bond atomRefs2="x0 x2" order="S"/>`, 'Line 4 names an atom “x2” that its molecule does not have.'],
  [`${atoms(2)}<bond atomRefs2="x0 x0" order="S"/>`, 'Line 3 has a bond from an atom to itself.'],
  [
    `${atoms(2)}<bond atomRefs2="x0 x1" order="S"/>\n<bond atomRefs2="x1 x0" order="D"/>`,
    'Line 4 has a second bond between the same two atoms.',
  ],
  [`${atoms(2)}<bond atomRefs2="x0 x1"/>`, 'Line 3 has a bond without an order.'],
  [
    `${atoms(2)}<bond atomRefs2="x0 x1" order="Q"/>`,
    'Line 3 has a bond of the unknown order “Q”; Formatlab reads S, D, T, A and 0 to 4.',
  ],
  [`${atoms(3)}<bond atomRefs2="x0 x1 x2" order="S"/>`, 'Line 4 has a bond of 3 atoms.'],
  [
    '<atom id="a1" elementType="C" hydrogenCount="1"><atomParity atomRefs4="a1 a1 a1">1</atomParity></atom>',
    'Line 2 has a configuration of 3 atoms, not 4.',
  ],
  [
    '<atom id="a1" elementType="C" hydrogenCount="1"><atomParity>1</atomParity></atom>',
    'Line 2 has a configuration without atomRefs4, so its neighbours are unknown.',
  ],
  ['<molecule/>', 'Line 2 begins a molecule inside another one; Formatlab reads only molecules that are not nested.'],
  [
    '<atomArray atomID="a1 a2" elementType="C C"/>',
    'Line 2 has atoms or bonds as lists in attributes (CML 1); Formatlab reads only one element per atom or bond.',
  ],
  [
    '<atom id="a1" elementType="C" hydrogenCount="0"/><atom id="a2" elementType="H" hydrogenCount="1"/><bond atomRefs2="a1 a2" order="S"/>',
    'Line 1 begins a molecule whose atom 1 is bound to more hydrogens than its hydrogenCount.',
  ],
  [
    '<atom id="a1" elementType="C" hydrogenCount="0" x2="1" y2="2"/><atom id="a2" elementType="C" hydrogenCount="1"/>',
    'Line 1 begins a molecule in which some atoms lack coordinates (x2, y2), though earlier molecules have them.',
  ],
])('%s is refused', (inside, message) => {
  expect(() => readCml(molecule(inside))).toThrow(message);
});
