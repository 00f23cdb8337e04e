import type {
  CodecImplementationMeta,
  CodecMeta,
  FormatImplementationMeta,
  FormatMeta,
  WorkloadMeta,
} from '../model/entry';

/**
 * The metadata of every codec, format and workload, found by their folders. It is small, and both the page and the workers load it. The
 * libraries are loaded in `modules.ts`, which only workers import.
 */

function byId<M extends { id: string }>(modules: Record<string, M>): ReadonlyMap<string, M> {
  const entries = Object.entries(modules).map(([path, meta]) => {
    const folder = path.split('/').at(-2);
    if (folder !== meta.id) throw new Error(`${path} calls itself “${meta.id}”; an entry's id is its folder's name.`);
    return [meta.id, meta] as const;
  });
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const codecs = byId(import.meta.glob<CodecMeta>('../codecs/*/meta.ts', { eager: true, import: 'meta' }));
export const formats = byId(import.meta.glob<FormatMeta>('../formats/*/meta.ts', { eager: true, import: 'meta' }));
export const workloads = byId(
  import.meta.glob<WorkloadMeta>('../workloads/*/meta.ts', { eager: true, import: 'meta' }),
);

/**
 * Finds the metadata of a format's implementation.
 * @throws `invalidPlan` if the registry does not have it.
 */
export function findFormatImplementation(
  formatId: string,
  implementationId: string,
): { format: FormatMeta; implementation: FormatImplementationMeta } | null {
  const format = formats.get(formatId);
  const implementation = format?.implementations.find(({ id }) => id === implementationId);
  return format && implementation ? { format, implementation } : null;
}

/**
 * Finds the metadata of a codec's implementation.
 * @throws `invalidPlan` if the registry does not have it.
 */
export function findCodecImplementation(
  codecId: string,
  implementationId: string,
): { codec: CodecMeta; implementation: CodecImplementationMeta } | null {
  const codec = codecs.get(codecId);
  const implementation = codec?.implementations.find(({ id }) => id === implementationId);
  return codec && implementation ? { codec, implementation } : null;
}
