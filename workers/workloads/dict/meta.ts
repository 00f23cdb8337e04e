import type { WorkloadMeta } from '../../model/entry';
import type { OptionValues } from '../../model/options';
import {
  charactersParameter,
  elementTypeParameter,
  keyDigits,
  longestText,
  readCharacters,
  readScalarType,
  readTextShape,
  scalarBytes,
  type TextShape,
  textParameters,
  utf8Bytes,
} from '../../model/scalar-parameters';

/**
 * How long the source's keys are follows only from the sizes that it gives for 4·10⁶ entries: 167 MB from Python to Julia, 209 MB from Julia to Python.
 * - It calls them the memory that the structures take. So they are: CPython 3.9's dict has 2²³ indices of 4 bytes and room for ⌊2²³ · 2/3⌋ entries of 24, which makes
 *   167.8 MB in sys.getsizeof, whatever the keys; Julia's has 2²³ slots of 17 bytes, and Base.summarysize adds 8 bytes + its length for each key: 209 MB where
 *   keys have 8.6 characters.
 * - Read as sizes of files, which take 8 + key + 8 bytes an entry to Julia and 16 + key, padded to 4, + 8 to Python (docs/destination-format.md), they are
 *   met within 0.6 % by keys of 26 ASCII characters: 168 and 208 MB. That is the default, since sizes of files are what is compared here.
 */
const defaultKeyLength = 26;

export interface DictParameters {
  readonly keyType: 'utf8' | 'int64';
  /** What stands before the digits of a key. */
  readonly keyShape: TextShape;
}

/** The parameters, complete and checked by the plan's parser, with their types. */
export function readDictParameters(parameters: OptionValues): DictParameters {
  return {
    keyType: parameters.keyType === 'int64' ? 'int64' : 'utf8',
    keyShape: {
      characters: readCharacters(parameters),
      length: Number(parameters.keyLength) - keyDigits,
      varied: false,
    },
  };
}

export const meta: WorkloadMeta = {
  id: 'dict',
  notInNativeScript: null,
  label: 'Dictionary of scalars',
  kind: 'dict',
  description:
    'A dictionary whose keys are all of one type, and whose values are: text → float64 is the source’s. Keys end in the number of their entry and begin with random characters; values are as the array’s.',
  source: '001',
  parameters: [
    {
      type: 'choice',
      id: 'keyType',
      label: 'Key type',
      choices: [
        { value: 'utf8', label: 'texts' },
        { value: 'int64', label: 'int64' },
      ],
      default: 'utf8',
    },
    elementTypeParameter('valueType', 'Value type', 'The source measured float64; its format takes all three.'),
    {
      type: 'integer',
      id: 'keyLength',
      label: 'Length of keys',
      unit: 'characters',
      help: '26 make 4 million entries 168 MB to Julia and 208 MB to Python, near the source’s 167 and 209 MB. Those it calls memory, which keys of 9 would explain.',
      min: keyDigits + 1,
      max: longestText,
      default: defaultKeyLength,
    },
    charactersParameter,
    ...textParameters,
  ],
  sizeUnit: 'entries',
  size: { min: 1, max: 10_000_000, default: 100_000 },
  presets: [
    { label: '1,000', size: 1_000, note: '38 KB.' },
    { label: '10,000', size: 10_000, note: '380 KB.' },
    { label: '100,000', size: 100_000, note: '3.8 MB: the quick look.' },
    { label: '1 million', size: 1_000_000, note: '38 MB.' },
    { label: '4 million', size: 4_000_000, note: '152 MB: the source’s size.' },
  ],
  dataBytes: (parameters, size) => {
    const { keyType, keyShape } = readDictParameters(parameters);
    const keyBytes = keyType === 'int64' ? 8 * size : 4 * (size + 1) + utf8Bytes(keyShape, size) + keyDigits * size;
    return keyBytes + scalarBytes(readScalarType(parameters.valueType), readTextShape(parameters), size);
  },
  schema: (parameters) => ({
    kind: 'dict',
    keyType: readDictParameters(parameters).keyType,
    valueType: readScalarType(parameters.valueType),
  }),
};
