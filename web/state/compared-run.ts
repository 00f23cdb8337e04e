import { FormatlabError, toErrorRecord } from '../../workers/model/errors';
import type { RunResult } from '../../workers/model/result';
import { readFragment } from '../links/fragment';
import type { RunStore } from '../storage/run-store';
import { startView } from '../view/start-view';

/**
 * The run that is compared with the shown one: another machine's, a friend's, or the one before a change. It is kept in memory as long as the
 * page is open, and never stored or put into a link.
 */
export interface ComparedRunStore {
  readonly get: () => ComparedRun;
  readonly subscribe: (listener: () => void) => () => void;
  readonly openFile: (file: File) => Promise<void>;
  /** Opens the results in a link of Formatlab: a whole address, or the part from its `#`. */
  readonly openLink: (text: string) => Promise<void>;
  readonly openStored: (result: RunResult) => void;
  /** The finished runs that this browser stores, newest first. Empty, with a problem, if storage can't be read. */
  readonly stored: () => Promise<readonly RunResult[]>;
  readonly close: () => void;
}

interface ComparedRun {
  /** Null if no run is open. */
  readonly open: { readonly result: RunResult; readonly from: string } | null;
  /** A sentence on why the last run could not be opened. The one before then stays open. */
  readonly problem: string | null;
  readonly isOpening: boolean;
}

const nothing: ComparedRun = { open: null, problem: null, isOpening: false };

/** The longest text that is taken as a link, in characters, before anything of it is read. */
const linkTextLimit = 4_100_000;

export function createComparedRunStore(store: Pick<RunStore, 'finished'>): ComparedRunStore {
  let state = nothing;
  const listeners = new Set<() => void>();
  /** A counter of openings. A later one makes the earlier ones obsolete. */
  let opening = 0;
  const set = (next: ComparedRun) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const problemOf = (thrown: unknown) => {
    const { message, remedy } = toErrorRecord(thrown, { tag: 'malformedInput', stage: 'import' });
    return remedy === undefined ? message : `${message} ${remedy}`;
  };
  const open = async (from: string, read: () => Promise<RunResult>) => {
    opening += 1;
    const mine = opening;
    set({ ...state, problem: null, isOpening: true });
    try {
      const result = await read();
      if (mine === opening) set({ open: { result, from }, problem: null, isOpening: false });
    } catch (thrown) {
      if (mine === opening) set({ ...state, problem: problemOf(thrown), isOpening: false });
    }
  };
  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    openFile: (file) => open(file.name, async () => (await import('../links/parse-result')).readResultFile(file)),
    openLink: (text) => open('a link', () => resultOfLink(text)),
    openStored: (result) => {
      opening += 1;
      set({ open: { result, from: 'this browser' }, problem: null, isOpening: false });
    },
    stored: async () => {
      try {
        return await store.finished();
      } catch (thrown) {
        set({ ...state, problem: problemOf(thrown) });
        return [];
      }
    },
    close: () => {
      opening += 1;
      set(nothing);
    },
  };
}

/** @throws {FormatlabError} with the tag `malformedInput` or `tooLarge` */
async function resultOfLink(given: string): Promise<RunResult> {
  if (given.length > linkTextLimit)
    throw new FormatlabError({
      tag: 'tooLarge',
      stage: 'import',
      message: `The text has ${given.length.toLocaleString('en')} characters, which is too long for a link.`,
    });
  const text = given.trim();
  const place = text.indexOf('#');
  if (place < 0)
    throw new FormatlabError({
      tag: 'malformedInput',
      stage: 'import',
      message: 'This is not a link with results: it has no “#”.',
      remedy: 'Copy the link with results from “Share”.',
    });
  const { result, problem } = await readFragment(text.slice(place), startView());
  if (result !== null) return result;
  throw new FormatlabError({
    tag: 'malformedInput',
    stage: 'import',
    message: problem ?? 'This link contains a plan but no results.',
    ...(problem === null ? { remedy: 'Ask for a link with the results, or for a file of them.' } : {}),
  });
}
