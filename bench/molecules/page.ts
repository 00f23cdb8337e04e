import { loadRdkit } from '../../workers/libraries/rdkit/load';
import { readSmiles } from '../../workers/formats/smiles/file/read-lines';
import { writeSmiles } from '../../workers/formats/smiles/file/write-lines';
import type { Molecules } from '../../workers/model/molecules/molecules';
import { workload } from '../../workers/workloads/molecules';

/**
 * Reads and writes SMILES in the page, with our code and with RDKit’s, for bench/molecules.mjs. The result is molecules per second, from one call
 * over all molecules.
 */

let text = new Uint8Array();
let lines: string[] = [];
let molecules: Molecules | null = null;
const rdkit = await loadRdkit();

const perSecond = (count: number, work: () => void): number => {
  const start = performance.now();
  work();
  return count / ((performance.now() - start) / 1_000);
};

function read(): Molecules {
  if (molecules === null) throw new Error('No molecules are loaded yet.');
  return molecules;
}

const sides = {
  generate(count: number): string {
    const made = workload.generate({
      parameters: { composition: 'chembl', coordinates: false },
      seed: 1,
      from: 0,
      to: count,
    });
    if (made.kind !== 'molecules') throw new Error('The workload does not generate molecules.');
    return new TextDecoder().decode(writeSmiles(made));
  },
  load(given: string): { readonly molecules: number; readonly bytes: number } {
    text = new TextEncoder().encode(given);
    lines = given
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ', 1)[0] ?? '');
    molecules = readSmiles(text).molecules;
    return { molecules: molecules.moleculeCount, bytes: text.length };
  },
  oursRead: () => perSecond(lines.length, () => readSmiles(text)),
  oursWrite: () => perSecond(lines.length, () => writeSmiles(read())),
  /** Creates and frees the molecule of each of `count` lines. It is parsed without sanitizing, so that nothing is perceived, as in our parser. */
  rdkitRead(count: number, sanitize: boolean): number {
    const chosen = lines.slice(0, count);
    const options = JSON.stringify(sanitize ? {} : { sanitize: false, removeHs: false, assignStereo: false });
    return perSecond(chosen.length, () => {
      for (const line of chosen) {
        const molecule = rdkit.rdkit.get_mol(line, options);
        if (molecule === null) throw new Error(`RDKit rejects ${line}.`);
        molecule.delete();
      }
    });
  },
  /** Not canonical: in the order of the atoms, as ours. */
  rdkitWrite(count: number): number {
    const options = JSON.stringify({ canonical: false });
    const made = lines.slice(0, count).map((line) => rdkit.rdkit.get_mol(line, '{}'));
    try {
      return perSecond(made.length, () => {
        for (const molecule of made) molecule?.get_smiles(options);
      });
    } finally {
      for (const molecule of made) molecule?.delete();
    }
  },
};

declare global {
  interface Window {
    smilesSides: typeof sides;
  }
}

window.smilesSides = sides;
