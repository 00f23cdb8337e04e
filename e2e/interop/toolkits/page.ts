import { toCanonical } from '../../../workers/model/canonical';
import { type Dataset, schemaOf } from '../../../workers/model/dataset';
import type { FormatModule } from '../../../workers/model/entry';
import { differenceOfMolecules } from '../../../workers/model/molecules/difference';
import type { Molecules } from '../../../workers/model/molecules/molecules';
import type { OptionValues } from '../../../workers/model/options';
import { kekuleStructures } from '../../../workers/libraries/molecules/kekulise';
import { readSmiles } from '../../../workers/formats/smiles/file/read-lines';
import { writeSmiles } from '../../../workers/formats/smiles/file/write-lines';
import { pickMolecules } from '../../../workers/model/molecules/pick';
import { loadFormat, loadWorkload } from '../../../workers/registry/modules';

/** What tool.mjs asks of the toolkits in real Chromium: one dataset, written and read by any implementation. */

let molecules: Molecules | null = null;

function held(): Molecules {
  if (molecules === null) throw new Error('There are no molecules yet.');
  return molecules;
}

const bytesOf = (dataset: Dataset) =>
  new Blob([...toCanonical(dataset).parts]).arrayBuffer().then((buffer) => new Uint8Array(buffer));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}

interface Asked {
  readonly format: string;
  readonly implementation: string;
  readonly options?: OptionValues;
}

async function open({ format, implementation, options = {} }: Asked) {
  const module = await loadFormat(format, implementation);
  return { module, session: await module.open({ options, innerCodec: null, schema: schemaOf(held()) }) };
}

const kept = (module: FormatModule, dataset: Dataset) => (module.forget?.(dataset) ?? dataset) as Molecules;

const toolkits = {
  /** Molecules of the workload; gives their canonical form. */
  async generate({
    knobs,
    seed,
    to,
  }: {
    readonly knobs: OptionValues;
    readonly seed: number;
    readonly to: number;
  }): Promise<string> {
    const { generate } = await loadWorkload('molecules');
    molecules = generate({ parameters: knobs, seed, from: 0, to }) as Molecules;
    return toBase64(await bytesOf(molecules));
  },

  /** Molecules of SMILES, with a Kekulé structure; those that have none are left out. Gives the canonical form. */
  async take({ smiles }: { readonly smiles: string }): Promise<string> {
    const read = readSmiles(new TextEncoder().encode(smiles)).molecules;
    const { molecules: localized, failures } = kekuleStructures(read);
    const without = new Set(failures.map(({ molecule }) => molecule));
    molecules = pickMolecules(
      localized,
      Array.from({ length: read.moleculeCount }, (_, index) => index).filter((index) => !without.has(index)),
    );
    return toBase64(await bytesOf(molecules));
  },

  /** The dataset as a file. */
  async encode(asked: Asked): Promise<string> {
    const { session } = await open(asked);
    const file = await session.encode?.(held());
    if (file === undefined) throw new Error('It writes nothing.');
    return toBase64(file);
  },

  /** What a file is read to: null where that is the dataset, up to what the implementation loses, else how they differ; and the SMILES of what was read. */
  async decode({
    file,
    ...asked
  }: Asked & { readonly file: string }): Promise<{ readonly difference: string | null; readonly smiles: string }> {
    const { module, session } = await open(asked);
    const decoded = await session.decode?.(fromBase64(file));
    if (decoded?.kind !== 'molecules') throw new Error('It reads no molecules.');
    return {
      difference: differenceOfMolecules(kept(module, held()), kept(module, decoded)),
      smiles: new TextDecoder().decode(writeSmiles(decoded)),
    };
  },
};

declare global {
  interface Window {
    toolkits: typeof toolkits;
  }
}
window.toolkits = toolkits;
