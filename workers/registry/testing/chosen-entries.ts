import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** `formats/parquet,codecs/zstd`: what a change touches (`npm test -- --changed`); empty for all. */
    entries: string;
  }
}

const chosen = inject('entries')
  .split(',')
  .filter((entry) => entry !== '');

/** Whether the contract tests of an entry run: all do, unless others of its kind are chosen. */
export function isChosen(kind: 'codecs' | 'formats', id: string): boolean {
  const ofKind = chosen.filter((entry) => entry.startsWith(`${kind}/`));
  return ofKind.length === 0 || ofKind.includes(`${kind}/${id}`);
}
