import { codecs, formats, workloads } from '../../../workers/registry/metadata';

/**
 * Which formats, codecs or workloads the exported scripts measure, by id: null if they do, otherwise a sentence with
 * the reason for the results table. Each covered id has an adapter in Python (e2e/interop/test_native_script.py).
 */
type Coverage = Readonly<Record<string, string | null>>;

const coverageOf = (entries: ReadonlyMap<string, { readonly notInNativeScript: string | null }>): Coverage =>
  Object.fromEntries([...entries].map(([id, { notInNativeScript }]) => [id, notInNativeScript]));

export const nativeFormats = coverageOf(formats);
export const nativeCodecs = coverageOf(codecs);

/** Reasons why some implementations of covered formats are not measured, by “format/implementation”. */
export const otherImplementations: Readonly<Record<string, string>> = Object.fromEntries(
  [...formats.values()].flatMap(({ id, implementations }) =>
    implementations.flatMap(({ id: implementation, notInNativeScript }) =>
      notInNativeScript === undefined ? [] : [[`${id}/${implementation}`, notInNativeScript]],
    ),
  ),
);

/**
 * Null for workloads that Python generates to the same bytes. Otherwise the reason why their dataset file must be
 * downloaded.
 */
export const nativeWorkloads = coverageOf(workloads);

/** Workloads that Python generates at only a few hundred items per second. The page also offers their dataset file. */
export const slowWorkloads: readonly string[] = [...workloads.values()].flatMap(({ id, slowInPython }) =>
  slowInPython ? [id] : [],
);

const wholeFile =
  'A file of this format contains the whole dataset. Readers can’t combine several files into one dataset.';

/** As {@link nativeFormats}, for a Dask script, which writes and reads one file per chunk. */
export const daskFormats: Coverage = Object.fromEntries(
  [...formats.values()].map(({ id, notInNativeScript, readInChunks }) => [
    id,
    notInNativeScript ?? (readInChunks ? null : wholeFile),
  ]),
);
