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
  id: 'list',
  notInNativeScript: null,
  label: 'List',
  kind: 'list',
  description:
    'A list as in Python: every element is a separate object, and all have one type. The source’s format supports lists, but the source publishes no figures for them. Julia has no such lists, only arrays. Values are those of the array workload.',
  source: '001',
  parameters: [
    elementTypeParameter(
      'elementType',
      'Element type',
      'The source’s lists hold float64; its format supports all three types.',
    ),
    charactersParameter,
    ...textParameters,
  ],
  sizeUnit: 'elements',
  size: { min: 1, max: 20_000_000, default: 1_000_000 },
  presets: [
    { label: '1,000', size: 1_000, note: '8 KB.' },
    { label: '10,000', size: 10_000, note: '80 KB.' },
    { label: '100,000', size: 100_000, note: '800 KB.' },
    { label: '1 million', size: 1_000_000, note: '8 MB: a quick run.' },
    { label: '4 million', size: 4_000_000, note: '32 MB: the size of the source’s other structures.' },
  ],
  dataBytes: (parameters, size) => scalarBytes(readScalarType(parameters.elementType), readTextShape(parameters), size),
  schema: (parameters) => ({ kind: 'list', elementType: readScalarType(parameters.elementType) }),
};
