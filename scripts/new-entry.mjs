import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes the folder of a new codec, format or workload, with a to-do wherever something is still to be decided or written.
 *
 *   npm run new -- codec ID [LIBRARY]
 *   npm run new -- format ID [LIBRARY]      files that are measured and opened
 *   npm run new -- open-format ID           files that are only opened
 *   npm run new -- workload ID
 *
 * LIBRARY is the npm package that does the work; without it, the code is our own.
 *
 * `npm test` then fails and names each to-do (scripts/entry-to-dos.test.ts) and whatever else is missing.
 */

/** @typedef {'codec' | 'format' | 'open-format' | 'workload'} Kind */

/** The text at the start of each to-do. A test searches for it. */
export const toDoMark = 'TO DO:';

/** @param {string} id */
const labelOf = (id) => id.replace(/(^|-)([a-z])/g, (_, dash, letter) => (dash ? ' ' : '') + letter.toUpperCase());

/** What the metadata say of the library, and the id of the implementation, which is named for it. @param {string | null} library */
function libraryLines(library) {
  const id =
    library === null
      ? 'formatlab'
      : library
          .replace(/^@/, '')
          .replace(/[^A-Za-z0-9]+/g, '-')
          .toLowerCase();
  return {
    id,
    meta:
      library === null
        ? `      label: 'Formatlab',
      library: { package: 'formatlab', version: '', license: 'MIT' },`
        : `      // ${toDoMark} the library's version and licence.
      label: '${library} 0.0.0',
      library: { package: '${library}', version: '0.0.0', license: 'MIT' },`,
    load:
      library === null
        ? ''
        : `    // ${toDoMark} load the library here, so that it is fetched when it is first used: await import('${library}').\n`,
    steps:
      library === null
        ? ''
        : `// ${toDoMark} npm install --save-exact ${library}; say in scripts/licenses/known.mjs what it is for, and run npm run make:licenses.\n`,
  };
}

/** An id as the key of an object. @param {string} id */
const keyOf = (id) => (/^[a-z]\w*$/i.test(id) ? id : `'${id}'`);

/** The files by which a user's file of the type is opened and mapped. @param {string} id */
const openingFiles = (id) => ({
  'file-type.ts': `import type { FileType } from '../../model/file-type';

const MiB = 1_048_576;

// ${toDoMark} export mapped, too, if map.ts says what each byte of a file is for (see workers/formats/avro and workers/formats/npy).
export const fileTypes: readonly FileType[] = [
  {
    id: '${id}',
    // ${toDoMark} its place under “Read as”, among those of the other types.
    rank: 99,
    label: '${labelOf(id)}',
    phrase: 'a ${labelOf(id)} file',
    extensions: ['${id}'],
    // ${toDoMark} the bytes that files begin with; without any, detect.ts tells the type by its content.
    signatures: [],
    // ${toDoMark} which reading options it allows (workers/model/reading-options.ts).
    reading: 'table',
    // ${toDoMark} how large a file may be, and what helps if it is larger.
    size: { limitBytes: 512 * MiB, noun: 'a ${labelOf(id)} file', remedy: 'Use a part of it.' },
  },
];
`,
  'open.ts': `import type { FileReaders } from '../../own-file/file-reader';

// ${toDoMark} add cut, if a part of a file can be read alone.
export const readers: FileReaders = {
  ${keyOf(id)}: { read: async (file) => (await import('./open/read-file')).readFile(file) },
};
`,
  'open/read-file.ts': `import { damageOf } from '../../../model/damaged-input';
import type { ImportResult } from '../../../own-file/imported';

/** Makes the errors for damaged files: damaged('ends within a value', byte). */
const damaged = damageOf({ format: '${id}', stage: 'import' });

export async function readFile(file: Blob): Promise<ImportResult> {
  // ${toDoMark} read the file into a dataset, and return it with importResult().
  throw damaged('${toDoMark} is not read yet', file.size);
}
`,
  'detect.ts': `import type { ContentLooks } from '../../own-file/content-look';

// ${toDoMark} tell files without a signature by their first bytes, their text, or the names in a Zip; delete this file if all have one.
export const looks: ContentLooks = {};
`,
  'map.ts': `import type { MapFile } from '../../byte-map/map-file';

// ${toDoMark} export mapped in file-type.ts, too; delete this file and map/ if no bytes are explained.
export const map: MapFile = async (source) => (await import('./map/map-bytes')).mapBytes(source);
`,
  'map/map-bytes.ts': `import type { ByteSource } from '../../../byte-map/source';
import { damageOf } from '../../../model/damaged-input';
import type { ByteMap } from '../../../model/byte-map';

/** Makes the errors for damaged files: damaged('ends within a value', byte). */
const damaged = damageOf({ format: '${id}' });

/** What each byte of a file is for. */
export async function mapBytes(source: ByteSource): Promise<ByteMap> {
  // ${toDoMark} collect the file's spans in a SpanList (workers/byte-map/span-tree.ts); workers/formats/npy/map/npy.ts is a short map.
  throw damaged('${toDoMark} is not mapped yet', source.sizeBytes);
}
`,
  'source-readers.ts': `import type { FileSourceReaders } from '../../snippets/snippet-source';

// ${toDoMark} add the lines of pandas, DuckDB and others that read such a file; delete this file if no other tool does.
export const sourceReaders: FileSourceReaders = {};
`,
});

