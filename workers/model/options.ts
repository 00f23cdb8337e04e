import { FormatlabError } from './errors';

/**
 * A parameter of a workload or an option of a format or codec, as data. The page draws a control from it. The plan's parser checks values
 * against it, and rejects invalid ones instead of clamping them.
 */
interface OptionScope {
  /** Ids of the format's own codecs without which the option has no effect; absent if it always has one. */
  readonly onlyWithCodecs?: readonly string[];
  /** What a candidate’s name says where the option is off, empty or 0, if “no” before the label would not do. */
  readonly offInName?: string;
}

export type OptionDescriptor = OptionScope &
  (
    | {
        readonly type: 'choice';
        readonly id: string;
        readonly label: string;
        readonly help?: string;
        /** `inName` is what a candidate’s name says in place of the label, where the label needs the option’s beside it. */
        readonly choices: readonly { value: string; label: string; inName?: string }[];
        /** True if the choice’s label alone says what is meant, so that a candidate’s name omits the option’s. */
        readonly namedByChoice?: true;
        readonly default: string;
      }
    | {
        readonly type: 'integer';
        readonly id: string;
        readonly label: string;
        readonly help?: string;
        readonly unit?: string;
        readonly min: number;
        readonly max: number;
        readonly default: number;
      }
    | {
        readonly type: 'number';
        readonly id: string;
        readonly label: string;
        readonly help?: string;
        readonly unit?: string;
        readonly min: number;
        readonly max: number;
        readonly step: number;
        readonly default: number;
      }
    /** A line in a notation of the entry, which says in `unsupported` what is wrong with it. */
    | {
        readonly type: 'text';
        readonly id: string;
        readonly label: string;
        readonly help?: string;
        readonly maxLength: number;
        /** True if a candidate’s name says only that there is a text, however short it is. */
        readonly isNamedByLabel?: true;
        readonly default: string;
        /** Writes other names into a text that names columns. Null if the text does not follow the notation. Absent if texts name no columns. */
        readonly renamed?: (text: string, rename: (column: string) => string) => string | null;
      }
    | {
        readonly type: 'boolean';
        readonly id: string;
        readonly label: string;
        readonly help?: string;
        readonly default: boolean;
      }
  );

/** The maximum length of a text among the options, in UTF-16 code units. */
export const maxOptionText = 8_000;

/** True if the option has an effect together with this codec of the format (null: no codec). */
export const optionHasEffect = ({ onlyWithCodecs }: OptionScope, codecId: string | null): boolean =>
  onlyWithCodecs === undefined || (codecId !== null && onlyWithCodecs.includes(codecId));

export type OptionValue = string | number | boolean;
export type OptionValues = Readonly<Record<string, OptionValue>>;

/**
 * Fills in every default. `owner` names the options' owner in the message.
 * @throws `invalidPlan` if an option is unknown or its value is out of range.
 */
export function completeOptions(
  descriptors: readonly OptionDescriptor[],
  given: OptionValues,
  owner: string,
): OptionValues {
  const known = new Map(descriptors.map((descriptor) => [descriptor.id, descriptor]));
  for (const id of Object.keys(given)) {
    if (!known.has(id))
      throw invalid(`${owner} has no option “${id}”. It has: ${[...known.keys()].join(', ') || 'none'}.`);
  }
  return Object.fromEntries(
    descriptors.map((descriptor) => [
      descriptor.id,
      checkOption(descriptor, given[descriptor.id] ?? descriptor.default, owner),
    ]),
  );
}

function checkOption(descriptor: OptionDescriptor, value: OptionValue, owner: string): OptionValue {
  const place = `${owner}: ${descriptor.id}`;
  switch (descriptor.type) {
    case 'choice':
      if (!descriptor.choices.some((choice) => choice.value === value)) {
        throw invalid(
          `${place} is “${value}”, but must be one of ${descriptor.choices.map((choice) => choice.value).join(', ')}.`,
        );
      }
      return value;
    case 'integer':
    case 'number':
      if (
        typeof value !== 'number' ||
        !Number.isFinite(value) ||
        value < descriptor.min ||
        value > descriptor.max ||
        (descriptor.type === 'integer' && !Number.isInteger(value))
      ) {
        throw invalid(
          `${place} is ${String(value)}, but must be ${descriptor.type === 'integer' ? 'a whole number' : 'a number'} from ${descriptor.min} to ${descriptor.max}.`,
        );
      }
      return value;
    case 'text':
      if (typeof value !== 'string' || value.length > descriptor.maxLength)
        throw invalid(`${place} must be a text of at most ${descriptor.maxLength} characters.`);
      return value;
    case 'boolean':
      if (typeof value !== 'boolean') throw invalid(`${place} is ${String(value)}, but must be true or false.`);
      return value;
  }
}

function invalid(message: string): FormatlabError {
  return new FormatlabError({ tag: 'invalidPlan', stage: 'parse', message });
}
