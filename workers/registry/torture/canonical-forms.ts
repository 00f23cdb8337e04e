import { toCanonical } from '../../model/canonical';
import { tortureCases } from './cases';

/** The canonical form of each case, by id, from which Python builds the same tables. */
export function canonicalForms(): readonly (readonly [string, Uint8Array])[] {
  return tortureCases.map(({ id, make }) => {
    const { parts, sizeBytes } = toCanonical(make());
    const bytes = new Uint8Array(sizeBytes);
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return [id, bytes] as const;
  });
}