/** The lines in other languages, and the adapter of the exported Python script. @param {string} id @param {string} className */
const otherLanguageFiles = (id, className) => ({
  'snippets.ts': `import type { FormatSnippets } from '../../snippets/snippets-of';
import { snippetsOf } from './snippets/snippets';

export const snippets: FormatSnippets = {
  ${keyOf(id)}: snippetsOf,
};
`,
  'snippets/snippets.ts': `import type { SnippetsOf } from '../../../snippets/snippets-of';

// ${toDoMark} return the lines of each tool, as workers/formats/messagepack/snippets/messagepack.ts does, with a case in e2e/interop/snippet-files.ts. If no tool writes such files, delete this folder and snippets.ts.
export const snippetsOf: SnippetsOf = () => [];
`,
  'native.py': `"""${labelOf(id)}. Part of the script that Formatlab exports."""

from __future__ import annotations

from typing import Any

from native_adapter import Whole


# ${toDoMark} write and read with the package of Python, and set notInNativeScript to null in meta.ts; add a case to e2e/interop/test_native_script.py. If Python has no package, delete this file.
class ${className}(Whole):
    library = "${id}"

    def encode(self, value: Any) -> bytes:
        raise NotImplementedError("${toDoMark} encode the dataset.")

    def decode(self, data: bytes) -> Any:
        raise NotImplementedError("${toDoMark} decode the file.")


FORMATS = {"${id}": ${className}}
`,
});

