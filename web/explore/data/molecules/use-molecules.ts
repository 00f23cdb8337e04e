import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { type ErrorRecord, toErrorRecord } from '../../../../workers/model/errors';
import type { MoleculeFile, MoleculeSketch } from '../../../../workers/model/molecules/sketch';
import { type Candidate, candidateKey, type DatasetSpec } from '../../../../workers/model/plan';
import { createMoleculeSource, type MoleculeSource } from './molecule-source';

/** While parameters glide, nothing is asked; nor while the pointer does, of a dataset that is at hand already. */
const settleMs = { newDataset: 250, sameDataset: 60 };

interface OfSource {
  readonly source: MoleculeSource;
}

/** What was answered last, with what was asked: it may be another question than the present one, and must not be shown as its answer. */
interface Answer<Question, Out> {
  readonly key: string;
  readonly question: Question;
  readonly out: Out;
}

interface Asked<Question, Out> {
  /** Whether the present question is still without an answer. */
  readonly busy: boolean;
  readonly last: Answer<Question, Out> | null;
  /** Of the present question. */
  readonly error: ErrorRecord | null;
}

interface Asking<Question> {
  /** Of the question: two with the same key are one. */
  readonly key: string;
  readonly question: Question;
  /** False asks nothing. */
  readonly enabled: boolean;
}

function useAnswer<Question extends OfSource, Out>(
  { key: asked, question, enabled }: Asking<Question>,
  ask: (question: Question, signal: AbortSignal) => Promise<Out>,
): Asked<Question, Out> {
  const key = `${question.source.name} ${asked}`;
  const [last, setLast] = useState<Answer<Question, Out> | null>(null);
  const [failed, setFailed] = useState<{ readonly key: string; readonly error: ErrorRecord } | null>(null);
  const settled = last?.key === key || failed?.key === key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the question and what `ask` closes over, and a new `last` is no new question.
  useEffect(() => {
    if (!enabled || settled) return;
    const controller = new AbortController();
    const answer = async () => {
      try {
        const out = await ask(question, controller.signal);
        if (!controller.signal.aborted) setLast({ key, question, out });
      } catch (thrown) {
        if (!controller.signal.aborted)
          setFailed({ key, error: toErrorRecord(thrown, { tag: 'internal', stage: 'load' }) });
      }
    };
    const timer = setTimeout(
      () => void answer(),
      last?.question.source === question.source ? settleMs.sameDataset : settleMs.newDataset,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, enabled, settled]);
  return { busy: !settled, last, error: failed?.key === key ? failed.error : null };
}

/** One for as long as the dataset stays the same. Its workers are ended with the panel, and before anything is measured: they would disturb that. */
export function useMoleculeSource(spec: DatasetSpec, ownFile: File | null, idle: boolean): MoleculeSource {
  const key = JSON.stringify(spec);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `spec`.
  const source = useMemo(() => createMoleculeSource(spec, ownFile), [key, ownFile]);
  // In the commit, not after the paint: a run is about to begin.
  useLayoutEffect(() => {
    if (idle) return () => source.close();
  }, [source, idle]);
  return source;
}

export interface MoleculesQuestion extends OfSource {
  readonly from: number;
  readonly to: number;
  /** Of the whole dataset. */
  readonly itemCount: number;
}

/** Molecules `from` to `to` of the dataset. */
export function useMolecules(
  question: MoleculesQuestion,
  idle: boolean,
): Asked<MoleculesQuestion, readonly MoleculeSketch[]> {
  const { source, from, to } = question;
  return useAnswer({ key: JSON.stringify([from, to]), question, enabled: idle }, (_question, signal) =>
    source.molecules(from, to, signal),
  );
}

export interface MoleculeFilesAsked {
  readonly busy: boolean;
  readonly error: ErrorRecord | null;
  /** The file of this molecule in this format; undefined as long as it is not known. */
  readonly fileOf: (candidate: Candidate) => MoleculeFile | undefined;
}

/** One molecule alone as a file of each candidate. */
export function useMoleculeFiles(
  source: MoleculeSource,
  molecule: number,
  candidates: readonly Candidate[],
  enabled: boolean,
): MoleculeFilesAsked {
  const question = { source, molecule };
  const key = JSON.stringify([molecule, ...candidates.map(candidateKey)]);
  const { busy, last, error } = useAnswer({ key, question, enabled }, async (_question, signal) => {
    const files = await source.files(molecule, candidates, signal);
    return new Map(candidates.map((candidate, index) => [candidateKey(candidate), files[index]]));
  });
  const known =
    last !== null && last.question.source === source && last.question.molecule === molecule ? last.out : null;
  return { busy, error, fileOf: (candidate) => known?.get(candidateKey(candidate)) };
}
