import { BondPairs } from '../../../libraries/molecules/bond-pairs';
import { impliedHydrogens } from '../../../libraries/molecules/valence';
import { FormatlabError } from '../../../model/errors';
import { MoleculesBuilder } from '../../../model/molecules/builder';
import { bondOrderAromatic, type Molecules, stereoKinds } from '../../../model/molecules/molecules';
import { XmlScanner, xmlEvents } from '../../../libraries/xml/xml-scanner';
import { bondOrders } from './bond-orders';
import { AtomNames } from './atom-names';
import { AtomSymbols } from './atom-symbols';
import { bondOrderSums, unknownValence } from './hydrogens';
import { parseXmlDouble } from './numbers';

/** A parity or bond stereo element, which is resolved once all atoms of the molecule are known. */
interface Configuration {
  /** The element's offset in the file. */
  readonly at: number;
  /** The atom of a parity; null for the stereo of a bond. */
  readonly atom: number | null;
  /** The range of the file with the ids of its atoms. */
  readonly from: number;
  readonly to: number;
  readonly configuration: number;
}

/**
 * Reads every `molecule` element of a CML document at any depth, as Formatlab, CDK and others write them: one element per atom, and bonds with `atomRefs2`. For an atom without
 * `hydrogenCount`, MDL's valence model gives the hydrogens that its element, charge and bonds imply. Other elements (names, properties, formulas, spectra) are ignored.
 * @throws `malformedInput` with the line
 */
export function readCml(file: Uint8Array<ArrayBuffer>): Molecules {
  return new CmlReader(file).read();
}

const damagedLine = (line: number, what: string) =>
  new FormatlabError({
    tag: 'malformedInput',
    stage: 'decode',
    format: 'cml',
    message: `Line ${line.toLocaleString('en')} ${what}.`,
  });

class CmlReader {
  readonly #scanner: XmlScanner;
  readonly #builder = new MoleculesBuilder({ coordinates: true });
  readonly #names: AtomNames;
  readonly #pairs = new BondPairs();
  readonly #symbols: AtomSymbols;
  #configurations: Configuration[] = [];
  /** Atoms of the current molecule without `hydrogenCount`. */
  #uncounted: number[] = [];
  #atomCount = 0;
  #placedCount = 0;

  constructor(file: Uint8Array<ArrayBuffer>) {
    this.#scanner = new XmlScanner(damagedLine, file);
    this.#names = new AtomNames(file);
    this.#symbols = new AtomSymbols(this.#scanner);
  }

  read(): Molecules {
    const scanner = this.#scanner;
    for (;;) {
      const event = scanner.next();
      if (event === xmlEvents.end) break;
      if (event === xmlEvents.open && scanner.is('molecule')) this.#molecule();
    }
    const molecules = this.#builder.finish();
    return this.#placedCount === 0 ? { ...molecules, coordinates: null } : molecules;
  }

  #molecule(): void {
    const scanner = this.#scanner;
    const at = scanner.from;
    const outside = scanner.depth - 1;
    let title = '';
    for (let index = 0; index < scanner.attributeCount; index += 1) {
      if (scanner.isAttribute(index, 'title'))
        title = scanner.stringOf(scanner.attributeFrom(index), scanner.attributeTo(index)).replace(/[\r\n]+/g, ' ');
    }
    this.#names.clear();
    this.#pairs.clear();
    this.#configurations = [];
    this.#uncounted = [];
    for (;;) {
      const event = scanner.next();
      if (event === xmlEvents.close && scanner.depth === outside) break;
      if (event === xmlEvents.open) {
        if (scanner.is('atom')) this.#atom();
        else if (scanner.is('bond')) this.#bond();
        else if (scanner.is('molecule'))
          scanner.fail(
            scanner.from,
            'begins a molecule inside another one; Formatlab reads only molecules that are not nested',
          );
        else if (scanner.is('atomArray') || scanner.is('bondArray')) this.#refuseLists();
      }
    }
    this.#takeHydrogens(at);
    this.#implyHydrogens(at);
    for (const configuration of this.#configurations) this.#addStereo(configuration);
    if (this.#placedCount !== 0 && this.#placedCount !== this.#atomCount) {
      scanner.fail(
        at,
        `begins a molecule in which some atoms lack coordinates (x2, y2), though earlier molecules have them`,
      );
    }
    this.#builder.endMolecule(title);
  }

