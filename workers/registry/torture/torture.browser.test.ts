import { describe, expect, it } from 'vitest';
import filesUrl from '../../../fixtures/torture/files.json.gz?url';
import references from '../../../fixtures/torture/references.json';
import { libraryText } from '../../model/conformance';
import type { Table } from '../../model/dataset';
import type { OwnFileType } from '../../model/plan';
import { parseWithSchema } from '../../model/parse';
import { type Torture, type TortureSystem, tortureSchema } from '../../model/torture';
import { readOwnFile } from '../../open-file/read';
import { formatCases } from '../testing/contract-cases';
import { formats } from '../metadata';
import { tortureCases } from './cases';
import { readerOutcome } from './read-file';
import { formatOutcome } from './run-case';

it('has cases that differ in name', () => {
  expect(new Set(tortureCases.map(({ id }) => id)).size).toBe(tortureCases.length);
});

type MadeCase = { readonly id: string; readonly table: Table };

async function formatSystems(made: readonly MadeCase[], faults: string[]): Promise<TortureSystem[]> {
  const systems: TortureSystem[] = [];
  for (const format of formats.values()) {
    if (format.isBaseline === true) continue;
    for (const implementation of format.implementations) {
      const [test] = formatCases(format, implementation);
      if (test === undefined) continue;
      const outcomes: TortureSystem['outcomes'] = {};
      for (const { id, table } of made) {
        try {
          outcomes[id] = await formatOutcome(test, table);
        } catch (thrown) {
          faults.push(`${test.name}, ${id}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
        }
      }
      // What has no place for any table has no column.
      if (Object.values(outcomes).every(({ outcome }) => outcome === 'refused')) continue;
      systems.push({
        id: `${format.id}/${implementation.id}`,
        kind: 'format',
        format: format.label,
        label: implementation.label,
        library: libraryText(implementation.library),
        outcomes,
      });
    }
  }
  return systems;
}

const readers: readonly { readonly type: OwnFileType; readonly format: string }[] = [
  { type: 'parquet', format: 'Parquet' },
  { type: 'arrow', format: 'Arrow IPC' },
  { type: 'csv', format: 'CSV' },
  { type: 'ndjson', format: 'NDJSON' },
];

async function referenceFiles(): Promise<Readonly<Record<string, string>>> {
  const { body } = await fetch(filesUrl);
  if (body === null) throw new Error('The files of the references are missing.');
  // A server may have unpacked it, by its name.
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  const packed = bytes[0] === 0x1f;
  const stream = new Blob([bytes]).stream();
  return new Response(packed ? stream.pipeThrough(new DecompressionStream('gzip')) : stream).json();
}

async function readerSystems(made: readonly MadeCase[]): Promise<TortureSystem[]> {
  const files = await referenceFiles();
  const systems: TortureSystem[] = [];
  for (const { type, format } of readers) {
    const outcomes: TortureSystem['outcomes'] = {};
    for (const { id, table } of made) {
      const encoded = files[`${id}.${type}`];
      if (encoded === undefined) continue;
      const file = new File([Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))], `file.${type}`);
      outcomes[id] = await readerOutcome(table, async () => {
        const { dataset, report } = await readOwnFile(file, { fileName: file.name, type, columnTypes: null });
        return { dataset, notes: report.notes, badRowCount: report.badRowCount };
      });
    }
    const written = references.find((reference) => reference.format === format);
    const library = written === undefined ? '' : `written by ${written.library}`;
    systems.push({ id: `reader/${type}`, kind: 'reader', format, label: 'Formatlab', library, outcomes });
  }
  return systems;
}

describe('the torture table', () => {
  it('comes back as the matrix says, of every format and reader', { tags: ['full'], timeout: 600_000 }, async () => {
    const faults: string[] = [];
    const made = tortureCases.map(({ id, make }) => ({ id, table: make() }));
    const systems = [...(await formatSystems(made, faults)), ...(await readerSystems(made)), ...references];
    expect(faults).toEqual([]);
    const cases = tortureCases.map(({ id, group, label }) => ({ id, group, label }));
    const found: Torture = parseWithSchema(
      tortureSchema,
      { format: 'formatlab.torture', version: 1, cases, systems },
      'torture matrix',
    );
    await expect(`${JSON.stringify(found, null, 1)}\n`).toMatchFileSnapshot('../../../fixtures/torture/torture.json');
  });
});
