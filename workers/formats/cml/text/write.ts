import { symbolOf } from '../../../libraries/molecules/elements';
import { FormatlabError } from '../../../model/errors';
import { bondOrderAromatic, carrierSlots, type Molecules, stereoKinds } from '../../../model/molecules/molecules';
import { impliedHydrogenFlags } from './hydrogens';
import { AsciiTextBuffer } from './page';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const ascii = (text: string) => encoder.encode(text);

const head =
  '<?xml version="1.0" encoding="ISO-8859-1"?>\r\n<moleculeList convention="cdk:moleculeSet" id="molSet1" xmlns="http://www.xml-cml.org/schema"';
const atomBegin = ascii('      <atom id="a');
const aromaticAtom = ascii('        <scalar dictRef="cdk:aromaticAtom"/>\r\n');
const atomEnd = ascii('      </atom>\r\n');
const bondBegin = ascii('      <bond id="b');
const bondRefs = ascii('" atomRefs2="a');
const aromaticBond = ascii('        <bondType dictRef="cdk:aromaticBond"/>\r\n');
const bondEnd = ascii('      </bond>\r\n');
const [emptyEnd, openEnd] = [ascii('"/>\r\n'), ascii('">\r\n')];
const [xBegin, yBegin, chargeBegin, hydrogensBegin, isotopeBegin] = [
  '" x2="',
  '" y2="',
  '" formalCharge="',
  '" hydrogenCount="',
  '" isotopeNumber="',
].map(ascii) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
const refNext = ascii(' a');
/** CDK writes an atom without an element as a dummy, with its label as title. */
const elementAttributes = Array.from({ length: 119 }, (_, element) =>
  ascii(element === 0 ? '" title="*" elementType="Du' : `" elementType="${symbolOf(element)}`),
);
const orderAttributes = ['0', 'S', 'D', 'T', '4', 'A'].map((order) => ascii(`" order="${order}`));

/** The title as an attribute value in Latin-1, with character references for other characters. @throws `encodeFailed` if XML 1.0 forbids a character. */
function putTitle(page: AsciiTextBuffer, title: Uint8Array, molecule: number): void {
  for (const character of decoder.decode(title)) {
    const code = character.codePointAt(0) ?? 0;
    if (character === '&') page.putText('&amp;');
    else if (character === '<') page.putText('&lt;');
    else if (character === '>') page.putText('&gt;');
    else if (character === '"') page.putText('&quot;');
    else if (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) {
      throw new FormatlabError({
        tag: 'encodeFailed',
        stage: 'encode',
        format: 'cml',
        message: `The title of molecule ${molecule + 1} has the control character U+${code.toString(16).padStart(4, '0').toUpperCase()}, which XML can’t contain.`,
      });
    } else if (code < 0x20) page.putText(`&#x0${code.toString(16).toUpperCase()};`);
    else if (code < 0x100) page.putText(character);
    else page.putText(`&#x${code.toString(16).toUpperCase()};`);
  }
}

interface CmlLayout {
  /** Whether the ids of atoms and bonds count through the whole file or restart in each molecule. */
  readonly ids: 'file' | 'molecule';
  /** Whether every atom has a `hydrogenCount`, or only atoms whose hydrogens are not implied by element, charge and bonds. */
  readonly hydrogens: 'counted' | 'implied';
}

/** Writes the elements of one dataset. */
class MoleculeListWriter {
  readonly #page = new AsciiTextBuffer();
  readonly #molecules: Molecules;
  readonly #ids: 'file' | 'molecule';
  /** Numbers of the last atom and bond before the current molecule. */
  #atomBase = 0;
  #bondBase = 0;
  /** The number of hydrogen atoms bound to each atom; `hydrogenCount` includes them. */
  readonly #explicit: Uint16Array;
  /** 1 for each atom without `hydrogenCount`; null if all atoms have one. */
  readonly #implied: Uint8Array | null;
  /** The index of the stereo element of each atom and each bond; -1 if there is none. */
  readonly #atomStereo: Int32Array;
  readonly #bondStereo: Int32Array;