/** @type {Record<Kind, { readonly folder: string, readonly files: (id: string, library: string | null) => Record<string, string> }>} */
const templates = {
  codec: {
    folder: 'workers/codecs',
    files: (id, library) => ({
      'meta.ts': `import type { CodecMeta } from '../../model/entry';

${libraryLines(library).steps}// ${toDoMark} run npm run make:conformance -- ${id}.
// ${toDoMark} add the names by which imported tables call it to web/sources/imported/family.ts.
export const meta: CodecMeta = {
  id: '${id}',
  // ${toDoMark} its name as its specification writes it.
  label: '${labelOf(id)}',
  // ${toDoMark} take a family that exists, and delete familyColors; or choose the hue of a new one (web/styles/codec-colors.test.ts checks it).
  family: '${id}',
  familyColors: {
    rank: 99,
    light: ['#9aa04d', '#83893a', '#6d7229'],
    dark: ['#a7ad5a', '#bcc26c', '#d1d77f'],
  },
  // ${toDoMark} null, with an adapter in web/share/native/python/native_codecs.py, if Python has a package; else the reason.
  notInNativeScript: '${labelOf(id)} is not measured by the script yet.',
  extension: '${id}',
  // ${toDoMark} what decompresses a whole file in Python, R, Julia, Java, DuckDB, a browser and on the command line (workers/model/tools.ts).
  readers: {},
  implementations: [
    {
      id: '${libraryLines(library).id}',
${libraryLines(library).meta}
      compresses: true,
      decompresses: true,
      // ${toDoMark} the range of levels, or null if it has none.
      levels: null,
      // ${toDoMark} speeds as measured here: estimates use them until npm run bench:trial-costs has run.
      estimateMBps: { compress: 10, decompress: 50 },
    },
  ],
};
`,
      [`${libraryLines(library).id}.ts`]: `import { damagedDataError } from '../../model/codec-failures';
import type { CodecModule } from '../../model/entry';
import { meta } from './meta';

export const codec: CodecModule = {
  async create() {
${libraryLines(library).load}    return {
      compress: (_input, _level) => {
        throw new Error('${toDoMark} compress the input.');
      },
      decompress: (_input, _limitBytes) => {
        // ${toDoMark} refuse damaged input with damagedDataError(), and stop at the limit with overLimitError().
        throw damagedDataError(meta.id, '${toDoMark} decompress the input.');
      },
    };
  },
};
`,
      'testing/hostile-streams.ts': `import type { HostileStreams } from '../../../model/testing/hostile-bytes';

// ${toDoMark} write inputs that claim more than they hold, by hand, after the format's specification.
export const hostileStreams: HostileStreams = {};
`,
      [`testing/reference_of_${id.replaceAll('-', '_')}.py`]: `"""The reference of ${labelOf(id)}: the upstream library in Python."""

# ${toDoMark} name the upstream library, its levels, and how it decodes and encodes (e2e/interop/reference_codecs.py); pin its package in e2e/interop/requirements.txt.
`,
      'testing/native-counterpart.mjs': `/** @import { Counterpart } from '../../../../bench/codecs/counterpart.mjs' */

// ${toDoMark} name the native library that each implementation is compared with.
/** By implementation. @type {Record<string, Counterpart>} */
export const counterparts = {};
`,
    }),
  },
  format: {
    folder: 'workers/formats',
    files: (id, library) => ({
      'meta.ts': `import type { FormatMeta } from '../../model/entry';

${libraryLines(library).steps}// ${toDoMark} write small files by the reference implementation into fixtures/golden/${id}/ (e2e/interop/make_golden.py).
// ${toDoMark} run npm run make:torture: it shows what the format keeps of the hardest tables.
// ${toDoMark} give it a place among the preferred candidates in workers/registry/default-plan.ts.
export const meta: FormatMeta = {
  id: '${id}',
  // ${toDoMark} its name as its specification writes it.
  label: '${labelOf(id)}',
  // ${toDoMark} null, with an adapter in native.py, if Python has a package; else the reason.
  notInNativeScript: '${labelOf(id)} is not measured by the script yet.',
  extension: '${id}',
  mediaType: 'application/octet-stream',
  // ${toDoMark} one or two sentences: what it is, and who reads it.
  description: '${labelOf(id)} is described by its to-do.',
  // ${toDoMark} whether a file says by itself which types it has.
  selfDescribing: true,
  // ${toDoMark} what reads the files in Python, R, Julia, Java, DuckDB, a browser and on the command line (workers/model/tools.ts).
  readers: {},
  implementations: [
    {
      id: '${libraryLines(library).id}',
${libraryLines(library).meta}
      options: [],
      innerCodecs: [],
      // ${toDoMark} what it can't store, as a sentence; null for what it can.
      unsupported: (_operation, schema) => (schema.kind === 'bytes' ? null : '${labelOf(id)} stores nothing yet.'),
      // ${toDoMark} what the clock includes, see docs/measurement.md.
      clock: {},
      wasmCopyInClock: null,
      // ${toDoMark} what decoding does not give back, as sentences.
      loss: () => [],
      // ${toDoMark} speeds as measured here.
      estimateMBps: { encode: 10, decode: 10 },
    },
  ],
};
`,
      [`implementations/${libraryLines(library).id}.ts`]: `import { damageOf } from '../../../model/damaged-input';
import type { FormatModule } from '../../../model/entry';

/** Makes the errors for damaged files: damaged('ends within a value', byte). */
const damaged = damageOf({ format: '${id}' });

export const format: FormatModule = {
  async open() {
${libraryLines(library).load}    return {
      encode: () => {
        throw new Error('${toDoMark} encode the dataset.');
      },
      decode: () => {
        throw damaged('${toDoMark} is not decoded yet');
      },
    };
  },
};
`,
      [`testing/reference_of_${id.replaceAll('-', '_')}.py`]: `"""Compares a file of this format, as its reference implementation reads it, with the dataset."""

# ${toDoMark} define read(path, entry, expected), as the readers in e2e/interop/reference_readers.py do.
`,
      ...openingFiles(id),
      ...otherLanguageFiles(id, labelOf(id).replaceAll(' ', '')),
    }),
  },
  'open-format': { folder: 'workers/formats', files: openingFiles },
  workload: {
    folder: 'workers/workloads',
    files: (id) => ({
      'meta.ts': `import type { WorkloadMeta } from '../../model/entry';

export const meta: WorkloadMeta = {
  id: '${id}',
  // ${toDoMark} its name as its specification writes it.
  label: '${labelOf(id)}',
  // ${toDoMark} null if e2e/interop/formatlab_data.py generates the same bytes; else why the dataset file is needed.
  notInNativeScript: '${labelOf(id)} is not generated in Python yet.',
  kind: 'list',
  // ${toDoMark} what the data is like, and which real data it stands for.
  description: '${labelOf(id)} is described by its to-do.',
  // ${toDoMark} the parameters that a user may change.
  parameters: [],
  sizeUnit: 'elements',
  // ${toDoMark} sizes that people have.
  size: { min: 1, max: 1_000_000, default: 10_000 },
  presets: [{ label: '10,000', size: 10_000, note: '80 KB.' }],
  dataBytes: (_parameters, size) => 8 * size,
  schema: () => ({ kind: 'list', elementType: 'float64' }),
};
`,
      'index.ts': `import type { WorkloadModule } from '../../model/entry';

export const workload: WorkloadModule = {
  // ${toDoMark} make every value from the seed, the column and the row alone (rule 18 of docs/measurement.md).
  generate: ({ from, to }) => ({
    kind: 'list',
    elementType: 'float64',
    values: Array.from({ length: to - from }, (_, index) => from + index),
  }),
};
`,
    }),
  },
};

