import { conformancePatterns, type ImplementationConformance, libraryText } from '../../../workers/model/conformance';
import type { CodecImplementationMeta, CodecMeta } from '../../../workers/model/entry';
import { loadCodec } from '../../../workers/registry/modules';
import { rejectedBlocks } from './blocks';
import {
  type ConformanceCase,
  compressCase,
  decompressCase,
  edgeLevels,
  elementBytesOf,
  type Level,
  type MatrixLimits,
  type MatrixResult,
  type ConformanceOutcome,
  runMatrix,
} from './matrix';
import type { ReferenceAbout, ReferenceServer, Verdict, WrittenFile } from './reference';

/** Everything that is asked of one implementation of one codec. */

export interface ConformanceBench {
  readonly server: ReferenceServer;
  readonly about: ReferenceAbout;
  readonly limits: MatrixLimits;
  /** Files of the corpus that are larger are left out. */
  readonly filesUpToBytes: number;
  readonly source: (key: string) => Promise<Uint8Array<ArrayBuffer>>;
}

export interface Measured {
  readonly record: ImplementationConformance;
  /** Keys of the cases that were run, and of the files: name and direction, as in "movies.json, written". */
  readonly ran: {
    readonly written: readonly string[];
    readonly read: readonly string[];
    readonly files: readonly string[];
  };
  readonly seconds: number;
}

const sourceOf = ({ pattern, sizeBytes }: ConformanceCase) => `${pattern}/${sizeBytes}`;

/** What metadata estimate of compressing at a level, in MB a second. */
function compressMBps({ levels, estimateMBps }: CodecImplementationMeta, level: Level): number {
  const { compress, compressAtMax = compress } = estimateMBps;
  return level !== null && level === levels?.max ? compressAtMax : compress;
}

/** Requests hold the small cases of one pattern: some hundred kilobytes. */
function byPattern(cases: readonly ConformanceCase[]): readonly (readonly ConformanceCase[])[] {
  return conformancePatterns
    .map((pattern) => cases.filter((one) => one.pattern === pattern))
    .filter(({ length }) => length > 0);
}

