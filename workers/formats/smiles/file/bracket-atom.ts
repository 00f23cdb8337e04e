import { elementSymbols } from '../../../libraries/molecules/elements';
import { hasAromaticSymbol } from '../../../libraries/molecules/organic-subset';

/** The classes of configuration after `@`. 0 is `@` or `@@` alone, whose class follows from the number of neighbours. */
export const markClasses = { plain: 0, TH: 1, AL: 3, SP: 4, TB: 5, OH: 6 } as const;

/** A lookup table from the letters of an element symbol to its atomic number plus 1. 0 means that there is no such symbol. */
const byLetters = new Uint8Array(32 * 32);
elementSymbols.forEach((symbol, element) => {
  if (element > 0)
    byLetters[(symbol.charCodeAt(0) - 64) * 32 + (symbol.length > 1 ? symbol.charCodeAt(1) - 96 : 0)] = element + 1;
});

const isDigit = (code: number) => code >= 48 && code <= 57;

/** Reads one atom in brackets. The fields hold the last atom. */
export class BracketAtom {
  element = 0;
  aromatic = 0;
  isotope = 0;
  charge = 0;
  hydrogens = 0;
  map = 0;
  /** One of {@link markClasses}, and its number from 1; 0 without a mark. */
  markClass = 0;
  markNumber = 0;
  problem = '';
  problemAt = 0;
  #text: Uint8Array = new Uint8Array();
  #at = 0;
  #end = 0;

  /** Reads an atom; `from` is after the opening bracket. Returns the position after the closing one, or -1 with `problem` and `problemAt`. */
  read(text: Uint8Array, from: number, end: number): number {
    this.#text = text;
    this.#at = from;
    this.#end = end;
    const isotope = isDigit(this.#code()) ? this.#number(65_535, 'a mass number') : 0;
    if (isotope < 0) return -1;
    this.isotope = isotope;
    if (!this.#readSymbol()) return -1;
    this.markNumber = 0;
    if (this.#code() === 64 && !this.#readMark()) return -1;
    this.hydrogens = 0;
    if (this.#code() === 72) {
      this.#at += 1;
      this.hydrogens = isDigit(this.#code()) ? this.#number(255, 'a count of hydrogens') : 1;
      if (this.hydrogens < 0) return -1;
    }
    this.charge = 0;
    const sign = this.#code();
    if ((sign === 43 || sign === 45) && !this.#readCharge(sign)) return -1;
    this.map = 0;
    if (this.#code() === 58) {
      this.#at += 1;
      if (!isDigit(this.#code())) return this.#fail('an atom class needs a number after its colon');
      this.map = this.#number(65_535, 'an atom class');
      if (this.map < 0) return -1;
    }
    if (this.#code() !== 93)
      return this.#fail(
        this.#at >= end
          ? 'the bracket is not closed'
          : 'this character is not valid here; an atom in brackets has an isotope, symbol, @, H, charge and class, in this order',
      );
    return this.#at + 1;
  }

  #code(): number {
    return this.#at < this.#end ? (this.#text[this.#at] as number) : 0;
  }

  #fail(problem: string, at = this.#at): -1 {
    this.problem = problem;
    this.problemAt = at;
    return -1;
  }

  #number(most: number, what: string): number {
    const from = this.#at;
    let value = 0;
    for (let code = this.#code(); isDigit(code); code = this.#code()) {
      value = 10 * value + code - 48;
      if (value > most) return this.#fail(`${what} can be at most ${most.toLocaleString('en')}`, from);
      this.#at += 1;
    }
    return value;
  }

  #readSymbol(): boolean {
    const first = this.#code();
    this.aromatic = 0;
    if (first === 42) {
      this.element = 0;
      this.#at += 1;
      return true;
    }
    const second = this.#at + 1 < this.#end ? (this.#text[this.#at + 1] as number) : 0;
    const lower = second >= 97 && second <= 122 ? second - 96 : 0;
    const upper = first >= 97 && first <= 122 ? first - 32 : first;
    if (upper >= 65 && upper <= 90) {
      const pair = lower === 0 ? 0 : (byLetters[(upper - 64) * 32 + lower] as number);
      const single = byLetters[(upper - 64) * 32] as number;
      const aromatic = upper === first ? 0 : 1;
      const fits = (found: number) => found > 0 && (aromatic === 0 || hasAromaticSymbol[found - 1] === 1);
      const found = fits(pair) ? pair : fits(single) && lower === 0 ? single : 0;
      if (found > 0) {
        this.element = found - 1;
        this.aromatic = aromatic;
        this.#at += found === pair ? 2 : 1;
        return true;
      }
    }
    this.#fail(this.#at >= this.#end ? 'the bracket is not closed' : 'this element does not exist');
    return false;
  }

  #readMark(): boolean {
    const from = this.#at;
    this.#at += 1;
    this.markClass = markClasses.plain;
    this.markNumber = 1;
    if (this.#code() === 64) {
      this.markNumber = 2;
      this.#at += 1;
      return true;
    }
    const second = this.#at + 1 < this.#end ? (this.#text[this.#at + 1] as number) : 0;
    // A single H is a hydrogen, not the begin of a class, which has two letters.
    const letters = this.#code() * 256 + second;
    const [markClass, most] =
      letters === 0x5448
        ? [markClasses.TH, 2]
        : letters === 0x414c
          ? [markClasses.AL, 2]
          : letters === 0x5350
            ? [markClasses.SP, 3]
            : letters === 0x5442
              ? [markClasses.TB, 20]
              : letters === 0x4f48
                ? [markClasses.OH, 30]
                : [0, 0];
    if (most === 0) return true;
    this.#at += 2;
    this.markClass = markClass;
    this.markNumber = this.#number(most, 'the number of a configuration of this class');
    if (this.markNumber === 0) this.#fail('a configuration class such as TH needs a number from 1', from);
    return this.markNumber > 0;
  }

  #readCharge(sign: number): boolean {
    const from = this.#at;
    this.#at += 1;
    let size = 1;
    if (isDigit(this.#code())) size = this.#number(127, 'a charge');
    else {
      for (; this.#code() === sign; size += 1) this.#at += 1;
      if (size > 127) this.#fail('a charge can be at most 127', from);
    }
    if (size < 0 || size > 127) return false;
    this.charge = sign === 43 ? size : size === 0 ? 0 : -size;
    return true;
  }
}
