export type JsonRecord = Readonly<Record<string, unknown>>;

/** A number that neither a JavaScript number nor a bigint holds as it is written, such as 1e400 or 0.12345678901234567890. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toString(): string {
    return this.source;
  }
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}
