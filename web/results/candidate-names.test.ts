import { describe, expect, it } from 'vitest';
import type { CodecMeta, FormatMeta } from '../../workers/model/entry';
import { nameCandidates, type Registry } from './candidate-names';
import { candidate, codec } from './test-results';

const library = { package: 'formatlab', version: '', license: 'MIT' };
const formatImplementation = (
  id: string,
  label: string,
  options: FormatMeta['implementations'][number]['options'] = [],
  innerCodecs: FormatMeta['implementations'][number]['innerCodecs'] = [],
): FormatMeta['implementations'][number] => ({
  id,
  label,
  library,
  options,
  innerCodecs,
  unsupported: () => null,
  clock: {},
  wasmCopyInClock: null,
  loss: () => [],
  estimateMBps: { encode: 1, decode: 1 },
});
const formatMeta = (id: string, label: string, implementations: FormatMeta['implementations']): FormatMeta => ({
  id,
  label,
  extension: id,
  mediaType: 'a/b',
  description: '',
  selfDescribing: true,
  implementations,
});
const codecMeta = (id: string, label: string, family: string, names: readonly string[]): CodecMeta => ({
  id,
  label,
  family,
  extension: id,
  implementations: names.map((name) => ({
    id: name,
    label: name,
    library,
    compresses: true,
    decompresses: true,
    levels: { min: 1, max: 9, default: 6 },
    estimateMBps: { compress: 1, decompress: 1 },
  })),
});

const registry: Registry = {
  formats: new Map([
    [
      'pickle',
      formatMeta('pickle', 'Pickle', [
        formatImplementation('formatlab', 'Formatlab', [
          {
            type: 'choice',
            id: 'protocol',
            label: 'Protocol',
            choices: [
              { value: '5', label: 'protocol 5' },
              { value: '4', label: 'protocol 4' },
            ],
            default: '5',
          },
        ]),
      ]),
    ],
    [
      'parquet',
      formatMeta('parquet', 'Parquet', [
        formatImplementation(
          'parquet-wasm',
          'parquet-wasm',
          [],
          [{ id: 'zstd', label: 'ZSTD', family: 'zstd', granularity: 'page', levels: { min: 1, max: 22, default: 3 } }],
        ),
        formatImplementation('hyparquet', 'hyparquet'),
      ]),
    ],
  ]),
  codecs: new Map([['gzip', codecMeta('gzip', 'gzip', 'deflate', ['fflate', 'browser'])]]),
};