  /** Reads CML 1, where the attributes of one element hold all atoms of a molecule. */
  #refuseLists(): void {
    const scanner = this.#scanner;
    for (let index = 0; index < scanner.attributeCount; index += 1) {
      if (
        scanner.isAttribute(index, 'atomID') ||
        scanner.isAttribute(index, 'elementType') ||
        scanner.isAttribute(index, 'atomRef1') ||
        scanner.isAttribute(index, 'atomRefs1')
      ) {
        scanner.fail(
          scanner.from,
          'has atoms or bonds as lists in attributes (CML 1); Formatlab reads only one element per atom or bond',
        );
      }
    }
  }

  #atom(): void {
    const scanner = this.#scanner;
    const at = scanner.from;
    const outside = scanner.depth - 1;
    let [element, charge, hydrogens, isotope, x, y] = [-1, 0, -1, 0, Number.NaN, Number.NaN];
    let [nameFrom, nameTo] = [0, 0];
    for (let index = 0; index < scanner.attributeCount; index += 1) {
      const [from, to] = [scanner.attributeFrom(index), scanner.attributeTo(index)];
      if (scanner.isAttribute(index, 'id')) [nameFrom, nameTo] = [from, to];
      else if (scanner.isAttribute(index, 'elementType')) element = this.#symbols.elementAt(from, to);
      else if (scanner.isAttribute(index, 'x2')) x = this.#number('x2', from, to);
      else if (scanner.isAttribute(index, 'y2')) y = this.#number('y2', from, to);
      else if (scanner.isAttribute(index, 'formalCharge')) charge = this.#whole('formalCharge', from, to, -128, 127);
      else if (scanner.isAttribute(index, 'hydrogenCount')) hydrogens = this.#whole('hydrogenCount', from, to, 0, 255);
      else if (scanner.isAttribute(index, 'isotopeNumber') || scanner.isAttribute(index, 'isotope'))
        isotope = this.#whole('isotopeNumber', from, to, 0, 65_535);
    }
    if (element === -1) scanner.fail(at, 'has an atom without an elementType');
    if (nameTo === nameFrom) scanner.fail(at, 'has an atom without an id');
    const builder = this.#builder;
    const placed = !Number.isNaN(x) && !Number.isNaN(y);
    const atom = builder.addAtom(
      element,
      Math.max(0, hydrogens),
      charge,
      isotope,
      0,
      0,
      placed ? x : 0,
      placed ? y : 0,
    );
    if (hydrogens === -1) this.#uncounted.push(atom);
    this.#atomCount += 1;
    if (placed) this.#placedCount += 1;
    if (!this.#names.add(nameFrom, nameTo))
      scanner.fail(at, `has a second atom with the id “${scanner.stringOf(nameFrom, nameTo).slice(0, 40)}”`);
    this.#insideAtom(atom, outside);
  }

  #insideAtom(atom: number, outside: number): void {
    const scanner = this.#scanner;
    const builder = this.#builder;
    let mapsNext = false;
    for (;;) {
      const event = scanner.next();
      if (event === xmlEvents.close && scanner.depth === outside) return;
      if (event === xmlEvents.open) {
        mapsNext = false;
        if (scanner.is('scalar')) {
          if (this.#hasAttribute('dictRef', 'cdk:aromaticAtom'))
            builder.aromaticAtoms.values[builder.firstAtom + atom] = 1;
          mapsNext = this.#hasAttribute('title', 'cdk:AtomAtomMapping');
        } else if (scanner.is('atomParity')) this.#configuration(atom);
      } else if (event === xmlEvents.text && mapsNext)
        builder.maps.values[builder.firstAtom + atom] = this.#whole(
          'cdk:AtomAtomMapping',
          scanner.from,
          scanner.to,
          0,
          65_535,
        );
    }
  }

  #bond(): void {
    const scanner = this.#scanner;
    const at = scanner.from;
    const outside = scanner.depth - 1;
    let [begin, end, order, aromatic] = [-1, -1, -1, 0];
    for (let index = 0; index < scanner.attributeCount; index += 1) {
      const [from, to] = [scanner.attributeFrom(index), scanner.attributeTo(index)];
      if (scanner.isAttribute(index, 'atomRefs2')) {
        const refs = this.#refs(at, from, to);
        if (refs.length !== 2) scanner.fail(at, `has a bond of ${refs.length} atoms`);
        [begin = -1, end = -1] = refs;
      } else if (scanner.isAttribute(index, 'order')) order = this.#order(from, to);
    }
    if (begin === -1) scanner.fail(at, 'has a bond without atomRefs2');
    if (begin === end) scanner.fail(at, 'has a bond from an atom to itself');
    if (!this.#pairs.add(begin, end)) scanner.fail(at, 'has a second bond between the same two atoms');
    let orderNext = false;
    for (;;) {
      const event = scanner.next();
      if (event === xmlEvents.close && scanner.depth === outside) break;
      if (event === xmlEvents.open) {
        orderNext = false;
        if (scanner.is('bondType') && this.#hasAttribute('dictRef', 'cdk:aromaticBond')) aromatic = 1;
        else if (scanner.is('bondStereo')) this.#configuration(null);
        // CDK writes orders above three like this.
        else if (scanner.is('scalar')) orderNext = this.#hasAttribute('dictRef', 'cdk:bondOrder');
      } else if (event === xmlEvents.text && orderNext) order = this.#order(scanner.from, scanner.to);
    }
    if (order === -1) scanner.fail(at, 'has a bond without an order');
    this.#builder.addBond(begin, end, order, order === bondOrderAromatic ? 1 : aromatic);
  }

  /** Reads an `atomParity` (inside its atom) or the `bondStereo` of a double bond. Wedges and hatches are ignored, because they describe the drawing. */
  #configuration(atom: number | null): void {
    const scanner = this.#scanner;
    const at = scanner.from;
    const outside = scanner.depth - 1;
    let [from, to] = [0, 0];
    for (let index = 0; index < scanner.attributeCount; index += 1) {
      if (scanner.isAttribute(index, 'atomRefs4'))
        [from, to] = [scanner.attributeFrom(index), scanner.attributeTo(index)];
    }
    let text = '';
    for (;;) {
      const event = scanner.next();
      if (event === xmlEvents.close && scanner.depth === outside) break;
      if (event === xmlEvents.text) text = scanner.stringOf(scanner.from, scanner.to).trim();
    }
    const configuration =
      atom === null
        ? text === 'T'
          ? 1
          : text === 'C'
            ? 2
            : 0
        : Math.sign(Number(text)) === 1
          ? 2
          : Math.sign(Number(text)) === -1
            ? 1
            : 0;
    if (configuration === 0) return;
    if (to === from) scanner.fail(at, 'has a configuration without atomRefs4, so its neighbours are unknown');
    this.#configurations.push({ at, atom, from, to, configuration });
  }

  #addStereo({ at, atom, from, to, configuration }: Configuration): void {
    const scanner = this.#scanner;
    const builder = this.#builder;
    const refs = this.#refs(at, from, to);
    if (refs.length !== 4) scanner.fail(at, `has a configuration of ${refs.length} atoms, not 4`);
    if (atom !== null) {
      builder.addStereo(stereoKinds.tetrahedral, atom, configuration, refs);
      return;
    }
    const [first = 0, begin = 0, end = 0, last = 0] = refs;
    for (let bond = 0; bond < builder.bondCount; bond += 1) {
      const [bondBegin, bondEnd] = [
        builder.begins.values[builder.firstBond + bond],
        builder.ends.values[builder.firstBond + bond],
      ];
      const reversed = bondBegin === end && bondEnd === begin;
      if (reversed || (bondBegin === begin && bondEnd === end)) {
        builder.addStereo(stereoKinds.doubleBond, bond, configuration, reversed ? [last, first] : [first, last]);
        return;
      }
    }
    scanner.fail(at, 'has a configuration of a bond that does not exist');
  }

  /** Subtracts the hydrogens that are atoms, because `hydrogenCount` includes them. */
  #takeHydrogens(at: number): void {
    const { hydrogens, elements, begins, ends, firstAtom, firstBond, bondCount } = this.#builder;
    const uncounted = new Set(this.#uncounted);
    const take = (atom: number, other: number) => {
      if (uncounted.has(atom)) return;
      if (elements.values[firstAtom + other] !== 1) return;
      const left = (hydrogens.values[firstAtom + atom] as number) - 1;
      if (left < 0)
        this.#scanner.fail(
          at,
          `begins a molecule whose atom ${atom + 1} is bound to more hydrogens than its hydrogenCount`,
        );
      hydrogens.values[firstAtom + atom] = left;
    };
    for (let bond = firstBond; bond < firstBond + bondCount; bond += 1) {
      const [begin, end] = [begins.values[bond] as number, ends.values[bond] as number];
      take(begin, end);
      take(end, begin);
    }
  }

  #implyHydrogens(at: number): void {
    if (this.#uncounted.length === 0) return;
    const { hydrogens, elements, charges, begins, ends, orders, firstAtom, firstBond, atomCount, bondCount } =
      this.#builder;
    const [from, to] = [firstBond, firstBond + bondCount];
    const bonded = bondOrderSums(
      atomCount,
      begins.values.subarray(from, to),
      ends.values.subarray(from, to),
      orders.values.subarray(from, to),
    );
    for (const atom of this.#uncounted) {
      const own = bonded[atom] as number;
      if (own === unknownValence)
        this.#scanner.fail(
          at,
          `begins a molecule whose atom ${atom + 1} has no hydrogenCount but a bond of order A, so its number of hydrogens is unknown`,
        );
      hydrogens.values[firstAtom + atom] = impliedHydrogens(
        elements.values[firstAtom + atom] as number,
        charges.values[firstAtom + atom] as number,
        own,
      );
    }
  }

  /** The indices of the atoms in a list of ids. */
  #refs(at: number, from: number, to: number): readonly number[] {
    const { bytes } = this.#scanner;
    const refs: number[] = [];
    for (let start = from; start < to; ) {
      if ((bytes[start] as number) <= 0x20) {
        start += 1;
        continue;
      }
      let end = start;
      while (end < to && (bytes[end] as number) > 0x20) end += 1;
      const atom = this.#names.find(start, end);
      if (atom === -1)
        this.#scanner.fail(
          at,
          `names an atom “${this.#scanner.stringOf(start, end).slice(0, 40)}” that its molecule does not have`,
        );
      refs.push(atom);
      if (refs.length > 4) break;
      start = end;
    }
    return refs;
  }

  #hasAttribute(name: string, value: string): boolean {
    const scanner = this.#scanner;
    for (let index = 0; index < scanner.attributeCount; index += 1) {
      if (
        scanner.isAttribute(index, name) &&
        scanner.is(value, scanner.attributeFrom(index), scanner.attributeTo(index))
      )
        return true;
    }
    return false;
  }

  #order(from: number, to: number): number {
    const text = this.#scanner.stringOf(from, to).trim();
    return (
      bondOrders[text] ??
      this.#scanner.fail(
        from,
        `has a bond of the unknown order “${text.slice(0, 40)}”; Formatlab reads S, D, T, A and 0 to 4`,
      )
    );
  }

  #number(name: string, from: number, to: number): number {
    const value = parseXmlDouble(this.#scanner.bytes, from, to);
    if (Number.isNaN(value))
      this.#scanner.fail(
        from,
        `has “${this.#scanner.stringOf(from, to).slice(0, 40)}” as ${name}, which must be a number`,
      );
    return value;
  }

  #whole(name: string, from: number, to: number, least: number, most: number): number {
    const value = this.#number(name, from, to);
    if (!Number.isInteger(value) || value < least || value > most)
      this.#scanner.fail(from, `has ${value} as ${name}, which must be a whole number from ${least} to ${most}`);
    return value;
  }
}
