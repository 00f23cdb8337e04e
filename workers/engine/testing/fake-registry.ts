import { toCanonical } from '../../model/canonical';
import { fromCanonical } from '../../model/read-canonical';
import type { Dataset } from '../../model/dataset';
import type {
  Codec,
  CodecImplementationMeta,
  FormatContext,
  FormatImplementationMeta,
  FormatModule,
  FormatSession,
} from '../../model/entry';
import type { OptionValues } from '../../model/options';
import type { MeasuringRegistry } from '../registry';

/** A format implementation for tests. Its files are in canonical form unless `session` overrides that. */
export interface FakeFormat {
  readonly meta?: Partial<FormatImplementationMeta>;
  readonly module?: Omit<Partial<FormatModule>, 'open'>;
  /** Operations to override; undefined removes an operation. */
  readonly session?: (context: FormatContext) => Partial<{ [K in keyof FormatSession]: FormatSession[K] | undefined }>;
}

/** A codec implementation for tests. It adds the byte 0xc0 at the start unless `codec` overrides that. */
export interface FakeCodec {
  readonly meta?: Partial<CodecImplementationMeta>;
  readonly codec?: (options: OptionValues | undefined) => Partial<Codec>;
}

/** The dataset in canonical form, as one buffer. */
export function canonicalFile(dataset: Dataset): Uint8Array<ArrayBuffer> {
  const { parts, sizeBytes } = toCanonical(dataset);
  const file = new Uint8Array(sizeBytes);
  let end = 0;
  for (const part of parts) {
    file.set(part, end);
    end += part.length;
  }
  return file;
}

const library = { package: 'fake', version: '1.0.0', license: 'MIT' };

const formatMeta = (id: string, meta: Partial<FormatImplementationMeta>): FormatImplementationMeta => ({
  id,
  label: `Format by ${id}`,
  library,
  options: [],
  innerCodecs: [],
  unsupported: () => null,
  clock: {},
  wasmCopyInClock: null,
  loss: () => [],
  estimateMBps: { encode: 100, decode: 100 },
  ...meta,
});

const codecMeta = (id: string, meta: Partial<CodecImplementationMeta>): CodecImplementationMeta => ({
  id,
  label: `Codec by ${id}`,
  library,
  compresses: true,
  decompresses: true,
  levels: null,
  estimateMBps: { compress: 100, decompress: 100 },
  ...meta,
});

/** A registry for tests with one format, `fake`, and one codec, `prefix`, in the given implementations. */
export function fakeRegistry(
  formats: Readonly<Record<string, FakeFormat>>,
  codecs: Readonly<Record<string, FakeCodec>> = {},
): MeasuringRegistry {
  const format = {
    id: 'fake',
    label: 'Fake',
    notInNativeScript: null,
    readers: {},
    extension: 'fake',
    mediaType: 'application/octet-stream',
    description: '',
    selfDescribing: true,
    implementations: Object.entries(formats).map(([id, { meta = {} }]) => formatMeta(id, meta)),
  };
  const codec = {
    id: 'prefix',
    label: 'Prefix',
    family: 'prefix',
    notInNativeScript: null,
    readers: {},
    extension: 'p',
    implementations: Object.entries(codecs).map(([id, { meta = {} }]) => codecMeta(id, meta)),
  };
  return {
    formats: new Map([['fake', format]]),
    codecs: new Map([['prefix', codec]]),
    loadFormat: async (_, implementation) => ({
      ...formats[implementation]?.module,
      open: async (context) => {
        const session = {
          encode: canonicalFile,
          decode: (file: Uint8Array<ArrayBuffer>) => fromCanonical(file.slice().buffer),
          ...formats[implementation]?.session?.(context),
        };
        return session as FormatSession;
      },
    }),
    loadCodec: async (_, implementation) => ({
      create: async (options) => ({
        compress: (input) => Uint8Array.of(0xc0, ...input),
        decompress: (input) => input.slice(1) as Uint8Array<ArrayBuffer>,
        ...codecs[implementation]?.codec?.(options),
      }),
    }),
  };
}
