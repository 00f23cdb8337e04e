import type { List } from '../../model/dataset';
import type { WorkloadModule } from '../../model/entry';
import { generateScalars } from '../../model/generated-scalars';
import { readScalarType, readTextShape } from '../../model/scalar-knobs';

export const workload: WorkloadModule = {
  generate({ knobs, seed, from, to, onProgress }) {
    const elementType = readScalarType(knobs.elementType);
    const generated = generateScalars(elementType, { seed, column: 0 }, readTextShape(knobs), from, to, onProgress);
    return {
      kind: 'list',
      elementType,
      values: Array.isArray(generated) ? generated : Array.from<number | bigint>(generated),
    } as List;
  },
};
