import { describe, expect, it } from 'vitest';
import { MoleculesBuilder } from '../../model/molecules/builder';
import { FormatlabError } from '../../model/errors';
import { readMoleculeLines, writeMoleculeLines } from './lines';
import { telling } from '../../model/testing/telling';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A notation of letters, an atom each; `x` is malformed. */
function read(text: Uint8Array, malformed: 'fatal' | 'skip', separator: 'tab' | 'whiteSpace' = 'whiteSpace') {
  const builder = new MoleculesBuilder({ coordinates: false });
  const skipped = readMoleculeLines(text, { malformed, separator }, builder, (notation) => {
    for (const letter of notation) {
      builder.addAtom(letter.charCodeAt(0) - 96);
      if (letter === 'x') throw new FormatlabError({ tag: 'malformedInput', stage: 'decode', message: 'It has an x.' });
    }
  });
  const molecules = builder.finish();
  return {
    skipped,
    atoms: [...molecules.atomOffsets],
    titles: new TextDecoder().decode(molecules.titles.data),
    molecules,
  };
}

describe('lines', () => {
  it('end in LF or CRLF or not at all; titles begin behind the first separator', () => {
    expect(read(bytes('ab one two\r\n\nc\td\ne'), 'fatal')).toMatchObject({
      skipped: 0,
      atoms: [0, 2, 2, 3, 4],
      titles: 'one twod',
    });
    expect(read(bytes('a\tone two\n'), 'fatal', 'tab')).toMatchObject({ atoms: [0, 1], titles: 'one two' });
  });

  it('that are malformed end the reading with their number, or are left out', () => {
    const text = bytes('ab\nax bad\nc\n');
    expect(() => read(text, 'fatal')).toThrow(telling('Line 2', 'x', '“ax bad”'));
    expect(read(text, 'skip')).toMatchObject({ skipped: 1, atoms: [0, 2, 3], titles: '' });
    expect(() => read(Uint8Array.of(97, 32, 0xc3, 10), 'fatal')).toThrow(telling('Line 1', 'UTF-8'));
  });

  it('are written as they are read, and not with a title of two lines', () => {
    const { molecules } = read(bytes('ab naïve\nc\n'), 'fatal');
    expect(new TextDecoder().decode(writeMoleculeLines(molecules, '\t', (molecule) => `m${molecule}`))).toBe(
      'm0\tnaïve\nm1\n',
    );
    const builder = new MoleculesBuilder({ coordinates: false });
    builder.endMolecule('fine');
    builder.endMolecule('two\nlines');
    expect(() => writeMoleculeLines(builder.finish(), ' ', () => '')).toThrow(telling('molecule 2', 'line break'));
  });
});
