import type { Molecules } from '../../workers/model/molecules/molecules';

/** The session of a format whose files hold molecules: it answers at once, and every dataset is of molecules. */
export interface MoleculeSession {
  encode(molecules: Molecules): Uint8Array<ArrayBuffer>;
  decode(file: Uint8Array<ArrayBuffer>): Molecules;
}
