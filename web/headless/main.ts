import { calibrate } from '../../workers/client/calibrate';
import { startCodecLoop } from '../../workers/client/codec-loop';
import { startCoordinator } from '../../workers/client/coordinator';
import type { Calibration } from '../../workers/model/calibration';
import type { DatasetSchema } from '../../workers/model/dataset';
import { type ErrorRecord, FormatlabError } from '../../workers/model/errors';
import { candidateKey, type DatasetSpec } from '../../workers/model/plan';
import type { CodecLoopRequest } from '../../workers/model/protocol/codec-loop';
import type { RunEvent } from '../../workers/model/protocol/coordinator';
import { compare } from '../../workers/model/statistics/compare';
import { noiseFloorOf } from '../../workers/model/statistics/noise-floor';
import { summarise } from '../../workers/model/statistics/summary';
import { checkPlan } from '../../workers/registry/check-plan';
import { defaultPlan } from '../../workers/registry/default-plan';
import { machineOf } from '../../workers/registry/duration';
import { trialCosts } from '../../workers/registry/trial-costs-table';
import { estimatePlan, schemaOfSpec } from '../../workers/registry/estimate';
import { codecs, formats, workloads } from '../../workers/registry/metadata';
import { runBareLoop } from './bare-loop';
import { costedCandidates } from './costed-candidates';

/** The same code as the dashboard's, without its page: for `bench/` and for tests, through `window.formatlab`. */
const coordinator = startCoordinator();
let stop = new AbortController();
let codecLoop: ReturnType<typeof startCodecLoop> | null = null;

/** Errors cross to the program as plain data: a class would lose its record on the way. */
async function told<T>(
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

/** A request of the codec loop as a program sends it: files are named by where the page fetches them. */
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

/** The file that a plan with a dataset of the user's own is about, chosen in the page by the program. */
function chosenFile(): Blob | null {
  const input = document.getElementById('own-file');
  return input instanceof HTMLInputElement ? (input.files?.[0] ?? null) : null;
}

/** Hands a file to the browser's downloads, from where the program takes it. */
function download(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const headless = {
  checkPlan: (plan: unknown) => told(() => checkPlan(plan)),
  defaultPlan: () => told(defaultPlan),
  costedCandidates,
  candidateKey,
  schemaOf: (spec: DatasetSpec) => told(() => schemaOfSpec(spec)),
  calibrate: () => told(() => calibrate()),
  estimate: (
    plan: unknown,
    calibration: Calibration | null = null,
    known: { readonly schema: DatasetSchema; readonly dataBytes: number } | null = null,
  ) =>
    told(() => {
      const checked = checkPlan(plan);
      const datasets = checked.datasets.map((spec) =>
        spec.source === 'ownFile' && known !== null ? { ...spec, fileSizeBytes: known.dataBytes } : spec,
      );
      const machine = machineOf(trialCosts, calibration);
      return estimatePlan({ ...checked, datasets }, null, { machine, schema: known?.schema ?? null });
    }),
  statistics: { compare, noiseFloorOf, summarise },
  run: (plan: unknown, options: { machineLabel?: string | null; onEvent?: (event: RunEvent) => void } = {}) =>
    told(() => {
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
    told(async () => {
      const { file, fileName } = await coordinator.encodedFile(
        { plan: checkPlan(plan), dataset, candidate },
        { ownFile: chosenFile() },
      );
      download(file, fileName);
      return { fileName, sizeBytes: file.size };
    }),
  datasetFile: (plan: unknown, dataset: number) =>
    told(async () => {
      const { file, fileName } = await coordinator.datasetFile(
        { plan: checkPlan(plan), dataset },
        { ownFile: chosenFile() },
      );
      download(file, fileName);
      return { fileName, sizeBytes: file.size };
    }),
  /** The library alone on the plan's first dataset, for `bench/overhead.mjs`. */
  bareLoop: async (plan: unknown, loop: Omit<Parameters<typeof runBareLoop>[0], 'input'>) => {
    const dataset = await told(() => coordinator.datasetFile({ plan: checkPlan(plan), dataset: 0 }));
    return dataset.ok ? runBareLoop({ ...loop, input: dataset.value.file }) : dataset;
  },
  /** One codec in a loop, for `bench/codecs.mjs`: `begin` ends the worker before. */
  codecLoop: {
    begin: () => {
      codecLoop?.end();
      codecLoop = startCodecLoop();
    },
    ask: async (request: Parameters<typeof withFiles>[0], url: string | null = null) => {
      const sent = await told(() => withFiles(request, url));
      if (!sent.ok) return sent;
      codecLoop ??= startCodecLoop();
      return codecLoop.ask(sent.value);
    },
  },
  inspectFile: (file: Blob, fileName: string) => told(() => coordinator.inspectFile(file, { fileName })),
  registry: {
    workloads: [...workloads.values()].map(({ id, label, parameters, size }) => ({ id, label, parameters, size })),
    formats: [...formats.values()].map(({ id, label, implementations }) => ({
      id,
      label,
      implementations: implementations.map(({ id, label, options, innerCodecs }) => ({
        id,
        label,
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
