import { toCanonical } from '../../model/canonical';
import { fromCanonical } from '../../model/read-canonical';
import type { Dataset } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import type { FormatImplementationMeta, FormatMeta, FormatModule, FormatSession } from '../../model/entry';
import { builtInRegistry, type MeasuringRegistry } from '../registry';

/** What the implementations say, which the engine hands on. */
export const saidReasons = {
  lookup: 'Nothing can be looked up in it.',
  throwing: 'This format can’t write today.',
  crashing: 'a bug outside of any promise',
  limited: 'It knows no numbers above 7.',
} as const;

/** A format whose implementations each make one mistake, to test how the engine handles it. The page's registry does not contain it. */
const implementations = [
  'good',
  'throwing',
  'crashing',
  'closing',
  'hanging',
  'outOfMemory',
  'corrupting',
  'asynchronous',
  'failingLater',
  'wrongProjection',
  'slow',
  'wrongReader',
  'hangingReader',
  'crashingReader',
  'limitedReader',
  'tediousReader',
  'endlessReader',
] as const;
type Behaviour = (typeof implementations)[number];

/** By these estimates, 64 kB take one implementation 10 s and the other 64 s. Misbehaving implementations come after correct ones. */
const decodeMBps: Partial<Record<Behaviour, number>> = {
  tediousReader: 0.0064,
  endlessReader: 0.001,
  hangingReader: 50,
  crashingReader: 50,
};

const meta = (id: Behaviour): FormatImplementationMeta => ({
  id,
  label: id,
  library: { package: 'formatlab', version: '', license: 'MIT' },
  options: [],
  innerCodecs: [],
  unsupported: (operation) => {
    if (operation === 'lookup') return saidReasons.lookup;
    return id.endsWith('Reader') && operation !== 'decode' ? 'It only reads.' : null;
  },
  clock: { encode: ['allocate'], decode: [] },
  wasmCopyInClock: null,
  loss: () => [],
  holdsMolecules: true,
  estimateMBps: { encode: 100, decode: decodeMBps[id] ?? 100 },
});

const formatMeta = (id: string, ids: readonly Behaviour[]): FormatMeta => ({
  id,
  label: id,
  notInNativeScript: null,
  readers: {},
  extension: 'bin',
  mediaType: 'application/octet-stream',
  description: 'For tests.',
  selfDescribing: true,
  implementations: ids.map(meta),
});

function write(dataset: Dataset): Uint8Array<ArrayBuffer> {
  const { parts, sizeBytes } = toCanonical(dataset);
  const file = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const part of parts) {
    file.set(part, offset);
    offset += part.length;
  }
  return file;
}

function corrupt(file: Uint8Array<ArrayBuffer>): Dataset {
  const copy = file.slice();
  copy[copy.length - 8] = (copy.at(-8) ?? 0) ^ 1;
  return fromCanonical(copy.buffer);
}

function spin(forMs: number): void {
  const end = performance.now() + forMs;
  while (performance.now() < end);
}

function session(behaviour: Behaviour): FormatSession {
  const read = (file: Uint8Array<ArrayBuffer>) => fromCanonical(file.slice().buffer);
  const project = (file: Uint8Array<ArrayBuffer>, column: string): Dataset => {
    const dataset = read(file);
    return dataset.kind === 'table'
      ? { ...dataset, columns: dataset.columns.filter(({ name }) => name === column) }
      : dataset;
  };
  const good: FormatSession = { encode: write, decode: read, project };
  let calls = 0;
  switch (behaviour) {
    case 'good':
      return good;
    case 'throwing':
      return {
        ...good,
        encode: () => {
          throw new Error(saidReasons.throwing);
        },
      };
    case 'crashing':
      return {
        ...good,
        encode: () =>
          new Promise<never>(() =>
            setTimeout(() => {
              throw new Error(saidReasons.crashing);
            }),
          ),
      };
    case 'closing':
      return {
        ...good,
        encode: () => {
          self.close();
          return new Promise<never>(() => {});
        },
      };
    case 'hanging':
      return {
        ...good,
        decode: () => {
          for (;;) spin(1_000);
        },
      };
    case 'outOfMemory':
      return { ...good, encode: () => new Uint8Array(new ArrayBuffer(2 ** 36)) };
    case 'corrupting':
      return { ...good, decode: corrupt };
    case 'asynchronous':
      return { ...good, encode: async (dataset) => write(dataset), decode: async (file) => read(file) };
    case 'failingLater':
      return {
        ...good,
        decode: (file) => {
          calls += 1;
          if (calls > 3) throw new Error(`Call ${calls} fails.`);
          return read(file);
        },
      };
    case 'wrongProjection':
      return { ...good, project: (file) => read(file) };
    case 'slow':
      return {
        ...good,
        encode: (dataset) => {
          spin(60);
          return write(dataset);
        },
      };
    case 'wrongReader':
      return { decode: corrupt };
    case 'hangingReader':
      return {
        decode: () => {
          for (;;) spin(1_000);
        },
      };
    case 'crashingReader':
      return {
        decode: () =>
          new Promise<never>(() =>
            setTimeout(() => {
              throw new Error(saidReasons.crashing);
            }),
          ),
      };
    case 'limitedReader':
      return {
        decode: () => {
          throw new FormatlabError({ tag: 'unsupported', stage: 'decode', message: saidReasons.limited });
        },
      };
    case 'tediousReader':
    case 'endlessReader':
      return { decode: read };
  }
}

export const misbehavingRegistry: MeasuringRegistry = {
  formats: new Map([
    ...builtInRegistry.formats,
    // Each implementation is its own format, so that none serves as another's second decoder.
    ...implementations.map((id) => [`test-${id}`, formatMeta(`test-${id}`, [id])] as const),
    ['test-pair', formatMeta('test-pair', ['good', 'asynchronous', 'wrongReader'])],
    ['test-hung', formatMeta('test-hung', ['good', 'hangingReader', 'asynchronous'])],
    ['test-fatal', formatMeta('test-fatal', ['good', 'crashingReader', 'asynchronous'])],
    ['test-limited', formatMeta('test-limited', ['good', 'limitedReader'])],
    ['test-tedious', formatMeta('test-tedious', ['good', 'tediousReader', 'endlessReader'])],
  ]),
  codecs: builtInRegistry.codecs,
  loadCodec: builtInRegistry.loadCodec,
  async loadFormat(format, implementation): Promise<FormatModule> {
    const behaviour = implementations.find((id) => id === implementation);
    if (!format.startsWith('test-') || behaviour === undefined)
      return builtInRegistry.loadFormat(format, implementation);
    return { open: async () => session(behaviour) };
  },
};
