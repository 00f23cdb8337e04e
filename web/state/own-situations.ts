import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { type Situation, situationSchema } from '../view/situation';

/** The situations that the user has saved under names of their own. Local storage keeps them, in this browser. */

const key = 'formatlab.situations';
/** More would not be found again in a list. */
export const mostOwnSituations = 20;
export const longestOwnName = 40;

const ownSituationSchema = v.strictObject({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longestOwnName)),
  situation: situationSchema,
});
type OwnSituation = v.InferOutput<typeof ownSituationSchema>;
const keptSchema = v.pipe(v.array(ownSituationSchema), v.maxLength(mostOwnSituations));

/** Where texts are kept: the browser's local storage. Tests pass their own. */
type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Why a situation was not saved. */
export type NotSaved = 'noName' | 'tooMany' | 'noStorage';

interface OwnSituations {
  readonly get: () => readonly OwnSituation[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Saves a situation. One of the same name is replaced. Returns why it was not kept; null if it was. */
  readonly save: (name: string, situation: Situation) => NotSaved | null;
  readonly remove: (name: string) => void;
}

/** Situations that are damaged, or from a newer version, are left out, and kept in the storage until another one is saved. */
export function createOwnSituations(storage: () => TextStorage): OwnSituations {
  const listeners = new Set<() => void>();
  let all = read();

  function read(): readonly OwnSituation[] {
    try {
      const kept = v.safeParse(keptSchema, JSON.parse(storage().getItem(key) ?? '[]'));
      return kept.success ? kept.output : [];
    } catch {
      // Storage may be forbidden or damaged.
      return [];
    }
  }

  /** False if the browser keeps nothing. The situations then last until the tab is closed. */
  function keep(next: readonly OwnSituation[]): boolean {
    all = next;
    for (const listener of listeners) listener();
    try {
      storage().setItem(key, JSON.stringify(next));
      return true;
    } catch {
      return false;
    }
  }

  return {
    get: () => all,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    save: (name, situation) => {
      const own = v.safeParse(ownSituationSchema, { name, situation });
      if (!own.success) return 'noName';
      const others = all.filter((each) => each.name !== own.output.name);
      if (others.length >= mostOwnSituations) return 'tooMany';
      return keep([...others, own.output]) ? null : 'noStorage';
    },
    remove: (name) => void keep(all.filter((each) => each.name !== name)),
  };
}

let ofPage: OwnSituations | null = null;

/** Those of this page, which are read when they are first asked for. */
export function ownSituations(): OwnSituations {
  ofPage ??= createOwnSituations(() => localStorage);
  return ofPage;
}

export const useOwnSituations = (): readonly OwnSituation[] => {
  const { subscribe, get } = ownSituations();
  return useSyncExternalStore(subscribe, get);
};
