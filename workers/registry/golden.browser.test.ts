import { describe, expect, it } from 'vitest';
import golden from '../../fixtures/golden/manifest.json';
import { toCanonical } from '../model/canonical';
import { type Dataset, datasetSchemaSchema, type DatasetSchema } from '../model/dataset';
import type { FormatContext, FormatImplementationMeta } from '../model/entry';
import { unsupportedReason } from '../model/unsupported-reason';
import { completeOptions, type OptionValues } from '../model/options';
import { parseWithSchema } from '../model/parse';
import { formats } from './metadata';
import { loadFormat } from './modules';

/** Every file in fixtures/golden was written by a format's reference implementation (e2e/interop/make_golden.py) and must be read here. */

const urls = import.meta.glob<string>('../../fixtures/golden/*/*', { eager: true, query: '?url', import: 'default' });

interface Golden {
  readonly file: string;
  readonly format: string;
  readonly schema: DatasetSchema;
  readonly innerCodec: string | null;
  readonly options: OptionValues;
  /** Formatlab writes the same bytes. */
  readonly identical: boolean;
}

const entries = golden.map(
  (entry): Golden => ({
    ...entry,
    options: { ...entry.options },
    schema: parseWithSchema(datasetSchemaSchema, entry.schema, `schema of ${entry.file}`),
  }),
);

async function fetched(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = urls[`../../fixtures/golden/${path}`];
  if (url === undefined) throw new Error(`fixtures/golden/${path} is missing.`);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function sha256(dataset: Dataset): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await new Blob([...toCanonical(dataset).parts]).arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function contextFor({ options, innerCodec, schema }: Golden, implementation: FormatImplementationMeta): FormatContext {
  const known = new Set(implementation.options.map(({ id }) => id));
  const levels = implementation.innerCodecs.find(({ id }) => id === innerCodec)?.levels ?? null;
  const given = Object.fromEntries(Object.entries(options).filter(([id]) => known.has(id)));
  return {
    options: completeOptions(implementation.options, given, implementation.label),
    innerCodec: innerCodec === null ? null : { id: innerCodec, level: levels?.default ?? null },
    schema,
  };
}

/** Formats of molecules have reference files and tests of their own; a conversion has no file, and the uncompressed baseline no other definition. */
const definedByOthers = [...formats.values()].filter(
  ({ isBaseline, implementations }) =>
    isBaseline !== true &&
    implementations.every(({ holdsMolecules, conversion }) => holdsMolecules !== true && conversion !== true),
);

it('has files of every format that others define', () => {
  expect(new Set(entries.map(({ format }) => format))).toEqual(new Set(definedByOthers.map(({ id }) => id)));
  const listed = new Set(
    entries.flatMap(({ file }) => [`../../fixtures/golden/${file}`, `../../fixtures/golden/${file}.sha256`]),
  );
  expect(new Set(Object.keys(urls))).toEqual(listed);
});

const quickCodecs: ReadonlySet<string | null> = new Set([null, 'zstd']);
describe.each(entries.map((entry) => ({ name: entry.file, entry })))('$name', ({ entry }) => {
  const implementations = formats.get(entry.format)?.implementations ?? [];

  it('is read by at least one implementation, and to the same values by each that says it reads it', {
    tags: quickCodecs.has(entry.innerCodec) ? [] : ['full'],
  }, async () => {
    const file = await fetched(entry.file);
    const expected = new TextDecoder().decode(await fetched(`${entry.file}.sha256`)).trim();
    let readers = 0;
    for (const implementation of implementations) {
      const context = contextFor(entry, implementation);
      if (
        unsupportedReason(implementation, 'decode', entry.schema, {
          options: context.options,
          innerCodec: entry.innerCodec,
        }) !== null
      )
        continue;
      const session = await (await loadFormat(entry.format, implementation.id)).open(context);
      try {
        const dataset = await session.decode?.(file.slice());
        if (dataset === undefined) throw new Error(`${implementation.id} has no decode.`);
        expect(await sha256(dataset), `by ${implementation.id}`).toBe(expected);
        if (entry.identical)
          expect(await session.encode?.(dataset), `written again by ${implementation.id}`).toEqual(file);
        readers += 1;
      } finally {
        session.close?.();
      }
    }
    expect(readers).toBeGreaterThan(0);
  });
});
