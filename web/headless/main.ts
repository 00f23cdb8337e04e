import { calibrate } from '../../workers/client/calibrate';
import { startCodecLoop } from '../../workers/client/codec-loop';
import { startCoordinator } from '../../workers/client/coordinator';
import type { Calibration } from '../../workers/model/calibration';
import type { SearchPermissions } from '../../workers/model/column-search';
import type { DatasetSchema } from '../../workers/model/dataset';
import { type ErrorRecord, FormatlabError } from '../../workers/model/errors';
import { candidateKey, type DatasetSpec, type FileSample } from '../../workers/model/plan';
import type { CodecLoopRequest } from '../../workers/model/protocol/codec-loop';
import type { RunEvent } from '../../workers/model/protocol/coordinator';
import { compareCandidates } from '../../workers/model/statistics/compare';
import { noiseFloorOf } from '../../workers/model/statistics/noise-floor';
import { summarise } from '../../workers/model/statistics/summary';
import { checkPlan } from '../../workers/registry/check-plan';
import { defaultPlan } from '../../workers/registry/default-plan';
import { machineOf } from '../../workers/registry/duration';
import { trialCosts } from '../../workers/registry/trial-costs-table';
import { estimatePlan, schemaOfSpec } from '../../workers/registry/estimate';
import { codecs, formats, workloads } from '../../workers/registry/metadata';
import type { AnswerProgress, AnswerRequest } from './answer';
import type { CheckRequest, checkWithLoop } from './check';
import { runBareLoop } from './bare-loop';
import { costedCandidates } from './costed-candidates';

/** The dashboard's code without its page, used by `bench/` and by tests through `window.formatlab`. */
const coordinator = startCoordinator();
let stop = new AbortController();
let codecLoop: ReturnType<typeof startCodecLoop> | null = null;

/** Passes errors to the calling program as plain data, since a class instance would lose its record. */
async function withErrorRecord<T>(
  work: () => Promise<T> | T,
): Promise<{ ok: true; value: T } | { ok: false; error: ErrorRecord }> {
  try {
    return { ok: true, value: await work() };
  } catch (thrown) {
    return {
      ok: false,
      error:
        thrown instanceof FormatlabError ? thrown.record : { tag: 'internal', stage: 'load', message: String(thrown) },
    };
  }
}

