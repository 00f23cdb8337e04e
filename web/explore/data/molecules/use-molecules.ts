import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { type ErrorRecord, toErrorRecord } from '../../../../workers/model/errors';
import type { MoleculeFile, MoleculeSketch } from '../../../../workers/model/molecules/sketch';
import { type Candidate, candidateKey, type DatasetSpec } from '../../../../workers/model/plan';
import { createMoleculeSource, type MoleculeSource } from './molecule-source';

/** How long to wait after the last change before a request, in milliseconds: for a new dataset, while its parameters change, or for another molecule. */
const settleMs = { newDataset: 250, sameDataset: 60 };

interface OfSource {
  readonly source: MoleculeSource;
}

/** The last response with its request. It may belong to an earlier request than the current one. */
interface LastResponse<Request, Out> {
  readonly key: string;
  readonly request: Request;
  readonly out: Out;
}

interface ResponseState<Request, Out> {
  /** True while the current request has no response. */
  readonly busy: boolean;
  readonly last: LastResponse<Request, Out> | null;
  /** The error of the current request, if it failed. */
  readonly error: ErrorRecord | null;
}

interface ResponseOptions<Request> {
  /** Identifies the request: requests with the same key are equal. */
  readonly key: string;
  readonly request: Request;
  /** If false, no request is sent. */
  readonly enabled: boolean;
}

function useResponse<Request extends OfSource, Out>(
  { key: requestKey, request, enabled }: ResponseOptions<Request>,
  send: (request: Request, signal: AbortSignal) => Promise<Out>,
): ResponseState<Request, Out> {
  const key = `${request.source.name} ${requestKey}`;
  const [last, setLast] = useState<LastResponse<Request, Out> | null>(null);
  const [failed, setFailed] = useState<{ readonly key: string; readonly error: ErrorRecord } | null>(null);
  const settled = last?.key === key || failed?.key === key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` identifies the request and what `send` closes over. A new `last` is not a new request.
  useEffect(() => {
    if (!enabled || settled) return;
    const controller = new AbortController();
    const answer = async () => {
      try {
        const out = await send(request, controller.signal);
        if (!controller.signal.aborted) setLast({ key, request, out });
      } catch (thrown) {
        if (!controller.signal.aborted)
          setFailed({ key, error: toErrorRecord(thrown, { tag: 'internal', stage: 'load' }) });
      }
    };
    const timer = setTimeout(
      () => void answer(),
      last?.request.source === request.source ? settleMs.sameDataset : settleMs.newDataset,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, enabled, settled]);
  return { busy: !settled, last, error: failed?.key === key ? failed.error : null };
}

/** The source of molecules for a dataset. Its workers are terminated with the panel and before a run, which they would disturb. */
export function useMoleculeSource(spec: DatasetSpec, ownFile: File | null, idle: boolean): MoleculeSource {
  const key = JSON.stringify(spec);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `spec`.
  const source = useMemo(() => createMoleculeSource(spec, ownFile), [key, ownFile]);
  // A layout effect, so that the workers are terminated before a run starts.
  useLayoutEffect(() => {
    if (idle) return () => source.close();
  }, [source, idle]);
  return source;
}

interface MoleculesRequest extends OfSource {
  readonly from: number;
  readonly to: number;
  /** The number of molecules in the whole dataset. */
  readonly itemCount: number;
}

/** The drawings of the molecules `from` (inclusive) to `to` (exclusive) of the dataset. */
export function useMolecules(
  request: MoleculesRequest,
  idle: boolean,
): ResponseState<MoleculesRequest, readonly MoleculeSketch[]> {
  const { source, from, to } = request;
  return useResponse({ key: JSON.stringify([from, to]), request, enabled: idle }, (_request, signal) =>
    source.molecules(from, to, signal),
  );
}

interface MoleculeFilesResponse {
  readonly busy: boolean;
  readonly error: ErrorRecord | null;
  /** The molecule's file by this candidate. Undefined until the response has arrived. */
  readonly fileOf: (candidate: Candidate) => MoleculeFile | undefined;
}

/** One molecule as a file of each candidate. */
export function useMoleculeFiles(
  source: MoleculeSource,
  molecule: number,
  candidates: readonly Candidate[],
  enabled: boolean,
): MoleculeFilesResponse {
  const request = { source, molecule };
  const key = JSON.stringify([molecule, ...candidates.map(candidateKey)]);
  const { busy, last, error } = useResponse({ key, request, enabled }, async (_request, signal) => {
    const files = await source.files(molecule, candidates, signal);
    return new Map(candidates.map((candidate, index) => [candidateKey(candidate), files[index]]));
  });
  const known = last !== null && last.request.source === source && last.request.molecule === molecule ? last.out : null;
  return { busy, error, fileOf: (candidate) => known?.get(candidateKey(candidate)) };
}
