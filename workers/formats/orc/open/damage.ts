/** Thrown for bytes that are not as the ORC specification says. The message completes a sentence that starts with “It”. */
export class OrcDamage extends Error {
  override readonly name = 'OrcDamage';
}

export type Bytes = Uint8Array<ArrayBuffer>;
