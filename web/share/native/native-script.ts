import { version } from '../../../package.json';
import { type Candidate, efforts, type Plan } from '../../../workers/model/plan';
import { formatFolders, formats } from '../../../workers/registry/metadata';
import { daskFormats, nativeCodecs, nativeFormats, otherImplementations } from './coverage';
import { jsonExpression, rawLiteral } from './python-literal';

/**
 * Exports a plan as one Python file that measures it natively. The file contains unchanged copies of the workloads'
 * Python generators (e2e/interop/formatlab_*.py), of the modules in `python/`, and of the adapter in each format's folder
 * (native.py), and code that makes them importable. The plan is embedded as JSON.
 */

const carried: Readonly<Record<string, string>> = import.meta.glob(
  [
    './python/*.py',
    '../../../e2e/interop/{formatlab_data,formatlab_scalars,formatlab_streams,formatlab_dictionary,formatlab_molecules,formatlab_table,formatlab_vectors,rdkit_molecules,destination_format,arrow_types,typed_objects}.py',
    '../../../workers/workloads/dictionary/{language,tuning}.json',
    '../../../workers/workloads/table/vocabulary.json',
    '../../../workers/workloads/logs/templates.json',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const byName = Object.entries(carried).map(([path, text]) => [path.slice(path.lastIndexOf('/') + 1), text] as const);
/** This module runs in the script itself and makes the other modules importable. */
const bootstrapName = 'native_bootstrap.py';
const bootstrap = byName.find(([name]) => name === bootstrapName)?.[1] ?? '';
const carriedModules = byName.flatMap(([name, text]) =>
  name.endsWith('.py') && name !== bootstrapName ? [[name.slice(0, -'.py'.length), text] as const] : [],
);
/** The adapters in the formats' folders. Each is a module of the script, which is called for its folder: native_parquet. */
const adapters: Readonly<Record<string, string>> = import.meta.glob('../../../workers/formats/*/native.py', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const adapterModules = Object.entries(adapters).map(([path, text]) => {
  const folder = path.split('/').at(-2) ?? '';
  return { folder, name: `native_${folder.replaceAll('-', '_')}`, text };
});
for (const { name } of adapterModules)
  if (carriedModules.some(([other]) => other === name))
    throw new Error(`The exported script has two modules “${name}”: rename web/share/native/python/${name}.py.`);
/** The module of each format that has one, by the format's id. Formats of one family share it. */
const moduleOfFormat: Readonly<Record<string, string>> = Object.fromEntries(
  [...formatFolders].flatMap(([id, path]) => {
    const found = adapterModules.find(({ folder }) => folder === path.split('/')[0]);
    return found === undefined ? [] : [[id, found.name]];
  }),
);
const carriedFiles = byName.filter(([name]) => name.endsWith('.json'));

const introduction = (lines: string) => `#!/usr/bin/env python3
"""${lines}

It is self-contained: what is not installed is told in the result, with the reason, and the rest is measured.
"""

import json
import sys

if sys.version_info < (3, 10):
    sys.exit("This script needs Python 3.10 or newer.")
`;

const ofPython = `A plan of Formatlab, measured with the native libraries.

    pip install numpy pyarrow h5py zstandard lz4 brotli      (numpy is needed, the others where the plan has them: also blosc, pcodec, msgpack, uproot, awkward, tkrzw, rdkit)
    python formatlab-native.py --label "my machine" --out result.json

Each trial of a cell is a fresh process, in rounds of shuffled order, with warm-up and samples by the rules of the page; everything is decoded and compared before it is timed.
Formatlab opens result.json by Share, Open results. Data that Python can't generate are read by --dataset FILE, and checked by their SHA-256. --help tells the rest.`;

const ofDask = `A plan of Formatlab for data beyond one machine's memory, measured with Dask.

    pip install dask numpy pyarrow h5py                      (h5py, zstandard, lz4 and others where the plan has them)
    python formatlab-dask.py --rows 100000000 --label "my machine" --out result.json

The rows are generated chunk by chunk and written as one file a chunk, as dask.dataframe.read_parquet and its kin read them. store and load are timed, generating included in store;
each trial is a fresh process. Formatlab opens result.json by Share, Open results. --help tells the rest.`;

function scriptOf(introducing: string, exported: object, entry: 'native_run' | 'native_dask'): string {
  return [
    introduction(introducing),
    `EXPORT = ${jsonExpression(exported)}\n`,
    '# ── Formatlab’s modules, embedded unchanged ─────────────────────────────────────────────────────────────────────────\n',
    'MODULES = {}\nFILES = {}\n',
    ...carriedModules.map(([name, source]) => `MODULES["${name}"] = ${rawLiteral(source)}\n`),
    ...adapterModules.map(({ name, text }) => `MODULES["${name}"] = ${rawLiteral(text)}\n`),
    ...carriedFiles.map(([name, text]) => `FILES["${name}"] = ${rawLiteral(text)}\n`),
    bootstrap,
    `if __name__ == "__main__":\n    from ${entry} import main\n\n    main(EXPORT)\n`,
  ].join('\n');
}

/**
 * The script that measures the plan's cells on one machine. `sha256s` are the hashes of the plan's datasets in
 * canonical form; null entries are not compared. `rounds`: how many to measure; null for those of the effort.
 */
export function pythonScriptOf(
  plan: Plan,
  sha256s: readonly (string | null)[] | null,
  rounds: number | null = null,
): string {
  const losses = plan.candidates.map(moleculeLosses);
  return scriptOf(
    ofPython,
    {
      plan,
      losses,
      sha256s: plan.datasets.map((_, index) => sha256s?.[index] ?? null),
      ...common(plan, rounds),
      coverage: coverageOf(nativeFormats),
    },
    'native_run',
  );
}

/**
 * What RDKit's files of a molecule candidate lose, without coordinates and with coordinates, in the page's wording. If
 * the format has an RDKit implementation, the losses are the declared ones.
 */
function moleculeLosses({ format: id, implementation, options }: Candidate): readonly (readonly string[])[] {
  const lossOf = (format: string, by: string, coordinates: boolean) => {
    const implementation = formats.get(format)?.implementations.find((each) => each.id === by);
    return implementation?.holdsMolecules === true
      ? implementation.loss({ kind: 'molecules', coordinates, titles: true }, options)
      : null;
  };
  return [false, true].map((coordinates) => {
    const own = lossOf(id, implementation, coordinates);
    // Without coordinates to lose, RDKit's own losses are those of its SMILES.
    return (
      lossOf(id, 'rdkit', coordinates) ?? (own === null ? [] : [...own, ...(lossOf('smiles', 'rdkit', false) ?? [])])
    );
  });
}

/** The script that writes and reads the plan's datasets in chunks with Dask, for any number of rows. */
export function daskScriptOf(plan: Plan, rounds: number | null = null): string {
  return scriptOf(
    ofDask,
    {
      plan,
      ...common(plan, rounds),
      coverage: coverageOf(daskFormats),
    },
    'native_dask',
  );
}

/** What the script measures, with the reasons for the rest, and in which module each format's adapter is. */
const coverageOf = (measured: typeof nativeFormats) => ({
  formats: measured,
  codecs: nativeCodecs,
  implementations: otherImplementations,
  modules: moduleOfFormat,
});

const common = ({ effort }: Plan, rounds: number | null) => ({
  formatlabVersion: version,
  efforts: { [effort]: { ...efforts[effort], ...(rounds === null ? {} : { rounds }) } },
});
