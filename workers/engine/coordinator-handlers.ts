import { type Leading, nobodyKnows } from '../model/leading';
import { FormatlabError } from '../model/errors';
import { type Candidate, type Plan, planLimits, wrappingCodec } from '../model/plan';
import type { CallTable, Handlers } from '../model/protocol/calls';
import type { Connection } from '../model/protocol/connect';
import type { CoordinatorCalls, OwnFileInput } from '../model/protocol/coordinator';
import type { DataCalls } from '../model/protocol/data';
import type { MeasureCalls } from '../model/protocol/measure';
import type { SearchCalls } from '../model/protocol/search';
import { datasetKey, type MadeDataset } from '../model/protocol/read-file';
import { checkRunnablePlan } from '../registry/check-runnable-plan';
import { codecs, formats } from '../registry/metadata';
import { performanceClock } from './clock';
import { driftKernelMs } from './drift-kernel';
import { librariesOf, readEnvironment } from './environment';
import { sweepPrivateFiles } from './private-file';
import { createFileReader } from './file-reader';
import { findCodec, findFormat } from './registry';
import { runPlan } from './run';
import { withinReadingLimit } from './reading-limit';
import { wholeInBrowser } from './whole-in-browser';
import { createMutex } from './mutex';
import { createMoleculeViewer } from './viewer';
import { createVisibility } from './visibility';

/** Starts the workers that the coordinator uses. */
interface Workers {
  readonly spawnMeasure: () => Connection<MeasureCalls>;
  readonly spawnSearch: () => Connection<SearchCalls>;
  readonly spawnData: () => Connection<DataCalls>;
}

