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

const inOrder = <M extends { id: string }>(metas: readonly M[]): ReadonlyMap<string, M> =>
  new Map(metas.map((meta) => [meta.id, meta] as const).sort(([a], [b]) => (a < b ? -1 : 1)));

function byId<M extends { id: string }>(modules: Record<string, M>): ReadonlyMap<string, M> {
  for (const [path, { id }] of Object.entries(modules))
    if (path.split('/').at(-2) !== id)
      throw new Error(`${path} calls itself “${id}”; an entry's id is its folder's name.`);
  return inOrder(Object.values(modules));
}

export const codecs = byId(import.meta.glob<CodecMeta>('../codecs/*/meta.ts', { eager: true, import: 'meta' }));
/** Formats of one family share a folder, in which each has its own: `root/tree`, `root/rntuple`. Their ids are those in their metadata. */
const formatModules = import.meta.glob<FormatMeta>(['../formats/*/meta.ts', '../formats/*/*/meta.ts'], {
  eager: true,
  import: 'meta',
});
export const formats = inOrder(Object.values(formatModules));
if (formats.size < Object.keys(formatModules).length) throw new Error('Two formats have the same id.');

/** The folder of each format below `workers/formats`, by its id. */
export const formatFolders: ReadonlyMap<string, string> = new Map(
  Object.entries(formatModules).map(([path, { id }]) => [id, path.slice('../formats/'.length, -'/meta.ts'.length)]),
);
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
