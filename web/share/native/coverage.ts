import { codecs, formats, workloads } from '../../../workers/registry/metadata';

/** What the exported scripts measure: null where they do, else why not, as a sentence for the result's table. What is null has its adapter in Python (e2e/interop/test_native_script.py). */
type Coverage = Readonly<Record<string, string | null>>;

const coverageOf = (entries: ReadonlyMap<string, { readonly notInNativeScript: string | null }>): Coverage =>
  Object.fromEntries([...entries].map(([id, { notInNativeScript }]) => [id, notInNativeScript]));

export const nativeFormats = coverageOf(formats);
export const nativeCodecs = coverageOf(codecs);

/** Implementations that are left out of formats that are measured, by “format/implementation”. */
export const otherImplementations: Readonly<Record<string, string>> = Object.fromEntries(
  [...formats.values()].flatMap(({ id, implementations }) =>
    implementations.flatMap(({ id: implementation, notInNativeScript }) =>
      notInNativeScript === undefined ? [] : [[`${id}/${implementation}`, notInNativeScript]],
    ),
  ),
);

/** Workloads that Python generates to the same bytes; null, or why their dataset file has to be downloaded. */
export const nativeWorkloads = coverageOf(workloads);

/** Python generates them, too, but a few hundred items a second: the dataset file is offered as well. */
export const slowWorkloads: readonly string[] = [...workloads.values()].flatMap(({ id, slowInPython }) =>
  slowInPython ? [id] : [],
);

const wholeFile = 'A file of it holds the whole dataset: there is no set of parts that a reader takes for one.';

/** As {@link nativeFormats}, for a Dask script, which measures a file for each chunk. */
export const daskFormats: Coverage = Object.fromEntries(
  [...formats.values()].map(({ id, notInNativeScript, readInChunks }) => [
    id,
    notInNativeScript ?? (readInChunks ? null : wholeFile),
  ]),
);
