import { toCanonical } from '../../workers/model/canonical';
import { FormatlabError } from '../../workers/model/errors';
import { mutantsOfFile } from '../../workers/own-file/testing/mutants';
import { validFiles } from '../../workers/own-file/testing/sound-files';
import { foreignFileBytes } from '../../workers/own-file/testing/test-files';
import { readOwnFile } from '../../workers/own-file/read';

/** Writes damaged copies of files, each with what our readers make of it: test_mutated_files.py compares that with the reference implementations. */

type Save = (name: string, bytes: Uint8Array) => Promise<void>;

/** `canonical` names the file that holds the dataset; it is null where our reader refused the mutant. */
export interface MutantEntry {
  readonly file: string;
  readonly source: string;
  readonly what: string;
  readonly canonical: string | null;
  readonly refusal: string | null;
  readonly full: boolean;
}

/** Kinds that pyarrow or numpy reads. */
const kindNames = ['Parquet', 'Arrow', 'NumPy .npy'];
const quickCount = 7;
const fullCount = 140;

export async function writeMutants(save: Save, { full }: { readonly full: boolean }): Promise<MutantEntry[]> {
  const kinds = validFiles(foreignFileBytes);
  const entries: MutantEntry[] = [];
  for (const kind of kindNames) {
    const files = kinds[kind];
    if (files === undefined) throw new Error(`There is no valid file of the kind ${kind}.`);
    for (const [index, { fileName, type, bytes }] of files.entries()) {
      const sound = await bytes();
      let number = 0;
      for (const { what, bytes: mutant } of mutantsOfFile(sound, 500 + index, full ? fullCount : quickCount)) {
        const file = `mutant-${number}-${fileName}`;
        await save(file, mutant);
        let canonical: string | null = null;
        let refusal: string | null = null;
        try {
          const { dataset } = await readOwnFile(new Blob([mutant]), { fileName, type, columnTypes: null, reading: {} });
          canonical = `${file}.canonical`;
          await save(canonical, new Uint8Array(await new Blob([...toCanonical(dataset).parts]).arrayBuffer()));
        } catch (thrown) {
          if (!(thrown instanceof FormatlabError)) throw thrown;
          refusal = thrown.record.message;
        }
        entries.push({ file, source: fileName, what, canonical, refusal, full: number >= quickCount });
        number += 1;
      }
    }
  }
  return entries;
}
