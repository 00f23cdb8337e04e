import type { WorkloadModule } from '../../model/entry';
import { generateFloats, generateIntegers, generateTexts } from '../../model/generated-scalars';
import { readScalarType, readTextShape } from '../../model/scalar-parameters';

export const workload: WorkloadModule = {
  generate({ parameters, seed, from, to, onProgress }) {
    const column = { seed, column: 0 };
    const shape = [to - from];
    switch (readScalarType(parameters.elementType)) {
      case 'utf8':
        return { kind: 'stringArray', values: generateTexts(column, readTextShape(parameters), from, to, onProgress) };
      case 'int64':
        return { kind: 'array', elementType: 'int64', shape, values: generateIntegers(column, from, to, onProgress) };
      case 'float64':
        return { kind: 'array', elementType: 'float64', shape, values: generateFloats(column, from, to, onProgress) };
    }
  },
};
