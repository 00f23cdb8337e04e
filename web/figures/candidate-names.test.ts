import { describe, expect, it } from 'vitest';
import type { CodecMeta } from '../../workers/model/entry';
import { type CandidateNames, levelKey, nameCandidates, noCodecId, type Registry } from './candidate-names';
import { candidateSettings } from './candidate-settings';
import { candidate, codec, codecMeta, formatImplementation, formatMeta } from '../results/testing/test-results';

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
    expect(labels(plain)).toEqual(['Pages, page size 4 KiB']);
    expect(labels(plain, trained(16), trained(64))).toEqual([
      'Pages',
      'Pages, dictionary 16 KiB, trained',
      'Pages, dictionary 64 KiB, trained',
    ]);
    expect(nameCandidates([plain], withPages)[0]?.options).toBe('Page size: 4 KiB');
  });

  it('names what a run’s search has found by that alone, and the others as if it were not there', () => {
    const plain = candidate('parquet', codec('zstd', 3), {}, 'parquet-wasm');
    const found = (columns: string) =>
      ({
        ...candidate('parquet', codec('zstd', 9), { columns, pages: 4 }, 'parquet-wasm'),
        foundByColumn: true,
      }) as const;
    const labels = (...all: Parameters<typeof nameCandidates>[0]) =>
      nameCandidates(all, registry).map(({ label, shortLabel }) => [label, shortLabel]);
    const [alone] = labels(plain);
    expect(labels(plain, found('a'))).toEqual([alone, ['Parquet, settings by column', 'Parquet settings by column']]);
    expect(labels(plain, found('a'), found('b')).map(([label]) => label)).toEqual([
      alone?.[0],
      'Parquet, settings by column (1)',
      'Parquet, settings by column (2)',
    ]);
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
      'Pickle, protocol 5',
      'Pickle, protocol 4',
      'Parquet, parquet-wasm, ZSTD 3',
      'Parquet, parquet-wasm, ZSTD 9',
      'Parquet, hyparquet',
      'Pickle, protocol 5, gzip 6, fflate',
      'Pickle, protocol 5, gzip 6, browser',
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
    expect(names.map(({ label }) => label.split(', '))).toEqual([
      ['Pickle', 'gzip 6 whole file'],
      ['Pickle', 'gzip 6 by record'],
      ['Pickle', 'gzip 6 by record', 'dictionary 32 KiB'],
      ['Pickle', 'gzip 6 by record', 'window 9', 'dictionary 32 KiB'],
    ]);
    expect(new Set(names.map(({ shortLabel }) => shortLabel)).size).toBe(4);
    expect(names[3]).toMatchObject({
      granularity: 'by record of 700 bytes',
      changedOptions: 'Window: 9, Dictionary: 32 KiB',
      implementationId: 'fflate',
    });
    expect(nameCandidates(given.slice(2, 3), registry)[0]?.label).toBe('Pickle, gzip 6 by record');
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
    expect(choice?.label).toBe('Pickle, gzip 6, window 9 bits');
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
    expect(names.map(({ label }) => label)).toEqual(['Uncompressed', 'gzip 6, fflate', 'gzip 6, browser']);
    expect(names.map(({ shortLabel }) => shortLabel)).toEqual(['Uncompressed', 'gzip 6 fflate', 'gzip 6 browser']);
    expect(nameCandidates([...all, candidate('pickle')], base)[1]?.label).toBe('Uncompressed, gzip 6, fflate');
  });

  it('falls back to ids for what the registry no longer knows', () => {
    const [name] = nameCandidates([candidate('gone', codec('old', 2))], registry);
    expect(name).toMatchObject({ label: 'gone, old 2', family: 'old', format: 'gone', codec: 'old' });
  });

  /** An archive whose options are of every type, with codecs of its own, and codecs that wrap. */
  const archive = formatMeta('archive', 'Archive File', [
    formatImplementation(
      'one',
      'First One',
      [
        { type: 'boolean', id: 'sorted', label: 'Sorted', default: false },
        { type: 'integer', id: 'rows', label: 'Rows', min: 0, max: 1e6, default: 0 },
        { type: 'integer', id: 'page', label: 'Page', unit: 'bytes', min: 0, max: 1e6, default: 4_096 },
        {
          type: 'choice',
          id: 'layout',
          label: 'Layout',
          choices: [
            { value: 'bulk', label: 'in bulk' },
            { value: 'each', label: 'one each' },
          ],
          default: 'bulk',
        },
      ],
      [
        {
          id: 'gzip',
          label: 'inner gzip',
          family: 'inner',
          granularity: 'chunk',
          levels: { min: 0, max: 4, default: 2 },
        },
        { id: 'own', label: 'Own', family: 'own', granularity: 'page', levels: null },
      ],
    ),
    formatImplementation('two', 'Second One'),
  ]);
  const gzip = codecMeta('gzip', 'gzip', 'deflate', ['fflate', 'browser']);
  const withArchive: Registry = {
    formats: new Map([...registry.formats, ['archive', archive]]),
    codecs: new Map([
      [
        'gzip',
        {
          ...gzip,
          implementations: gzip.implementations.map((each) => ({
            ...each,
            label: `${each.id} library`,
            conforms: each.id === 'browser' ? false : undefined,
          })) as CodecMeta['implementations'],
        },
      ],
    ]),
  };
  const archived = (options: Parameters<typeof candidate>[2], of: Parameters<typeof candidate>[1] = null, by = 'one') =>
    candidate('archive', of, options, by);
  const labelsOf = (...all: Parameters<typeof nameCandidates>[0]) =>
    nameCandidates(all, withArchive).map(({ label }) => label);

  it('tells all that a plain file is', () => {
    const names = nameCandidates(
      [archived({ sorted: true, rows: 0, page: 8_192, layout: 'each', strange: 'x' })],
      withArchive,
    );
    const parts = (text: string) => text.split(', ');
    expect(
      names.map((name) => ({
        ...name,
        label: parts(name.label),
        options: parts(name.options),
        changedOptions: parts(name.changedOptions),
      })),
    ).toEqual([
      {
        label: ['Archive File', 'sorted', 'page 8 KiB', 'one each'],
        shortLabel: 'Archive File',
        format: 'Archive File',
        formatId: 'archive',
        codec: 'None',
        codecId: 'none',
        family: 'none',
        level: null,
        levels: null,
        levelKey: 'none',
        implementation: 'First One',
        implementationId: 'one',
        formatImplementation: 'First One',
        granularity: null,
        options: ['Sorted: yes', 'Rows: 0', 'Page: 8 KiB', 'Layout: one each', 'strange: x'],
        changedOptions: ['Sorted: yes', 'Page: 8 KiB', 'Layout: one each', 'strange: x'],
        isBaseline: false,
        conforms: true,
      },
    ]);
  });

  it('tells all that a file with a codec inside is', () =>
    expect(nameCandidates([archived({ sorted: false }, codec('gzip', 3, null, 'chunk'))], withArchive)).toEqual([
      {
        label: 'Archive File, inner gzip 3',
        shortLabel: 'Archive inner gzip 3',
        format: 'Archive File',
        formatId: 'archive',
        codec: 'inner gzip',
        codecId: 'gzip',
        family: 'inner',
        level: 3,
        levels: { min: 0, max: 4, default: 2 },
        levelKey: 'gzip@3',
        implementation: 'First One',
        implementationId: 'one',
        formatImplementation: 'First One',
        granularity: 'by chunk',
        options: 'Sorted: no',
        changedOptions: '',
        isBaseline: false,
        conforms: true,
      },
    ]));

  it('tells all that a file in a codec is, and that others refuse it', () =>
    expect(nameCandidates([archived({}, codec('gzip', null, 'browser'), 'two')], withArchive)).toEqual([
      {
        label: 'Archive File, gzip',
        shortLabel: 'Archive gzip',
        format: 'Archive File',
        formatId: 'archive',
        codec: 'gzip',
        codecId: 'gzip',
        family: 'deflate',
        level: null,
        levels: { min: 1, max: 9, default: 6 },
        levelKey: 'gzip',
        implementation: 'browser library',
        implementationId: 'browser',
        formatImplementation: 'Second One',
        granularity: 'whole file',
        options: '',
        changedOptions: '',
        isBaseline: false,
        conforms: false,
      },
    ]));

  it('tells by their ids what the registry does not know', () =>
    expect(
      nameCandidates(
        [candidate('gone', codec('old', 2, 'lost', 'record'), { a: 1, b: 'x', c: true }, 'nobody')],
        withArchive,
      ),
    ).toEqual([
      {
        label: 'gone, old 2 by record',
        shortLabel: 'gone old 2 by record',
        format: 'gone',
        formatId: 'gone',
        codec: 'old',
        codecId: 'old',
        family: 'old',
        level: 2,
        levels: null,
        levelKey: 'old@2',
        implementation: 'lost',
        implementationId: 'lost',
        formatImplementation: 'nobody',
        granularity: 'by record of 700 bytes',
        options: 'a: 1, b: x, c: yes',
        changedOptions: 'a: 1, b: x, c: yes',
        isBaseline: false,
        conforms: true,
      },
    ]));

  it.each([
    ['a switch', [{ sorted: true }, { sorted: false }], ['sorted', 'no sorted']],
    ['a number that may be none', [{ rows: 0 }, { rows: 5 }], ['no rows', 'rows 5']],
    [
      'a size that rounding would make equal',
      [{ page: 8_130 }, { page: 8_131 }],
      ['page 8,130 bytes', 'page 8,131 bytes'],
    ],
    ['a number that is none by chance', [{ page: 0 }, { page: 5 }], ['page 0 bytes', 'page 5 bytes']],
    ['a choice', [{ layout: 'bulk' }, { layout: 'each' }], ['in bulk', 'one each']],
    ['a choice that is gone', [{ layout: 'bulk' }, { layout: 'gone' }], ['in bulk', 'gone']],
    ['an unknown number', [{ strange: 0 }, { strange: 5 }], ['strange 0', 'strange 5']],
    ['an unknown text', [{ strange: 'x' }, { strange: 'y' }], ['strange x', 'strange y']],
  ] as const)('says how candidates differ by %s', (_what, options, texts) => {
    expect(labelsOf(...options.map((each) => archived(each)))).toEqual(texts.map((text) => `Archive File, ${text}`));
    const names = nameCandidates(
      options.map((each) => archived(each, codec('gzip', 1, 'fflate'))),
      withArchive,
    );
    expect(names.map(({ shortLabel }) => shortLabel)).toEqual(texts.map((text) => `Archive ${text} gzip 1`));
  });

  it('does not compare an option with candidates that have none of it, nor with other formats', () => {
    expect(labelsOf(archived({ rows: 5 }), archived({}))).toEqual(['Archive File', 'Archive File']);
    expect(labelsOf(archived({ rows: 5 }), candidate('pickle', null, { rows: 6 }))).toEqual([
      'Archive File, rows 5',
      'Pickle',
    ]);
  });

  it('says the granularity where a format has the codec at two', () =>
    expect(
      labelsOf(
        archived({}, codec('gzip', 3, null, 'chunk')),
        archived({}, codec('gzip', 3, null, 'page')),
        archived({}, codec('own', null, null, 'page')),
      ).map((label) => label.split(', ')[1]),
    ).toEqual(['inner gzip 3 by chunk', 'gzip 3 by page', 'Own']));

  it('says who makes a codec where two do, and not where two formats have one', () => {
    expect(
      labelsOf(
        archived({}, codec('gzip', 3, 'fflate')),
        candidate('pickle', codec('gzip', 3, 'browser')),
        archived({}, codec('gzip', 3, 'lost')),
      ).map((label) => label.split(', ')),
    ).toEqual([
      ['Archive File', 'gzip 3', 'fflate library'],
      ['Pickle', 'gzip 3', 'browser library'],
      ['Archive File', 'gzip 3', 'lost'],
    ]);
    expect(labelsOf(archived({}, codec('gzip', 3, 'fflate')), candidate('pickle', codec('gzip', 3, 'fflate')))).toEqual(
      ['Archive File, gzip 3', 'Pickle, gzip 3'],
    );
  });

  it('says who makes a format where two do', () => {
    const all = [archived({}), archived({}, null, 'two'), archived({}, null, 'lost')];
    expect(labelsOf(...all)).toEqual(['Archive File, First One', 'Archive File, Second One', 'Archive File, lost']);
    expect(nameCandidates(all, withArchive).map(({ shortLabel }) => shortLabel)).toEqual([
      'Archive First One',
      'Archive Second One',
      'Archive lost',
    ]);
  });

  it('takes the full label where no short form is unique', () => {
    const twice = [archived({ rows: 5 }), archived({ rows: 5 })];
    expect(nameCandidates(twice, withArchive).map(({ shortLabel }) => shortLabel)).toEqual([
      'Archive File',
      'Archive File',
    ]);
  });

  it('takes a format for the baseline only without a codec', () => {
    const raw = {
      ...formatMeta('raw', 'Uncompressed', [formatImplementation('formatlab', 'Formatlab')]),
      isBaseline: true as const,
    };
    const names = nameCandidates([candidate('raw'), candidate('raw', codec('gzip', 6, 'fflate'))], {
      ...withArchive,
      formats: new Map([['raw', raw]]),
    });
    expect(names.map(({ isBaseline }) => isBaseline)).toEqual([true, false]);
    expect(names.map(({ label }) => label)).toEqual(['Uncompressed', 'gzip 6']);
    const [alone] = nameCandidates([candidate('raw', codec('gzip', 6, 'fflate'))], {
      ...withArchive,
      formats: new Map([['raw', raw]]),
    });
    expect([alone?.label, alone?.shortLabel]).toEqual(['Uncompressed, gzip 6', 'Uncompressed gzip 6']);
  });
});

it.each([
  ['file', 'whole file'],
  ['columnChunk', 'by column chunk'],
  ['page', 'by page'],
  ['chunk', 'by chunk'],
  ['buffer', 'by buffer'],
  ['record', 'by record'],
] as const)('calls the granularity %s “%s” inside a format', (granularity, words) => {
  const [name] = nameCandidates([candidate('gone', codec('old', null, null, granularity))], registry);
  expect(name?.granularity).toBe(words);
});

it('keys a level by its codec', () =>
  expect([levelKey('zstd', -5), levelKey('lz4', null)]).toEqual(['zstd@-5', 'lz4']));

it('lists all settings of a candidate', () => {
  const names = {
    format: 'F',
    formatImplementation: 'f',
    codec: 'C',
    codecId: 'c',
    implementation: 'i',
    granularity: 'page',
    options: 'o 1',
  } as unknown as CandidateNames;
  expect(candidateSettings(names)).toBe('F by f · C by i · page · o 1');
  expect(candidateSettings({ ...names, codecId: noCodecId, granularity: null, options: '' })).toBe('F by f · no codec');
});
