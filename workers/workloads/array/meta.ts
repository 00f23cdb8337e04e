import type { WorkloadMeta } from '../../model/entry';
import {
  charactersParameter,
  elementTypeParameter,
  readScalarType,
  readTextShape,
  scalarBytes,
  textParameters,
} from '../../model/scalar-parameters';

export const meta: WorkloadMeta = {
  id: 'array',
  notInNativeScript: null,
  label: 'Array',
  kind: 'array',
  description:
    'A one-dimensional array, as in NumPy and Julia. The source’s 32 MB are 4·10⁶ float64. float64 values are uniform over [0, 1), int64 values over their whole range. Texts are letters and digits unless you choose other characters.',
  source: '001',
  parameters: [
    elementTypeParameter(
      'elementType',
      'Element type',
      'The source measured float64; its format supports all three types.',
    ),
    charactersParameter,
    ...textParameters,
  ],
  sizeUnit: 'elements',
  size: { min: 1, max: 100_000_000, default: 1_000_000 },
  presets: [
    { label: '1,000', size: 1_000, note: '8 KB: so small that fixed costs show.' },
    { label: '10,000', size: 10_000, note: '80 KB.' },
    { label: '100,000', size: 100_000, note: '800 KB.' },
    { label: '1 million', size: 1_000_000, note: '8 MB: a quick run.' },
    { label: '4 million', size: 4_000_000, note: '32 MB: the source’s size.' },
  ],
  dataBytes: (parameters, size) => scalarBytes(readScalarType(parameters.elementType), readTextShape(parameters), size),
  schema: (parameters, size) => {
    const elementType = readScalarType(parameters.elementType);
    return elementType === 'utf8' ? { kind: 'stringArray' } : { kind: 'array', elementType, shape: [size] };
  },
};