/**
 * Writes the files of a new entry and returns their paths, relative to `root`.
 * @param {string} root
 * @param {string | undefined} kind
 * @param {string | undefined} id
 * @param {string | null} library
 * @throws Error if the kind or the id can't be, or the folder exists
 */
export function writeNewEntry(root, kind, id, library = null) {
  if (kind !== 'codec' && kind !== 'format' && kind !== 'open-format' && kind !== 'workload')
    throw new Error(
      `“${kind ?? ''}” is not a kind of entry. Usage: npm run new -- codec|format|open-format|workload ID [LIBRARY]`,
    );
  if (id === undefined || !/^[a-z][a-zA-Z0-9]*(-[a-z0-9]+)*$/.test(id))
    throw new Error(
      `“${id ?? ''}” is not a valid id. An id starts with a lower-case letter and contains only lower-case letters, digits and single hyphens.`,
    );
  const { folder, files } = templates[kind];
  if (existsSync(join(root, folder, id))) throw new Error(`${folder}/${id} exists already.`);
  return Object.entries(files(id, library)).map(([name, text]) => {
    const path = `${folder}/${id}/${name}`;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    return path;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [kind, id, library = null] = process.argv.slice(2);
  try {
    for (const path of writeNewEntry(fileURLToPath(new URL('..', import.meta.url)), kind, id, library))
      console.log(path);
    console.log(
      'Work through the to-dos in these files. CONTRIBUTING.md explains each; npm test names what is missing.',
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