/** Implements the coordinator's calls. */
export function coordinatorHandlers({ spawnMeasure, spawnSearch, spawnData }: Workers): Handlers<CoordinatorCalls> {
  const registry = { formats, codecs };
  const visibility = createVisibility();
  /** Allows one worker at a time, for single trials and other work outside runs. */
  const workers = createMutex();
  /** Allows one run at a time. */
  const runs = createMutex();
  /** Passes the page's answer to the run that asked for the leading candidates. */
  let takeLeading: (leading: Leading) => void = () => undefined;
  const viewer = createMoleculeViewer({ spawnMeasure, spawnData });
  const reader = createFileReader(spawnData);
  /**
   * The datasets of the last run, so that one of its files can be encoded without making the dataset again. They are Blobs, which the
   * browser may keep on disk.
   */
  let kept = new Map<string, MadeDataset>();

  function keep(key: string, made: MadeDataset): void {
    kept.set(key, made);
    const oldest = kept.keys().next().value;
    if (kept.size > planLimits.datasets && oldest !== undefined) kept.delete(oldest);
  }

  /** Starts a worker for some work, and ends it afterwards, or at once if the signal aborts. */
  async function withWorker<T extends CallTable<T>, R>(
    spawn: () => Connection<T>,
    signal: AbortSignal | null,
    work: (connection: Connection<T>) => Promise<R>,
  ): Promise<R> {
    const connection = spawn();
    const end = () => connection.terminate();
    signal?.addEventListener('abort', end, { once: true });
    try {
      if (signal?.aborted) end();
      return await work(connection);
    } finally {
      signal?.removeEventListener('abort', end);
      connection.terminate();
    }
  }

  async function makeDataset(
    plan: Plan,
    dataset: number,
    { ownFile, read }: OwnFileInput,
    signal: AbortSignal,
  ): Promise<MadeDataset> {
    const spec = plan.datasets[dataset];
    if (spec === undefined)
      throw new FormatlabError({
        tag: 'invalidPlan',
        stage: 'generate',
        message: `The plan has no dataset ${dataset}.`,
      });
    const key = datasetKey(spec);
    const known = key === null ? undefined : (kept.get(key) ?? (read?.key === key ? read.made : undefined));
    if (known !== undefined) return known;
    return withWorker(spawnData, signal, async (connection) => {
      const make = () => connection.remote.make({ spec, ownFile });
      const made = await (ownFile === null || spec.source !== 'ownFile'
        ? make()
        : withinReadingLimit(connection, ownFile.size, make));
      // The worker that made the Blobs is about to end.
      await wholeInBrowser(made.blob);
      if (made.sampleFile !== undefined) await wholeInBrowser(made.sampleFile);
      if (key !== null) keep(key, made);
      return made;
    });
  }

  async function encode(dataset: Blob, candidate: Candidate, signal: AbortSignal): Promise<Blob> {
    return withWorker(spawnMeasure, signal, async ({ remote }) => {
      const { file } = await remote.encode({ dataset, candidate });
      // As above: the worker ends, and the file must stay.
      await wholeInBrowser(file);
      return file;
    });
  }

  const handlers: Handlers<CoordinatorCalls> = {
    run: (
      { plan: given, ownFile, read, machineLabel, asksForLeading, before, spentMs, addedMs },
      { signal, onProgress },
    ) => {
      const plan = checkRunnablePlan(given);
      return runs.run(async () => {
        viewer.end();
        reader.end();
        const needed = new Set(plan.datasets.map(datasetKey));
        kept = new Map([...kept].filter(([key]) => needed.has(key)));
        void sweepPrivateFiles(Date.now());
        return runPlan(
          { plan, ownFile, signal, onEvent: onProgress, before, spentMs, addedMs },
          {
            registry,
            spawnMeasure,
            makeDataset: (checked, dataset, file, aborted) =>
              makeDataset(checked, dataset, { ownFile: file, read }, aborted),
            environment: () => readEnvironment(performanceClock, librariesOf(plan.candidates, registry), machineLabel),
            kernelMs: () => driftKernelMs(performanceClock),
            visibility,
            mutex: workers,
            ...(asksForLeading
              ? {
                  leading: (aborted: AbortSignal) =>
                    new Promise<Leading>((resolve) => {
                      takeLeading = resolve;
                      aborted.addEventListener('abort', () => resolve(nobodyKnows), { once: true });
                      onProgress({ type: 'leadingWanted' });
                    }),
                }
              : {}),
          },
        );
      });
    },
    lead: (leading) => {
      takeLeading(leading);
      return null;
    },
    encodedFile: ({ plan: given, dataset, candidate: index, ...own }, { signal }) => {
      const plan = checkRunnablePlan(given);
      const candidate = plan.candidates[index];
      if (candidate === undefined)
        throw new FormatlabError({
          tag: 'invalidPlan',
          stage: 'encode',
          message: `The plan has no candidate ${index}.`,
        });
      return workers.run(async () => {
        const { blob } = await makeDataset(plan, dataset, own, signal);
        const file = await encode(blob, candidate, signal);
        const format = findFormat(registry, candidate.format, candidate.implementation)?.format;
        const wrapping = wrappingCodec(candidate);
        const codec = wrapping === null ? undefined : findCodec(registry, wrapping.id, wrapping.implementation)?.codec;
        // A file in blocks is not a file of the codec's own type, so its name says so.
        const blocks = wrapping === null || wrapping.granularity === 'file' ? undefined : 'blocks';
        const extension = [format?.extension, codec?.extension, blocks].filter((part) => part !== undefined).join('.');
        return {
          file,
          fileName: `${baseName(plan, dataset)}.${extension}`,
          mediaType:
            codec === undefined ? (format?.mediaType ?? 'application/octet-stream') : 'application/octet-stream',
        };
      }, signal);
    },
    datasetFile: ({ plan: given, dataset, ...own }, { signal }) => {
      const plan = checkRunnablePlan(given);
      return workers.run(async () => {
        const { blob } = await makeDataset(plan, dataset, own, signal);
        return { file: blob, fileName: `${baseName(plan, dataset)}.fldata`, mediaType: 'application/octet-stream' };
      }, signal);
    },
    inspectFile: (request, context) => workers.run(async () => reader.inspect(request, context), context.signal),
    byteMap: (request, { signal }) =>
      workers.run(
        () =>
          withWorker(spawnData, signal, (connection) =>
            withinReadingLimit(connection, request.file.size, () => connection.remote.byteMap(request)),
          ),
        signal,
      ),
    // The time of a network has no limit; the user can stop it.
    remoteTable: (request, { signal, onProgress }) =>
      withWorker(spawnData, signal, ({ remote }) => remote.remoteTable(request, { onProgress })),
    remotePart: (request, { signal, onProgress }) =>
      withWorker(spawnData, signal, async ({ remote }) => {
        const file = await remote.remotePart(request, { onProgress });
        // The worker that made the Blob is about to end.
        await wholeInBrowser(file);
        return file;
      }),
    fitTable: ({ plan: given, dataset, ...own }, { signal }) => {
      const plan = checkRunnablePlan(given);
      return workers.run(async () => {
        const { blob } = await makeDataset(plan, dataset, own, signal);
        return withWorker(spawnData, signal, ({ remote }) => remote.fitTable({ dataset: blob }));
      }, signal);
    },
    searchColumns: ({ plan: given, dataset, budgetMs, permissions, ...own }, { signal, onProgress }) => {
      const plan = checkRunnablePlan(given);
      return workers.run(async () => {
        // To read the file is part of the search's time.
        const start = performanceClock.now();
        const { blob } = await makeDataset(plan, dataset, own, signal);
        const leftMs = Math.max(0, budgetMs - (performanceClock.now() - start));
        return withWorker(spawnSearch, signal, ({ remote }) =>
          remote.searchColumns({ dataset: blob, budgetMs: leftMs, permissions }, { onProgress }),
        );
      }, signal);
    },
    rewriteTable: ({ plan: given, dataset, recipe, ...own }, { signal }) => {
      const plan = checkRunnablePlan(given);
      return workers.run(async () => {
        const { blob } = await makeDataset(plan, dataset, own, signal);
        return withWorker(spawnMeasure, signal, async ({ remote }) => {
          const made = await remote.rewriteTable({ dataset: blob, recipe });
          // The worker that made the Blob is about to end.
          await wholeInBrowser(made.file);
          return { ...made, fileName: `${baseName(plan, dataset)}-rewritten.parquet` };
        });
      }, signal);
    },
    countWord: (request, { signal }) =>
      workers.run(
        () =>
          withWorker(spawnData, signal, (connection) =>
            withinReadingLimit(connection, request.file.size, () => connection.remote.countWord(request)),
          ),
        signal,
      ),
    molecules: (request, { signal }) => workers.run(() => viewer.molecules(request), signal),
    moleculeFiles: (request, { signal }) => workers.run(() => viewer.moleculeFiles(request, signal), signal),
    visibility: ({ hidden }) => {
      visibility.set(hidden);
      return null;
    },
  };
  return handlers;
}

function baseName(plan: Plan, dataset: number): string {
  const spec = plan.datasets[dataset];
  if (spec === undefined) return 'dataset';
  if (spec.source === 'workload') return `${spec.workload}-${spec.size}`;
  const name = spec.fileName?.replace(/\.[^.]*$/, '') || 'own-file';
  return spec.sample === undefined ? name : `${name}-sample`;
}