  constructor(molecules: Molecules, { ids, hydrogens }: CmlLayout) {
    this.#molecules = molecules;
    this.#ids = ids;
    this.#explicit = explicitHydrogens(molecules);
    this.#implied = hydrogens === 'implied' ? impliedHydrogenFlags(molecules) : null;
    this.#atomStereo = new Int32Array(molecules.atoms.elements.length).fill(-1);
    this.#bondStereo = new Int32Array(molecules.bonds.orders.length).fill(-1);
    const { kinds, centers } = molecules.stereo;
    for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1) {
      for (
        let element = molecules.stereoOffsets[molecule] as number;
        element < (molecules.stereoOffsets[molecule + 1] as number);
        element += 1
      ) {
        const center = centers[element] as number;
        if (kinds[element] === stereoKinds.tetrahedral)
          this.#atomStereo[(molecules.atomOffsets[molecule] as number) + center] = element;
        else if (kinds[element] === stereoKinds.doubleBond)
          this.#bondStereo[(molecules.bondOffsets[molecule] as number) + center] = element;
      }
    }
  }

  write(): Uint8Array<ArrayBuffer> {
    const page = this.#page;
    page.putText(head);
    const { moleculeCount } = this.#molecules;
    page.putText(moleculeCount === 0 ? '/>\r\n' : '>\r\n');
    for (let molecule = 0; molecule < moleculeCount; molecule += 1) this.#molecule(molecule);
    page.reserve(32);
    if (moleculeCount > 0) page.putText('</moleculeList>\r\n');
    return page.bytes.slice(0, page.length);
  }

  #molecule(molecule: number): void {
    const page = this.#page;
    const { titles, atomOffsets, bondOffsets } = this.#molecules;
    const [firstAtom, endAtom] = [atomOffsets[molecule] as number, atomOffsets[molecule + 1] as number];
    const [firstBond, endBond] = [bondOffsets[molecule] as number, bondOffsets[molecule + 1] as number];
    this.#atomBase = this.#ids === 'file' ? 0 : firstAtom;
    this.#bondBase = this.#ids === 'file' ? 0 : firstBond;
    const title = titles.data.subarray(titles.offsets[molecule], titles.offsets[molecule + 1]);
    page.reserve(200 + 8 * title.length);
    page.putText('  <molecule id="m');
    page.putCount(molecule + 1);
    if (title.length > 0) {
      page.putText('" title="');
      putTitle(page, title, molecule);
    }
    if (endAtom === firstAtom) {
      page.put(emptyEnd);
      return;
    }
    page.put(openEnd);
    page.putText('    <atomArray>\r\n');
    for (let atom = firstAtom; atom < endAtom; atom += 1) this.#atom(atom, firstAtom);
    page.reserve(128);
    page.putText('    </atomArray>\r\n');
    if (endBond > firstBond) {
      page.putText('    <bondArray>\r\n');
      for (let bond = firstBond; bond < endBond; bond += 1) this.#bond(bond, firstAtom);
      page.reserve(128);
      page.putText('    </bondArray>\r\n');
    }
    page.putText('  </molecule>\r\n');
  }

  #atom(atom: number, firstAtom: number): void {
    const page = this.#page;
    const { atoms, coordinates, stereo } = this.#molecules;
    page.reserve(700);
    page.put(atomBegin);
    page.putCount(atom - this.#atomBase + 1);
    page.put(elementAttributes[atoms.elements[atom] as number] as Uint8Array);
    if (coordinates !== null) {
      page.put(xBegin);
      page.putDouble(coordinates[2 * atom] as number);
      page.put(yBegin);
      page.putDouble(coordinates[2 * atom + 1] as number);
    }
    const charge = atoms.charges[atom] as number;
    page.put(chargeBegin);
    if (charge < 0) page.putText('-');
    page.putCount(Math.abs(charge));
    if (this.#implied === null || this.#implied[atom] === 0) {
      page.put(hydrogensBegin);
      page.putCount((atoms.hydrogens[atom] as number) + (this.#explicit[atom] as number));
    }
    if (atoms.isotopes[atom] !== 0) {
      page.put(isotopeBegin);
      page.putCount(atoms.isotopes[atom] as number);
    }
    const [map, element] = [atoms.maps[atom] as number, this.#atomStereo[atom] as number];
    if (map === 0 && atoms.aromatic[atom] === 0 && element === -1) {
      page.put(emptyEnd);
      return;
    }
    page.put(openEnd);
    if (map !== 0) {
      page.putText('        <scalar title="cdk:AtomAtomMapping" dataType="xsd:string">');
      page.putCount(map);
      page.putText('</scalar>\r\n');
    }
    if (atoms.aromatic[atom] === 1) page.put(aromaticAtom);
    if (element !== -1) {
      page.putText('        <atomParity atomRefs4="');
      this.#refs4(firstAtom, stereo.carriers.subarray(carrierSlots * element, carrierSlots * element + 4));
      page.putText(stereo.configurations[element] === 2 ? '">1</atomParity>\r\n' : '">-1</atomParity>\r\n');
    }
    page.put(atomEnd);
  }

  #bond(bond: number, firstAtom: number): void {
    const page = this.#page;
    const { bonds, stereo } = this.#molecules;
    const [begin, end, order, element] = [
      bonds.begins[bond] as number,
      bonds.ends[bond] as number,
      bonds.orders[bond] as number,
      this.#bondStereo[bond] as number,
    ];
    page.reserve(500);
    page.put(bondBegin);
    page.putCount(bond - this.#bondBase + 1);
    page.put(bondRefs);
    page.putCount(firstAtom - this.#atomBase + begin + 1);
    page.put(refNext);
    page.putCount(firstAtom - this.#atomBase + end + 1);
    page.put(orderAttributes[order] as Uint8Array);
    // The order `A` already says that the bond is aromatic.
    const marked = bonds.aromatic[bond] === 1 && order !== bondOrderAromatic;
    if (!marked && element === -1) {
      page.put(emptyEnd);
      return;
    }
    page.put(openEnd);
    if (marked) page.put(aromaticBond);
    if (element !== -1) {
      const [atBegin = 0, atEnd = 0] = stereo.carriers.subarray(carrierSlots * element, carrierSlots * element + 2);
      page.putText('        <bondStereo atomRefs4="');
      this.#refs4(firstAtom, [atBegin, begin, end, atEnd]);
      page.putText(stereo.configurations[element] === 1 ? '">T</bondStereo>\r\n' : '">C</bondStereo>\r\n');
    }
    page.put(bondEnd);
  }

  #refs4(firstAtom: number, carriers: ArrayLike<number>): void {
    for (let index = 0; index < 4; index += 1) {
      this.#page.putText(index === 0 ? 'a' : ' a');
      this.#page.putCount(firstAtom - this.#atomBase + (carriers[index] as number) + 1);
    }
  }
}

function explicitHydrogens({ moleculeCount, atomOffsets, bondOffsets, atoms, bonds }: Molecules): Uint16Array {
  const explicit = new Uint16Array(atoms.elements.length);
  for (let molecule = 0; molecule < moleculeCount; molecule += 1) {
    const firstAtom = atomOffsets[molecule] as number;
    for (let bond = bondOffsets[molecule] as number; bond < (bondOffsets[molecule + 1] as number); bond += 1) {
      const begin = firstAtom + (bonds.begins[bond] as number);
      const end = firstAtom + (bonds.ends[bond] as number);
      if (atoms.elements[end] === 1) explicit[begin] = (explicit[begin] as number) + 1;
      if (atoms.elements[begin] === 1) explicit[end] = (explicit[end] as number) + 1;
    }
  }
  return explicit;
}

/**
 * Writes a `moleculeList` byte for byte as CDK 1.5.11's `CMLWriter` writes an `AtomContainerSet` (two spaces, CR LF, Latin-1), unless the layout differs. It adds two elements
 * of CML's schema that CDK leaves out: `atomParity` (1 if the other neighbours, seen from the first, are clockwise) and `bondStereo` (C or T). @throws `encodeFailed`
 */
export function writeCml(
  molecules: Molecules,
  { ids = 'file', hydrogens = 'counted' }: Partial<CmlLayout> = {},
): Uint8Array<ArrayBuffer> {
  return new MoleculeListWriter(molecules, { ids, hydrogens }).write();
}
