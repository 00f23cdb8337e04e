import type { WorkloadMeta } from '../../model/entry';
import type { OptionValues } from '../../model/options';
import {
  charactersParameter,
  elementTypeParameter,
  keyDigits,
  maxTextCharacters,
  readCharacters,
  readScalarType,
  readTextShape,
  scalarBytes,
  type TextShape,
  textParameters,
  utf8Bytes,
} from '../../model/scalar-parameters';

/**
 * The source does not state the length of its keys. It follows only from the sizes given for 4·10⁶ entries: 167 MB from Python to Julia,
 * 209 MB from Julia to Python.
 * - The source calls these the memory of the structures. CPython 3.9's dict has 2²³ indices of 4 bytes and room for ⌊2²³ · 2/3⌋ entries of
 *   24 bytes, so sys.getsizeof returns 167.8 MB whatever the keys. Julia's has 2²³ slots of 17 bytes, and Base.summarysize adds 8 bytes
 *   plus the length of each key, so 209 MB means keys of 8.6 characters.
 * - If they were file sizes, an entry would take 8 + key + 8 bytes to Julia, and 16 + key (padded to 4) + 8 bytes to Python
 *   (docs/destination-format.md). Keys of 26 ASCII characters then match within 0.6 %: 168 and 208 MB. This is the default, since we
 *   compare file sizes.
 */
const defaultKeyLength = 26;

/** The parameters of the workload. */
interface DictParameters {
  readonly keyType: 'utf8' | 'int64';
  /** The text before the digits of a key. */
  readonly keyShape: TextShape;
}

/** Reads the parameters from option values that the plan's parser has completed and checked. */
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
    'A dictionary with keys of one type and values of one type; the source has text → float64. A key is random characters, then the number of its entry. Values are those of the array workload.',
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
    elementTypeParameter(
      'valueType',
      'Value type',
      'The source measured float64; its format supports all three types.',
    ),
    {
      type: 'integer',
      id: 'keyLength',
      label: 'Length of keys',
      unit: 'characters',
      help: 'With 26 characters, 4 million entries make files of 168 MB to Julia and 208 MB to Python, close to the source’s 167 and 209 MB. The source calls its sizes memory; keys of 9 characters would explain that.',
      min: keyDigits + 1,
      max: maxTextCharacters,
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
    { label: '100,000', size: 100_000, note: '3.8 MB: a quick run.' },
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
