import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCanonical } from '../../../model/canonical';
import { FormatlabError } from '../../../model/errors';
import { differenceOfMolecules } from '../../../model/molecules/difference';
import { inconsistencyOf, type Molecules } from '../../../model/molecules/molecules';
import { withoutSmilesLosses } from './forget';
import { readSmiles } from './read-lines';
import { writeSmiles } from './write-lines';

const runs = { numRuns: 2_000, seed: 5 };
const awkward = readFileSync('fixtures/molecules/awkward.smi', 'utf8').trimEnd().split('\n');
const read = (text: string) => readSmiles(new TextEncoder().encode(text), { malformed: 'skip' }).molecules;
const columns = (molecules: Molecules) => Buffer.concat(toCanonical(molecules).parts as Uint8Array[]);

/** Writes what was read; null where it says that it can't. */
function write(molecules: Molecules): Uint8Array<ArrayBuffer> | null {
  try {
    return writeSmiles(molecules);
  } catch (thrown) {
    if (thrown instanceof FormatlabError && thrown.record.tag === 'unsupported') return null;
    throw thrown;
  }
}

let cameBack = 0;

function expectToComeBack(molecules: Molecules, place: string): void {
  expect(inconsistencyOf(molecules), place).toBeNull();
  const once = write(molecules);
  if (once === null) return;
  cameBack += 1;
  const again = readSmiles(once).molecules;
  const difference = differenceOfMolecules(withoutSmilesLosses(molecules), again);
  if (!difference?.includes('too symmetrical')) expect(difference, place).toBeNull();
  expect(Buffer.from(writeSmiles(again)).equals(once), place).toBe(true);
  expect(columns(readSmiles(writeSmiles(again)).molecules).equals(columns(again)), place).toBe(true);
}

describe('lines of awkward molecules', () => {
  it('come back as they were read, in their first order from then on', () => {
    cameBack = 0;
    for (const line of awkward) expectToComeBack(readSmiles(new TextEncoder().encode(line)).molecules, line);
    expect(cameBack).toBe(awkward.length);
  });

  const letters = [...'CNOcnos[]()=#$:/\\@+-.%0123456789HFBrClI*~>< \t<P'];
  const edit = fc.record({
    at: fc.nat(400),
    remove: fc.nat(3),
    insert: fc.array(fc.constantFrom(...letters), { maxLength: 3 }).map((parts) => parts.join('')),
  });

  it('that are damaged are refused, or come back as they were read', () => {
    const short = awkward.filter((line) => line.length < 120);
    fc.assert(
      fc.property(fc.constantFrom(...short), fc.array(edit, { minLength: 1, maxLength: 3 }), (line, edits) => {
        const damaged = edits.reduce((text, { at, remove, insert }) => {
          const from = at % (text.length + 1);
          return text.slice(0, from) + insert + text.slice(from + remove);
        }, line);
        expectToComeBack(read(damaged), damaged);
      }),
      { ...runs },
    );
  }, 180_000);

  it('of any letters are refused, or come back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...letters, 'C', 'C', 'C', '1', '1', '2', '2', '/', '\\', '='), { maxLength: 24 }),
        (parts) => {
          expectToComeBack(read(parts.join('')), parts.join(''));
        },
      ),
      { ...runs },
    );
  }, 180_000);
});
