export type JsonRecord = Readonly<Record<string, unknown>>;

/** A number that JavaScript would write in another way than it is written, such as 1e400 or 0.12345678901234567890, or also 1.0. */
export class JsonNumber {
  readonly source: string;
  /** The number; null if float64 does not hold it as it is written. */
  readonly value: number | null;

  constructor(source: string, value: number | null = null) {
    this.source = source;
    this.value = value;
  }

  toString(): string {
    return this.source;
  }
}

/** The number itself where float64 holds it; other values as they are. */
export const plainValue = (value: unknown): unknown =>
  value instanceof JsonNumber && value.value !== null ? value.value : value;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}
