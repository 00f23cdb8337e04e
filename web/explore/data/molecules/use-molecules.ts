import { useEffect, useState } from 'react';
import { type ErrorRecord, toErrorRecord } from '../../../../workers/model/errors';
import type { MoleculeFile, MoleculeSketch } from '../../../../workers/model/molecules/sketch';
import type { Candidate, DatasetSpec } from '../../../../workers/model/plan';
import { type Coordinator, connectCoordinator } from '../../../app/coordinator';

export type Asked<T> = { readonly status: 'asking'; readonly last: T | null } | { readonly status: 'ready'; readonly value: T } | { readonly status: 'failed'; readonly error: ErrorRecord };

/** While knobs glide, nothing is asked. */
const settleMs = 250;

/** Asks a worker of its own, and not while something is measured: it would disturb that. `key` tells one question from the next; null asks nothing. */
function useAnswer<T>(key: string | null, ask: (coordinator: Coordinator, signal: AbortSignal) => Promise<T>): Asked<T> {
  const [state, setState] = useState<Asked<T>>({ status: 'asking', last: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what `ask` closes over.
  useEffect(() => {
    if (key === null) return;
    const controller = new AbortController();
    setState((before) => ({ status: 'asking', last: before.status === 'ready' ? before.value : before.status === 'asking' ? before.last : null }));
    const answer = async () => {
      const coordinator = await connectCoordinator();
      try {
        const value = await ask(coordinator, controller.signal);
        if (!controller.signal.aborted) setState({ status: 'ready', value });
      } catch (thrown) {
        if (!controller.signal.aborted) setState({ status: 'failed', error: toErrorRecord(thrown, { tag: 'internal', stage: 'load' }) });
      } finally {
        coordinator.dispose();
      }
    };
    const timer = setTimeout(() => void answer(), settleMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key]);
  return state;
}

/** Molecules `from` to `to` of the dataset. */
export function useMolecules(spec: DatasetSpec, ownFile: File | null, from: number, to: number, idle: boolean): Asked<readonly MoleculeSketch[]> {
  const key = idle ? JSON.stringify([spec, from, to]) : null;
  return useAnswer(key, (coordinator, signal) => coordinator.molecules({ spec, from, to }, { ownFile, signal }));
}

/** One molecule alone as a file of each candidate; `molecule` null asks nothing. */
export function useMoleculeFiles(spec: DatasetSpec, ownFile: File | null, molecule: number | null, candidates: readonly Candidate[], idle: boolean): Asked<readonly MoleculeFile[]> {
  const key = idle && molecule !== null ? JSON.stringify([spec, molecule, candidates]) : null;
  return useAnswer(key, (coordinator, signal) => coordinator.moleculeFiles({ spec, molecule: molecule ?? 0, candidates }, { ownFile, signal }));
}