async function fetchBlob(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: HTTP status ${response.status}.`);
  return response.blob();
}

/** Loads the files of a codec-loop request, which names them by URL. */
async function withFiles(
  request:
    | Exclude<CodecLoopRequest, { ask: 'data' | 'blocks' }>
    | { ask: 'data' }
    | Omit<CodecLoopRequest & { ask: 'blocks' }, 'compressed'>,
  url: string | null,
): Promise<CodecLoopRequest> {
  if (request.ask === 'data') return { ask: 'data', bytes: await fetchBlob(url ?? '') };
  if (request.ask === 'blocks') return { ...request, compressed: await fetchBlob(url ?? '') };
  return request;
}

/** The files that the program chose in the page. */
function chosenFiles(): readonly File[] {
  const input = document.getElementById('own-file');
  return input instanceof HTMLInputElement ? [...(input.files ?? [])] : [];
}

/** For a plan with a user's file. */
const chosenFile = (): Blob | null => chosenFiles()[0] ?? null;

/** Passes a file to the browser's downloads, where the program collects it. */
function download(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const headless = {
  checkPlan: (plan: unknown) => withErrorRecord(() => checkPlan(plan)),
  defaultPlan: () => withErrorRecord(defaultPlan),
  costedCandidates,
  candidateKey,
  schemaOf: (spec: DatasetSpec) => withErrorRecord(() => schemaOfSpec(spec)),
  calibrate: () => withErrorRecord(() => calibrate()),
  estimate: (
    plan: unknown,
    calibration: Calibration | null = null,
    known: { readonly schema: DatasetSchema; readonly dataBytes: number } | null = null,
  ) =>
    withErrorRecord(() => {
      const checked = checkPlan(plan);
      const datasets = checked.datasets.map((spec) =>
        spec.source === 'ownFile' && known !== null ? { ...spec, fileSizeBytes: known.dataBytes } : spec,
      );
      const machine = machineOf(trialCosts, calibration);
      return estimatePlan({ ...checked, datasets }, null, { machine, schema: known?.schema ?? null });
    }),
  statistics: { compare: compareCandidates, noiseFloorOf, summarise },
  run: (plan: unknown, options: { machineLabel?: string | null; onEvent?: (event: RunEvent) => void } = {}) =>
    withErrorRecord(() => {
      stop = new AbortController();
      const { onEvent, machineLabel = null } = options;
      return coordinator.run(checkPlan(plan), {
        signal: stop.signal,
        machineLabel,
        ownFile: chosenFile(),
        ...(onEvent ? { onEvent } : {}),
      });
    }),
  stop: () => stop.abort(),
  encodedFile: (plan: unknown, dataset: number, candidate: number) =>
    withErrorRecord(async () => {
      const { file, fileName } = await coordinator.encodedFile(
        { plan: checkPlan(plan), dataset, candidate },
        { ownFile: chosenFile() },
      );
      download(file, fileName);
      return { fileName, sizeBytes: file.size };
    }),
  datasetFile: (plan: unknown, dataset: number) =>
    withErrorRecord(async () => {
      const { file, fileName } = await coordinator.datasetFile(
        { plan: checkPlan(plan), dataset },
        { ownFile: chosenFile() },
      );
      download(file, fileName);
      return { fileName, sizeBytes: file.size };
    }),
  /** Calls the library alone on the plan's first dataset, for `bench/overhead.mjs`. */
  bareLoop: async (plan: unknown, loop: Omit<Parameters<typeof runBareLoop>[0], 'input'>) => {
    const dataset = await withErrorRecord(() => coordinator.datasetFile({ plan: checkPlan(plan), dataset: 0 }));
    return dataset.ok ? runBareLoop({ ...loop, input: dataset.value.file }) : dataset;
  },
  /** Calls one codec in a loop, for `bench/codecs.mjs`. `begin` terminates the previous worker. */
  codecLoop: {
    begin: () => {
      codecLoop?.end();
      codecLoop = startCodecLoop();
    },
    ask: async (request: Parameters<typeof withFiles>[0], url: string | null = null) => {
      const loadedRequest = await withErrorRecord(() => withFiles(request, url));
      if (!loadedRequest.ok) return loadedRequest;
      codecLoop ??= startCodecLoop();
      return codecLoop.ask(loadedRequest.value);
    },
  },
  /** Searches the Parquet settings of the chosen file's columns and writes the smallest file that was found, for `bench/search.mjs`. */
  searchColumns: (plan: unknown, budgetMs: number, permissions: SearchPermissions) =>
    withErrorRecord(async () => {
      const { search } = await import('./search');
      const { file, fileName, ...found } = await search(
        coordinator,
        checkPlan(plan),
        chosenFile(),
        budgetMs,
        permissions,
      );
      download(file, fileName);
      return { fileName, ...found };
    }),
  /**
   * Opens the chosen file as the page does, for `bench/open.mjs`. Milliseconds until its rows are read, when Run can be pressed, and until the effects of
   * other choices are counted.
   */
  timeOpening: (fileName: string) =>
    withErrorRecord(async () => {
      const file = chosenFile();
      if (file === null) throw new Error('No file is chosen.');
      const startedMs = performance.now();
      let readMs: number | null = null;
      const report = await coordinator.inspectFile(file, {
        fileName,
        onRead: () => {
          readMs ??= performance.now() - startedMs;
        },
      });
      const countedMs = performance.now() - startedMs;
      return { readMs: readMs ?? countedMs, countedMs, rowCount: report.itemCount };
    }),
  /** Opens the chosen files as the page does, measures them and answers, for the command line. */
  answer: (request: AnswerRequest, onProgress: (progress: AnswerProgress) => void) =>
    withErrorRecord(async () => {
      const { answerOfFiles } = await import('./answer');
      return answerOfFiles(chosenFiles(), request, onProgress);
    }),
  /** Compares the first chosen file with the second, its baseline, for `formatlab check`. */
  check: (request: CheckRequest, onProgress: (progress: AnswerProgress) => void) =>
    withErrorRecord(async () => {
      const { checkFile } = await import('./check');
      const [file, baseline] = chosenFiles();
      if (file === undefined || baseline === undefined) throw new Error('No two files are chosen.');
      return checkFile(coordinator, [file, baseline], request, onProgress);
    }),
  /** Checks the first chosen file against the second, as it is and with a loop inside the timed calls, for `bench/check.mjs`. */
  checkWithLoop: (request: Parameters<typeof checkWithLoop>[2]) =>
    withErrorRecord(async () => {
      const { checkWithLoop } = await import('./check');
      const [file, baseline] = chosenFiles();
      if (file === undefined || baseline === undefined) throw new Error('No two files are chosen.');
      return checkWithLoop(coordinator, [file, baseline], request);
    }),
  /** Writes the first chosen file by the second, a recipe, and downloads it, for `formatlab apply`. */
  applyRecipe: (onProgress: (progress: AnswerProgress) => void) =>
    withErrorRecord(async () => {
      const { appliedRecipe } = await import('./recipe-file');
      const [file, recipe] = chosenFiles();
      if (file === undefined || recipe === undefined) throw new Error('No file and recipe are chosen.');
      onProgress({ primary: 'Writing', secondary: file.name, fraction: null });
      const written = await appliedRecipe(coordinator, file, recipe);
      download(written, written.name);
      return { fileName: written.name, sizeBytes: written.size };
    }),
  /** Opens a file, a large one by a sample if there is one. */
  inspectFile: (file: Blob, fileName: string, sample: FileSample | null = null) =>
    withErrorRecord(() => coordinator.inspectFile(file, { fileName, sample })),
  registry: {
    workloads: [...workloads.values()].map(({ id, label, parameters, size }) => ({ id, label, parameters, size })),
    formats: [...formats.values()].map(({ id, label, implementations }) => ({
      id,
      label,
      implementations: implementations.map(({ id, label, library, options, innerCodecs }) => ({
        id,
        label,
        library,
        options,
        innerCodecs,
      })),
    })),
    codecs: [...codecs.values()].map(({ id, label, implementations }) => ({
      id,
      label,
      implementations: implementations.map(({ id, label, library, levels, compresses, decompresses, wasm }) => ({
        id,
        label,
        library,
        levels,
        compresses,
        decompresses,
        wasm: wasm ?? false,
      })),
    })),
  },
};

declare global {
  interface Window {
    formatlab: typeof headless;
  }
}

window.formatlab = headless;
const state = document.getElementById('state');
if (state !== null) state.textContent = 'Ready.';
