import { truncated } from '../../figures/truncated';
import type { ImportedScope, ImportedSet, Provenance } from '../../../workers/model/imported-set';

export const provenanceFields = [
  { key: 'who', label: 'Who', help: 'Author or project' },
  { key: 'where', label: 'Where', help: 'Address or title; kept as text' },
  { key: 'date', label: 'Date', help: '' },
  { key: 'hardware', label: 'Hardware', help: '' },
  { key: 'software', label: 'Software', help: 'Versions' },
  { key: 'threads', label: 'Threads', help: '' },
  { key: 'repeats', label: 'Repeats', help: 'Number of repeats, and the statistic: mean or best' },
  { key: 'clock', label: 'What the clock included', help: 'In the source’s words' },
] as const satisfies readonly { readonly key: keyof Provenance; readonly label: string; readonly help: string }[];

export const scopeLabels: Readonly<Record<ImportedScope, string>> = {
  notStated: 'Not stated',
  inMemory: 'In memory: encoding or decoding alone',
  withStorage: 'With the file written or read',
};

/** Short names of the scopes, shown beside a column's name. */
export const shortScopeLabels: Readonly<Record<ImportedScope, string>> = {
  notStated: 'clock not stated',
  inMemory: 'in memory',
  withStorage: 'with the file written or read',
};

const textOrNotStated = (text: string) => (text.trim() === '' ? 'not stated' : text);

/** Author, place, date and hardware of a set, and the libraries of a native one, shown beside a mark. */
export function provenanceText({
  title,
  sameMachine,
  native,
  provenance: { who, where, date, hardware, software },
}: ImportedSet): string {
  const statedOrigin = [who, where, date].filter((text) => text.trim() !== '');
  const machine =
    sameMachine === true ? 'Measured on this machine, as you said.' : `Hardware ${textOrNotStated(hardware)}.`;
  const origin = statedOrigin.length === 0 ? ', origin not stated' : `, ${statedOrigin.join(', ')}`;
  // The libraries here are others than those that measured a native set.
  const libraries = native === true && software.trim() !== '' ? ` Software ${truncated(software.trim(), 200)}.` : '';
  return `Imported: “${title}”${origin}. ${machine}${libraries}`;
}
