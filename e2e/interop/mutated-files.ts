import { toCanonical } from '../../workers/model/canonical';
import { FormatlabError } from '../../workers/model/errors';
import { mutantsOfFile } from '../../workers/open-file/testing/mutants';
import { validFiles } from '../../workers/open-file/testing/sound-files';
import { foreignFileBytes } from '../../workers/open-file/testing/test-files';
import { readOwnFile } from '../../workers/open-file/read';
import { belongs, type Depth } from './depth';
import type { Save } from './snippet-files';

/**
 * Writes damaged copies of files that our readers read all the same, each with what they make of it: test_mutated_files.py compares that with the
 * reference implementations. What our readers refuse is the matter of workers/open-file/testing/mutants.browser.test.ts.
 */

/** `canonical` names the file that holds the dataset that our reader read, `soundCanonical` that of the file before it was damaged. */
export interface MutantEntry {
  readonly file: string;
  readonly source: string;
  readonly soundCanonical: string;
  readonly what: string;
  readonly canonical: string;
  readonly full: boolean;
}

/** Kinds that pyarrow or numpy reads. */
const kindNames = ['Parquet', 'Arrow', 'NumPy .npy'];
const quickCount = 7;
const fullCount = 140;
/**
 * A bit flipped, a number written over another, a stretch repeated. Our readers refuse nearly all of the other kinds (files cut off, stretches left
 * out, several bytes replaced, a longer number), so that a reference has nothing to decide of them.
 */
const decided = /^bit |^\d+ in | repeated at /u;

export async function writeMutants(save: Save, depth: Depth): Promise<MutantEntry[]> {
  const kinds = validFiles(foreignFileBytes);
  const entries: MutantEntry[] = [];
  for (const kind of kindNames) {
    const files = kinds[kind];
    if (files === undefined) throw new Error(`There is no valid file of the kind ${kind}.`);
    for (const [index, { fileName, type, bytes }] of files.entries()) {
      const sound = await bytes();
      const canonicalOf = async (content: Uint8Array<ArrayBuffer>, name: string) => {
        const { dataset } = await readOwnFile(new Blob([content]), { fileName, type, columnTypes: null, reading: {} });
        await save(name, new Uint8Array(await new Blob([...toCanonical(dataset).parts]).arrayBuffer()));
        return name;
      };
      const soundCanonical = await canonicalOf(sound, `sound-${fileName}.canonical`);
      let number = 0;
      for (const { what, bytes: mutant } of mutantsOfFile(
        sound,
        500 + index,
        depth === 'quick' ? quickCount : fullCount,
      )) {
        const full = number >= quickCount;
        const file = `mutant-${number}-${fileName}`;
        number += 1;
        if (!belongs(depth, full) || !decided.test(what)) continue;
        try {
          const canonical = await canonicalOf(mutant, `${file}.canonical`);
          await save(file, mutant);
          entries.push({ file, source: fileName, soundCanonical, what, canonical, full });
        } catch (thrown) {
          if (!(thrown instanceof FormatlabError)) throw thrown;
        }
      }
    }
  }
  return entries;
}