export async function measureImplementation(
  bench: ConformanceBench,
  codec: CodecMeta,
  implementation: CodecImplementationMeta,
): Promise<Measured> {
  const { server, about, limits, source } = bench;
  const startedAt = performance.now();
  const reference = about.codecs[codec.id];
  if (reference === undefined)
    throw new Error(`No reference is registered for ${codec.id} (its testing/reference_of_….py).`);
  const open = async () => (await loadCodec(codec.id, implementation.id)).create();
  const instance = await open();
  const elementBytes = elementBytesOf(implementation);
  const comparable = implementation.library.contains === reference.upstream;
  const sizes = { compared: 0, equal: 0, explained: 0, reason: null as string | null };

  const write = async (cases: readonly ConformanceCase[]): Promise<readonly ConformanceOutcome[]> => {
    const outcomes = new Map<ConformanceCase, ConformanceOutcome>();
    await Promise.all(
      byPattern(cases).map(async (group) => {
        const written: { one: ConformanceCase; sent: WrittenFile }[] = [];
        for (const one of group) {
          const { bytes, refusal } = await compressCase(instance, await source(sourceOf(one)), one.level);
          if (bytes === null) outcomes.set(one, { refusal });
          else
            written.push({
              one,
              sent: { source: sourceOf(one), bytes, ...(comparable ? { compareLevel: one.level } : {}) },
            });
        }
        const verdicts = await server.check(
          codec.id,
          written.map(({ sent }) => sent),
        );
        written.forEach(({ one, sent }, index) => {
          const { message = 'the reference server did not answer', referenceBytes = null } = verdicts[index] ?? {};
          outcomes.set(one, { refusal: message });
          if (referenceBytes === null) return;
          sizes.compared += 1;
          const surplusBytes = referenceBytes - sent.bytes.length;
          if (surplusBytes === 0) sizes.equal += 1;
          else if (reference.surplus !== null && surplusBytes > 0 && surplusBytes <= reference.surplus.bytes) {
            sizes.explained += 1;
            sizes.reason = reference.surplus.reason;
          } else
            console.log(
              `${codec.id} by ${implementation.id}: ${sourceOf(one)} at level ${one.level} is ${sent.bytes.length} bytes, by the reference ${referenceBytes}`,
            );
        });
      }),
    );
    return cases.map((one) => outcomes.get(one) ?? { refusal: 'it was not run' });
  };

  const read = async (cases: readonly ConformanceCase[]): Promise<readonly ConformanceOutcome[]> => {
    const outcomes = new Map<ConformanceCase, ConformanceOutcome>();
    await Promise.all(
      byPattern(cases).map(async (group) => {
        const encoded = await server.encode(
          codec.id,
          group.map((one) => ({ source: sourceOf(one), level: one.level })),
        );
        for (const [index, one] of group.entries()) {
          const file = encoded[index];
          if (file === undefined) throw new Error('The reference server did not answer.');
          outcomes.set(one, await decompressCase(instance, file, await source(sourceOf(one))));
        }
      }),
    );
    return cases.map((one) => outcomes.get(one) ?? { refusal: 'it was not run' });
  };

  const defaultLevel: Level = implementation.levels?.default ?? null;
  // The reference encodes about as fast as the implementation of the same library does here.
  const asReference = codec.implementations.find(({ id }) => id === 'native') ?? implementation;
  const referenceDefault = reference.levels[1] ?? reference.levels[0] ?? null;
  const written: MatrixResult | null = implementation.compresses
    ? await runMatrix(
        {
          levels: edgeLevels(implementation),
          defaultLevel,
          elementBytes,
          estimateMBps: (level) => compressMBps(implementation, level),
          run: write,
        },
        limits,
      )
    : null;
  const readBack: MatrixResult | null = implementation.decompresses
    ? await runMatrix(
        {
          levels: reference.levels,
          defaultLevel: referenceDefault,
          elementBytes,
          estimateMBps: (level) => compressMBps(asReference, level),
          run: read,
        },
        limits,
      )
    : null;

  const { names, ...files } = await measureFiles(bench, codec, implementation, defaultLevel, referenceDefault);
  const blocks =
    codec.family === 'lz4' && implementation.id === 'lz4js'
      ? await rejectedBlocks(
          instance,
          codec.id === 'lz4' ? 'frames' : 'blocks',
          await (await loadCodec('lz4-block', 'native')).create(),
          server,
        )
      : null;
  return {
    record: {
      codec: codec.id,
      implementation: implementation.id,
      library: libraryText(implementation.library),
      reference: reference.name,
      written: written?.direction ?? null,
      read: readBack?.direction ?? null,
      blocks,
      files,
      sizes: comparable && implementation.compresses ? sizes : null,
    },
    ran: { written: written?.ran ?? [], read: readBack?.ran ?? [], files: names },
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  };
}

/** Real files at the default level, with an instance of their own: each written here and read by the reference, and the reverse. */
async function measureFiles(
  { server, about, source, filesUpToBytes }: ConformanceBench,
  codec: CodecMeta,
  implementation: CodecImplementationMeta,
  level: Level,
  referenceLevel: Level,
) {
  const instance = await (await loadCodec(codec.id, implementation.id)).create();
  const elementBytes = elementBytesOf(implementation);
  const files = about.corpus.filter(({ sizeBytes }) => sizeBytes <= filesUpToBytes && sizeBytes % elementBytes === 0);
  const lost: string[] = [];
  const names: string[] = [];
  const note = (name: string, direction: 'written' | 'read', refusal: string | null) => {
    names.push(`${name}, ${direction}`);
    if (refusal !== null) lost.push(`${name}, ${direction}: ${refusal}`.slice(0, 500));
  };
  for (const { name } of files) {
    const key = `file/${name}`;
    const data = await source(key);
    if (implementation.compresses) {
      const { bytes, refusal } = await compressCase(instance, data, level);
      note(
        name,
        'written',
        bytes === null ? refusal : messageOf(await server.check(codec.id, [{ source: key, bytes }])),
      );
    }
    if (implementation.decompresses) {
      const [file] = await server.encode(codec.id, [{ source: key, level: referenceLevel }]);
      if (file === undefined) throw new Error('The reference server did not answer.');
      note(name, 'read', (await decompressCase(instance, file, data)).refusal);
    }
  }
  return { tried: names.length, lost, names };
}

function messageOf([verdict]: readonly Verdict[]): string | null {
  if (verdict === undefined) throw new Error('The reference server did not answer.');
  return verdict.message;
}
