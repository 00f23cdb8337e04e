import { type ErrorTag, FormatlabError, type Stage } from './errors';

/** Where input is damaged: at a byte, counted from 0, of the file or of a part of it; or in a line, counted from 1. */
type DamagePlace = { readonly byte: number; readonly of?: string } | { readonly line: number };

interface DamageDetails {
  readonly place?: DamagePlace | null;
  /** The subject of the sentence that the problem completes, the file without it. It is empty if the problem is a whole sentence. */
  readonly subject?: string | undefined;
  /** The whole message, where it says the place in words of its own. */
  readonly message?: string | undefined;
  readonly format?: string | undefined;
  readonly codec?: string | undefined;
  /** What to do; without it, the code that opened the file says so. */
  readonly remedy?: string | undefined;
  readonly tag?: ErrorTag;
  readonly stage?: Stage;
  readonly cause?: unknown;
}

const wholeFile = 'The file';

/** What helps against a damaged copy of a sound file. */
export const damagedFileRemedy = 'Copy or download the file again, or write it again with the program that made it.';

/**
 * Input that contradicts the specification of its format. Readers throw it wherever they find the damage. The code that opens a user's file
 * turns it into a message about that file.
 */
export class DamagedInput extends FormatlabError {
  /** What is wrong, without a full stop: “ends in the middle of a run”. It completes a sentence that begins with the subject. */
  readonly problem: string;
  readonly place: DamagePlace | null;
  /** Null if it is the file. */
  readonly subject: string | null;

  constructor(problem: string, details: DamageDetails = {}) {
    const { place = null, subject = wholeFile, format, codec, remedy } = details;
    const { tag = 'malformedInput', stage = 'decode', cause } = details;
    super(
      {
        tag,
        stage,
        ...(format === undefined ? {} : { format }),
        ...(codec === undefined ? {} : { codec }),
        message: (details.message ?? sentence(subject, problem, place)).slice(0, 2_000),
        ...(remedy === undefined ? {} : { remedy }),
      },
      cause === undefined ? undefined : { cause },
    );
    this.name = 'DamagedInput';
    this.problem = problem;
    this.place = place;
    this.subject = subject === wholeFile ? null : subject;
  }

  get byte(): number | null {
    return this.place !== null && 'byte' in this.place ? this.place.byte : null;
  }

  get line(): number | null {
    return this.place !== null && 'line' in this.place ? this.place.line : null;
  }
}

function sentence(subject: string, problem: string, place: DamagePlace | null): string {
  if (place !== null && 'line' in place) return `Line ${place.line.toLocaleString('en')}: ${problem}.`;
  const statement = subject === '' ? problem : `${subject} ${problem}`;
  if (place === null) return `${statement}.`;
  return `${statement} (at byte ${place.byte.toLocaleString('en')} of ${place.of ?? 'the file'}).`;
}

/** Makes the errors of one format, which all have the same details. A number is the byte of the file at which it is damaged. */
export const damageOf =
  (shared: DamageDetails) =>
  (problem: string, place: DamagePlace | number | null = null, cause?: unknown): DamagedInput =>
    new DamagedInput(problem, { ...shared, place: typeof place === 'number' ? { byte: place } : place, cause });