describe('nameCandidates', () => {
  it('leaves out what all candidates of a format share', () => {
    const [name] = nameCandidates([candidate('pickle', null, { protocol: '5' })], registry);
    expect(name).toMatchObject({
      label: 'Pickle',
      shortLabel: 'Pickle',
      codec: 'None',
      codecId: 'none',
      family: 'none',
      levelKey: 'none',
      options: 'Protocol: protocol 5',
    });
  });

  it('says of one alone what is unusual, of several only what sets them apart, and never what does nothing beside their codec', () => {
    const sizes = {
      type: 'integer',
      id: 'pageSize',
      label: 'Page size',
      unit: 'bytes',
      min: 1,
      max: 1e6,
      default: 8_130,
    } as const;
    const training = {
      type: 'integer',
      id: 'dictionaryKiB',
      label: 'Dictionary',
      unit: 'KiB',
      min: 1,
      max: 256,
      default: 64,
      onlyWithCodecs: ['trained'],
    } as const;
    const pages = formatMeta('pages', 'Pages', [
      { ...formatImplementation('formatlab', 'Formatlab'), options: [sizes, training] },
    ]);
    const withPages = { ...registry, formats: new Map([...registry.formats, ['pages', pages]]) };
    const labels = (...all: Parameters<typeof nameCandidates>[0]) =>
      nameCandidates(all, withPages).map(({ label }) => label);
    const plain = candidate('pages', null, { pageSize: 4_096, dictionaryKiB: 64 });
    const trained = (dictionaryKiB: number) =>
      candidate('pages', codec('trained', null), { pageSize: 4_096, dictionaryKiB });
    expect(labels(plain)).toEqual(['Pages · page size 4 KiB']);
    expect(labels(plain, trained(16), trained(64))).toEqual([
      'Pages',
      'Pages · dictionary 16 KiB · trained',
      'Pages · dictionary 64 KiB · trained',
    ]);
    expect(nameCandidates([plain], withPages)[0]?.options).toBe('Page size: 4 KiB');
  });

  it('says what sets candidates apart: options, implementations, levels', () => {
    const names = nameCandidates(
      [
        candidate('pickle', null, { protocol: '5' }),
        candidate('pickle', null, { protocol: '4' }),
        candidate('parquet', codec('zstd', 3), {}, 'parquet-wasm'),
        candidate('parquet', codec('zstd', 9), {}, 'parquet-wasm'),
        candidate('parquet', null, {}, 'hyparquet'),
        candidate('pickle', codec('gzip', 6, 'fflate'), { protocol: '5' }),
        candidate('pickle', codec('gzip', 6, 'browser'), { protocol: '5' }),
      ],
      registry,
    );
    expect(names.map(({ label }) => label)).toEqual([
      'Pickle · protocol 5',
      'Pickle · protocol 4',
      'Parquet · parquet-wasm · ZSTD 3',
      'Parquet · parquet-wasm · ZSTD 9',
      'Parquet · hyparquet',
      'Pickle · protocol 5 · gzip 6 · fflate',
      'Pickle · protocol 5 · gzip 6 · browser',
    ]);
    expect(names.map(({ shortLabel }) => shortLabel)).toEqual([
      'Pickle protocol 5',
      'Pickle protocol 4',
      'Parquet ZSTD 3',
      'Parquet ZSTD 9',
      'Parquet',
      'Pickle gzip 6 fflate',
      'Pickle gzip 6 browser',
    ]);
    expect(new Set(names.map(({ shortLabel }) => shortLabel)).size).toBe(names.length);
    expect(names[2]).toMatchObject({
      family: 'zstd',
      level: 3,
      levels: { min: 1, max: 22 },
      implementationId: 'parquet-wasm',
      granularity: 'by page',
      levelKey: 'zstd@3',
    });
    expect(names[5]).toMatchObject({ family: 'deflate', implementationId: 'fflate', implementation: 'fflate' });
  });

  it('says what sets candidates apart that differ in their codec’s options or in what it is applied to', () => {
    const base = { id: 'gzip', level: 6, implementation: 'fflate' } as const;
    const given = [
      candidate('pickle', { ...base, granularity: 'file' }, { protocol: '5' }),
      candidate(
        'pickle',
        { ...base, granularity: 'record', options: { window: 15, dictionaryKiB: 0 } },
        { protocol: '5' },
      ),
      candidate(
        'pickle',
        { ...base, granularity: 'record', options: { window: 15, dictionaryKiB: 32 } },
        { protocol: '5' },
      ),
      candidate(
        'pickle',
        { ...base, granularity: 'record', options: { window: 9, dictionaryKiB: 32 } },
        { protocol: '5' },
      ),
    ];
    const gzip = codecMeta('gzip', 'gzip', 'deflate', ['fflate', 'browser']);
    const windows = { type: 'integer', id: 'window', label: 'Window', min: 9, max: 15, default: 15 } as const;
    const implementations = gzip.implementations.map((each) => ({
      ...each,
      dictionaries: true as const,
      options: [windows],
    }));
    const names = nameCandidates(given, { ...registry, codecs: new Map([['gzip', { ...gzip, implementations }]]) });
    expect(names.map(({ label }) => label)).toEqual([
      'Pickle · gzip 6 whole file',
      'Pickle · gzip 6 by record · window 15 · no dictionary',
      'Pickle · gzip 6 by record · window 15 · dictionary 32 KiB',
      'Pickle · gzip 6 by record · window 9 · dictionary 32 KiB',
    ]);
    expect(new Set(names.map(({ shortLabel }) => shortLabel)).size).toBe(4);
    expect(names[3]).toMatchObject({
      granularity: 'by record of 700 bytes',
      changedOptions: 'Window: 9, Dictionary: 32 KiB',
      implementationId: 'fflate',
    });
    expect(nameCandidates(given.slice(2, 3), registry)[0]?.label).toBe('Pickle · gzip 6 by record');
    const chosen = {
      type: 'choice',
      id: 'window',
      label: 'Window',
      choices: [15, 9].map((value) => ({ value: `${value}`, label: `${value} bits` })),
      default: '15',
    } as const;
    const choosing = { ...gzip, implementations: gzip.implementations.map((each) => ({ ...each, options: [chosen] })) };
    const [choice] = nameCandidates(
      [candidate('pickle', { ...base, granularity: 'file', options: { window: '9' } }, { protocol: '5' })],
      { ...registry, codecs: new Map([['gzip', choosing]]) },
    );
    expect(choice?.label).toBe('Pickle · gzip 6 · window 9 bits');
  });

  it('does not call what a codec compresses uncompressed, where nothing else is compared', () => {
    const base = {
      ...registry,
      formats: new Map([
        ...registry.formats,
        [
          'raw',
          {
            ...formatMeta('raw', 'Uncompressed', [formatImplementation('formatlab', 'Formatlab')]),
            isBaseline: true as const,
          },
        ],
      ]),
    };
    const all = [
      candidate('raw'),
      candidate('raw', codec('gzip', 6, 'fflate')),
      candidate('raw', codec('gzip', 6, 'browser')),
    ];
    const names = nameCandidates(all, base);
    expect(names.map(({ label }) => label)).toEqual(['Uncompressed', 'gzip 6 · fflate', 'gzip 6 · browser']);
    expect(names.map(({ shortLabel }) => shortLabel)).toEqual(['Uncompressed', 'gzip 6 fflate', 'gzip 6 browser']);
    expect(nameCandidates([...all, candidate('pickle')], base)[1]?.label).toBe('Uncompressed · gzip 6 · fflate');
  });

  it('falls back to ids for what the registry no longer knows', () => {
    const [name] = nameCandidates([candidate('gone', codec('old', 2))], registry);
    expect(name).toMatchObject({ label: 'gone · old 2', family: 'old', format: 'gone', codec: 'old' });
  });
});
